/** Common parts of the routes of the page's visitor. */
import type { CallOrigin } from "@etesian/service-kit";
import type { FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { errorInWords } from "../http/errors.ts";
import type { ConfiguredIssuer } from "./other-issuers.ts";

export const VISITOR = "/account/visitor";

export interface VisitorParts extends Pick<Backends, "accounts" | "saved"> {
  readonly provider: () => Promise<Provider>;
  /** Where links in emails lead. */
  readonly site: () => string;
  readonly issuers: readonly ConfiguredIssuer[];
}

export interface Visitors {
  /** The signed-in person; null: none. */
  sessionOf(this: void, request: FastifyRequest): Promise<Session | null>;
  callOf(this: void, person: number, request: FastifyRequest): CallOrigin;
  originOf(this: void, request: FastifyRequest): CallOrigin;
  /** Whether the browser runs on the machine of the gateway. */
  isOnThisMachine(this: void, request: FastifyRequest): boolean;
}
export interface Session {
  readonly id: string;
  readonly person: number;
}

/** A text of a body, of a limited length. */
export const text = (name: string, most: number) =>
  z.string(`${name} must be a text`).max(most, `${name} must have at most ${most} characters`);

/** @throws ApiError with a sentence for each field that is not as expected */
export function read<Fields>(schema: z.ZodType<Fields>, body: unknown): Fields {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw errorInWords(
    "invalid",
    result.error.issues.map(({ message }) => message),
  );
}
