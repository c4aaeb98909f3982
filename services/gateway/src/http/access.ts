/** Authentication and authorization: each route names its row in the table of rights. */
import { LruCache } from "@etesian/collections";
import type { AccountsServiceDefinition, IntrospectRequest } from "@etesian/contracts/accounts";
import {
  TOKEN_CACHE_MS,
  type Caller,
  deniedWithoutResource,
  deniedInSession,
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
    /** The action: a row in the table of rights. */
    readonly access?: Operation;
  }
  interface FastifyRequest {
    caller: RequestCaller;
    /** The caller that the same credential identifies now; null: none any more. */
    callerNow: () => Promise<RequestCaller | null>;
  }
}

/** The caller, and their default for new scenarios. */
export interface RequestCaller extends Caller {
  readonly privateScenarios: boolean;
  /** Scopes of the caller's personal data: "email", "profile" (the name). */
  readonly claims: readonly string[];
}

/** The person of a session; `none` where there is none, or no longer. Absent where a token was shown. */
const PERSON_HEADER = "x-etesian-person";

const ANONYMOUS: RequestCaller = { person: null, scopes: null, admin: false, privateScenarios: false, claims: [] };

type Accounts = Pick<Calls<AccountsServiceDefinition>, "introspect">;

/**
 * Authenticates the caller before a route of this app runs, and refuses requests that the table refuses for every
 * scenario. Decisions that depend on a scenario are left to the service that owns it. A route that names no row is a
 * mistake: the app does not start.
 */
export function checkAccess(app: FastifyInstance, accounts: Accounts): void {
  const tokens = new Tokens(accounts);
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.access !== undefined) return;
    const route = `${[method].flat().join()} ${url}`;
    throw new Error(
      `${route} names no row of the table of rights: add config: { access }, see docs/how-to/endpoint.md`,
    );
  });
  app.decorateRequest("caller");
  app.decorateRequest("callerNow");
  app.addHook("onRequest", async (request, reply) => {
    const { access } = request.routeOptions.config;
    const isChecked = access !== undefined && (isResourceOperation(access) || OTHER_RIGHTS[access].token === "checked");
    const shown = isChecked ? shownBy(request) : null;
    request.caller = shown === null ? ANONYMOUS : await callerOf(shown, tokens, request, reply);
    // Pages and the service worker keep an answer for the person that it is of, and for no other one.
    if (isChecked && (shown === null || shown.isSession))
      void reply.header(PERSON_HEADER, request.caller.person ?? "none");
    request.callerNow = () => (shown === null ? Promise.resolve(ANONYMOUS) : tokens.callerOf(shown, request.id));
    // Invalidates the cached account before it changes.
    if ((access === "account" || access === "erase") && shown !== null) tokens.forget(shown);
    if (access === undefined) return;
    const reason = deniedWithoutResource(access, request.caller);
    if (reason === "unauthenticated") void reply.header("www-authenticate", "Bearer");
    if (reason !== null)
      throw apiError(reason, isResourceOperation(access) ? "" : OTHER_RIGHTS[access].scopes.join(", "));
    const inSession = shown?.isSession === true ? deniedInSession(access) : null;
    if (inSession !== null) throw apiError(inSession);
  });
}

async function callerOf(
  shown: Shown,
  tokens: Tokens,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestCaller> {
  const caller = await tokens.callerOf(shown, request.id);
  if (caller === null && !shown.isSession) throw badToken(reply);
  // A caller whose session has ended is anonymous.
  if (caller === null) return ANONYMOUS;
  const isChange = request.method !== "GET" && request.method !== "HEAD";
  if (shown.isSession && isChange && !isCsrfToken(shown.token, request.headers["x-csrf-token"])) {
    throw apiError("csrf_token_missing");
  }
  return caller;
}

/**
 * Aborts when the caller of a long request loses the right to it: a token or a session has ended, or its scopes have
 * changed.
 */
export function untilCallerChanges({ caller, callerNow, log }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const changed = new AbortController();
  const looking = setInterval(() => {
    callerNow().then(
      (now) => rightsOf(now) !== rightsOf(caller) && changed.abort("the caller is another one"),
      (error: unknown) => log.warn({ err: error }, "could not check whether a listener may still listen"),
    );
  }, TOKEN_CACHE_MS);
  reply.raw.once("close", () => clearInterval(looking));
  return changed.signal;
}

const rightsOf = (caller: RequestCaller | null): string =>
  caller === null ? "none" : JSON.stringify([caller.person, caller.admin, caller.scopes, caller.claims]);

/** The token belongs to no account, or no longer. */
export function badToken(reply: FastifyReply): ApiError {
  void reply.header("www-authenticate", 'Bearer error="invalid_token"');
  return apiError("bad_token");
}

/** Identity of a caller: a token, or the id of a session of our own pages. */
type Shown = Pick<IntrospectRequest, "token" | "isSession">;

/**
 * Credential of a request: a token in its header or, for links to downloads, as a parameter; else the cookie of a
 * session.
 */
function shownBy(request: FastifyRequest): Shown | null {
  const { method, headers, query } = request;
  const bearer = bearerToken(headers);
  const parameter = method === "GET" && isObject(query) ? query["access_token"] : undefined;
  const token = bearer ?? (typeof parameter === "string" ? parameter.trim() : "");
  if (token !== "") return { token, isSession: false };
  const session = sessionId(request);
  return session === null ? null : { token: session, isSession: true };
}

/** The token in the header of a request; null when there is none, or a blank one. */
export const bearerToken = ({ authorization = "" }: { readonly authorization?: string | undefined }): string | null =>
  /^bearer +(\S.*)$/i.exec(authorization)?.[1]?.trim() ?? null;

const REMEMBERED = 10_000;

/** Resolves the owner of a token, and caches the answer for a moment. */
class Tokens {
  readonly #accounts: Accounts;
  readonly #known = new LruCache<string, { readonly caller: RequestCaller; readonly until: number }>(REMEMBERED);

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  forget(shown: Shown): void {
    this.#known.delete(nameOf(shown));
  }

  /** Null when it belongs to no account, or no longer. */
  async callerOf(shown: Shown, requestId: string): Promise<RequestCaller | null> {
    const name = nameOf(shown);
    const known = this.#known.get(name);
    if (known !== undefined && Date.now() < known.until) return known.caller;
    const { principal } = await this.#accounts.introspect(shown, { requestId });
    if (principal === undefined) {
      this.#known.delete(name);
      return null;
    }
    const { expiresAt, ...caller } = principal;
    const until = Math.min(Date.now() + TOKEN_CACHE_MS, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
    this.#known.set(name, { caller, until });
    return caller;
  }
}

const nameOf = ({ token, isSession }: Shown): string => `${isSession ? "session" : "token"} ${token}`;
