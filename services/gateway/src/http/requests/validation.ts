/** Validates requests against their schemas. Reports only the first problems of a request. */
import type { FastifySchemaCompiler } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { z } from "zod";

/** Maximum number of reported problems; a message for each of thousands would delay all other requests. */
const MAX_REPORTED = 20;

/** Returns the parsed value, or its problems. Asynchronous schemas are a programming error. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    // Unlike `safeParse`, this does not create a message for every issue.
    // oxlint-disable-next-line no-underscore-dangle -- zod's documented interface for library authors
    const result = schema._zod.run({ value: data, issues: [] }, { async: false });
    if (result instanceof Promise) throw new z.core.$ZodAsyncError();
    if (result.issues.length === 0) return { value: result.value };
    const reportedIssues = result.issues.slice(0, MAX_REPORTED).map((issue) => toEntry(issue));
    const omittedCount = result.issues.length - reportedIssues.length;
    return {
      error: omittedCount === 0 ? reportedIssues : [...reportedIssues, entry("more", "", `and ${omittedCount} more`)],
    };
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
