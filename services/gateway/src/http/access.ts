/** Authentication and authorization: each route declares its row in the table of rights. */
import { LruCache } from "@etesian/collections";
import type { AccountsServiceDefinition, IntrospectRequest } from "@etesian/contracts/accounts";
import {
  TOKEN_CACHE_MS,
  type Caller,
  denialWithoutResource,
  denialInSession,
  isResourceOperation,
  type Operation,
  OTHER_RIGHTS,
} from "@etesian/contracts/rights";
import type { Calls } from "@etesian/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isCsrfToken, sessionId } from "../sign-in/sessions.ts";
import { apiError, type ApiError } from "./errors.ts";
import { isObject } from "./parameters.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation: a row in the table of rights. */
    readonly access?: Operation;
  }
  interface FastifyRequest {
    caller: RequestCaller;
    /** The caller that the same credential currently identifies; null if it is no longer valid. */
    currentCaller: () => Promise<RequestCaller | null>;
  }
}

/** The caller, with their default for new scenarios. */
export interface RequestCaller extends Caller {
  readonly privateScenarios: boolean;
  /** Scopes of the caller's personal data: "email", "profile" (the name). */
  readonly claims: readonly string[];
}

/** ID of the session's person; `none` without a valid session. Absent when the request has a token. */
const PERSON_HEADER = "x-etesian-person";

const ANONYMOUS: RequestCaller = { person: null, scopes: null, admin: false, privateScenarios: false, claims: [] };

type Accounts = Pick<Calls<AccountsServiceDefinition>, "introspect">;

/**
 * Authenticates the caller before each route, and refuses requests that the caller may not make for any scenario.
 * Decisions about a particular scenario are left to the service that owns it. The app does not start if a route has no
 * row in the table of rights.
 */
export function checkAccess(app: FastifyInstance, accounts: Accounts): void {
  const tokens = new Tokens(accounts);
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.access !== undefined) return;
    const route = `${[method].flat().join()} ${url}`;
    throw new Error(`${route} has no row in the table of rights: add config: { access }, see docs/how-to/endpoint.md`);
  });
  app.decorateRequest("caller");
  app.decorateRequest("currentCaller");
  app.addHook("onRequest", async (request, reply) => {
    const { access } = request.routeOptions.config;
    const isChecked = access !== undefined && (isResourceOperation(access) || OTHER_RIGHTS[access].token === "checked");
    const credential = isChecked ? credentialOf(request) : null;
    request.caller = credential === null ? ANONYMOUS : await callerOf(credential, tokens, request, reply);
    // Pages and the service worker cache a response for this person only.
    if (isChecked && (credential === null || credential.isSession))
      void reply.header(PERSON_HEADER, request.caller.person ?? "none");
    request.currentCaller = () =>
      credential === null ? Promise.resolve(ANONYMOUS) : tokens.callerOf(credential, request.id);
    // Evicts the cached account, because this request changes it.
    if ((access === "account" || access === "erase") && credential !== null) tokens.evict(credential);
    if (access === undefined) return;
    const reason = denialWithoutResource(access, request.caller);
    if (reason === "unauthenticated") void reply.header("www-authenticate", "Bearer");
    if (reason !== null)
      throw apiError(reason, isResourceOperation(access) ? "" : OTHER_RIGHTS[access].scopes.join(", "));
    const sessionDenial = credential?.isSession === true ? denialInSession(access) : null;
    if (sessionDenial !== null) throw apiError(sessionDenial);
  });
}

async function callerOf(
  credential: Credential,
  tokens: Tokens,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestCaller> {
  const caller = await tokens.callerOf(credential, request.id);
  if (caller === null && !credential.isSession) throw invalidTokenError(reply);
  // A caller whose session has ended is anonymous.
  if (caller === null) return ANONYMOUS;
  const isChange = request.method !== "GET" && request.method !== "HEAD";
  if (credential.isSession && isChange && !isCsrfToken(credential.token, request.headers["x-csrf-token"])) {
    throw apiError("csrf_token_missing");
  }
  return caller;
}

/**
 * Aborts when the caller of a long-running request loses access: the token or session has ended, or its scopes have
 * changed.
 */
export function untilAccessChanges({ caller, currentCaller, log }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  const timer = setInterval(() => {
    currentCaller().then(
      (current) => rightsOf(current) !== rightsOf(caller) && abort.abort("the caller's rights have changed"),
      (error: unknown) => log.warn({ err: error }, "could not check whether a subscriber still has access"),
    );
  }, TOKEN_CACHE_MS);
  reply.raw.once("close", () => clearInterval(timer));
  return abort.signal;
}

const rightsOf = (caller: RequestCaller | null): string =>
  caller === null ? "none" : JSON.stringify([caller.person, caller.admin, caller.scopes, caller.claims]);

/** The error for a token that belongs to no account or is no longer valid. */
export function invalidTokenError(reply: FastifyReply): ApiError {
  void reply.header("www-authenticate", 'Bearer error="invalid_token"');
  return apiError("bad_token");
}

/** A token, or a session ID of our own pages. */
type Credential = Pick<IntrospectRequest, "token" | "isSession">;

/**
 * Credential of a request: a token in its header or, for download links, in a parameter; otherwise the session
 * cookie.
 */
function credentialOf(request: FastifyRequest): Credential | null {
  const { method, headers, query } = request;
  const bearer = bearerToken(headers);
  const parameter = method === "GET" && isObject(query) ? query["access_token"] : undefined;
  const token = bearer ?? (typeof parameter === "string" ? parameter.trim() : "");
  if (token !== "") return { token, isSession: false };
  const session = sessionId(request);
  return session === null ? null : { token: session, isSession: true };
}

/** The token in a request's header; null if it is absent or blank. */
export const bearerToken = ({ authorization = "" }: { readonly authorization?: string | undefined }): string | null =>
  /^bearer +(\S.*)$/i.exec(authorization)?.[1]?.trim() ?? null;

const MAX_CACHED_TOKENS = 10_000;

/** Resolves tokens to their owners, with a short-lived cache. */
class Tokens {
  readonly #accounts: Accounts;
  readonly #cache = new LruCache<string, { readonly caller: RequestCaller; readonly validUntil: number }>(
    MAX_CACHED_TOKENS,
  );

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  evict(credential: Credential): void {
    this.#cache.delete(cacheKey(credential));
  }

  /** Returns null if the credential belongs to no account, or is no longer valid. */
  async callerOf(credential: Credential, requestId: string): Promise<RequestCaller | null> {
    const key = cacheKey(credential);
    const cached = this.#cache.get(key);
    if (cached !== undefined && Date.now() < cached.validUntil) return cached.caller;
    const { principal } = await this.#accounts.introspect(credential, { requestId });
    if (principal === undefined) {
      this.#cache.delete(key);
      return null;
    }
    const { expiresAt, ...caller } = principal;
    const validUntil = Math.min(Date.now() + TOKEN_CACHE_MS, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
    this.#cache.set(key, { caller, validUntil });
    return caller;
  }
}

const cacheKey = ({ token, isSession }: Credential): string => `${isSession ? "session" : "token"} ${token}`;
