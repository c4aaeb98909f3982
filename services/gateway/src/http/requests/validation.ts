/** Checks requests against their schemas. Only the first mistakes of a request are reported, however many there are. */
import type { FastifySchemaCompiler } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { z } from "zod";

/** Mistakes that one answer reports; a sentence for each of thousands would delay all other requests. */
const MAX_TOLD = 20;

/** Answers the value as the schema makes it, or its mistakes. Asynchronous schemas are a mistake of ours. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    // As `safeParse` does, which words every issue.
    // oxlint-disable-next-line no-underscore-dangle -- what zod offers to those who build on it
    const result = schema._zod.run({ value: data, issues: [] }, { async: false });
    if (result instanceof Promise) throw new z.core.$ZodAsyncError();
    if (result.issues.length === 0) return { value: result.value };
    const told = result.issues.slice(0, MAX_TOLD).map((issue) => toEntry(issue));
    const others = result.issues.length - told.length;
    return { error: others === 0 ? told : [...told, entry("more", "", `and ${others} more`)] };
  };

function toEntry(raw: z.core.$ZodRawIssue): FastifySchemaValidationError {
  const { code, path, message, ...params } = z.core.util.finalizeIssue(raw, {}, z.core.config());
  return entry(code, path.map(String).join("/"), message, params);
}

const entry = (
  keyword: string,
  path: string,
  message: string,
  params: FastifySchemaValidationError["params"] = {},
): FastifySchemaValidationError => ({
  keyword,
  instancePath: `/${path}`,
  schemaPath: `#/${path}/${keyword}`,
  message,
  params,
});
