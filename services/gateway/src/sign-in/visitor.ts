/** Common parts of the visitor's routes. */
import type { CallOrigin } from "@etesian/service-kit";
import type { FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { customError } from "../http/errors.ts";
import type { ConfiguredIssuer } from "./other-issuers.ts";

export const VISITOR = "/account/visitor";

/**
 * Proof that a change on our own pages requires of its caller. `credential`: only the credential to sign in with;
 * `link`: the secret of an email; `session`: a session and its CSRF token; `password`: a session, and the account's
 * password if it has one.
 */
export type Proof = "credential" | "link" | "session" | "password";

declare module "fastify" {
  interface FastifyContextConfig {
    readonly proof?: Proof;
  }
}

export const HIDDEN = { schema: { hide: true } } as const;

/** Options of a route that changes something. */
export const changeOptions = <P extends Proof>(proof: P) => ({ ...HIDDEN, config: { proof } }) as const;

export interface VisitorParts extends Pick<Backends, "accounts" | "savedScenarios" | "scenarios"> {
  readonly provider: () => Promise<Provider>;
  /** Base URL of links in emails. */
  readonly site: () => string;
  readonly issuers: readonly ConfiguredIssuer[];
}

export interface VisitorHelpers {
  /** The signed-in person, or null. */
  sessionOf(this: void, request: FastifyRequest): Promise<Session | null>;
  callOf(this: void, person: number, request: FastifyRequest): CallOrigin;
  originOf(this: void, request: FastifyRequest): CallOrigin;
  /** Whether the browser runs on the gateway's machine. */
  isOnThisMachine(this: void, request: FastifyRequest): boolean;
}
export interface Session {
  readonly id: string;
  readonly person: number;
}

/** A text field of a body, of limited length. */
export const text = (name: string, maxLength: number) =>
  z.string(`${name} must be a string`).max(maxLength, `${name} must have at most ${maxLength} characters`);

/** @throws ApiError with a message for each invalid field */
export function parseBody<Fields>(schema: z.ZodType<Fields>, body: unknown): Fields {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw customError(
    "invalid",
    result.error.issues.map(({ message }) => message),
  );
}
