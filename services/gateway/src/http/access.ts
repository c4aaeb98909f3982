/** Who asks, and whether they may: each route names its row in the table of rights. */
import { LruCache } from "@etesian/collections";
import type { AccountsServiceDefinition } from "@etesian/contracts/accounts";
import {
  BELIEVED_MS,
  type Caller,
  deniedElsewhere,
  isOfOne,
  type Operation,
  OTHER_RIGHTS,
} from "@etesian/contracts/rights";
import type { Calls } from "@etesian/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiError } from "./errors.ts";
import { isObject } from "./parameters.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What is done here: a row in the table of rights. */
    readonly access?: Operation;
  }
  interface FastifyRequest {
    caller: Asking;
  }
}

/** Who asks, and what they want of new scenarios. */
export interface Asking extends Caller {
  readonly privateScenarios: boolean;
}

const ANONYMOUS: Asking = { person: null, scopes: null, admin: false, privateScenarios: false };

type Accounts = Pick<Calls<AccountsServiceDefinition>, "introspect">;

/**
 * Knows the caller before a route of this app runs, and refuses what the table refuses without looking at a scenario;
 * what depends on one is decided by who keeps it. A route that names no row is a mistake: the app does not start.
 */
export function checkAccess(app: FastifyInstance, accounts: Accounts): void {
  const tokens = new Tokens(accounts);
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`${[method].flat().join()} ${url} says not who may use it`);
  });
  app.decorateRequest("caller");
  app.addHook("onRequest", async (request, reply) => {
    const { access } = request.routeOptions.config;
    const isChecked = access !== undefined && (isOfOne(access) || OTHER_RIGHTS[access].token === "checked");
    const token = isChecked ? tokenOf(request) : null;
    request.caller = token === null ? ANONYMOUS : await callerOf(token, tokens, request, reply);
    // What is remembered of an account is about to change.
    if ((access === "account" || access === "erase") && token !== null) tokens.forget(token);
    if (access === undefined) return;
    const reason = deniedElsewhere(access, request.caller);
    if (reason === "unauthenticated") void reply.header("www-authenticate", "Bearer");
    if (reason !== null) throw apiError(reason, isOfOne(access) ? "" : OTHER_RIGHTS[access].scopes.join(", "));
  });
}

async function callerOf(token: string, tokens: Tokens, { id }: FastifyRequest, reply: FastifyReply): Promise<Asking> {
  const caller = await tokens.callerOf(token, id);
  if (caller !== null) return caller;
  void reply.header("www-authenticate", 'Bearer error="invalid_token"');
  throw apiError("bad_token");
}

/** The token a request shows, in its header or, for links to downloads, as a parameter; a blank one counts as none. */
function tokenOf({ method, headers, query }: FastifyRequest): string | null {
  const shown = /^bearer +(\S.*)$/i.exec(headers.authorization ?? "")?.[1];
  if (shown !== undefined) return shown.trim();
  const parameter = method === "GET" && isObject(query) ? query["access_token"] : undefined;
  return typeof parameter === "string" && parameter.trim() !== "" ? parameter.trim() : null;
}

const REMEMBERED = 10_000;

/** Asks who shows a token, and remembers the answer for a moment. */
class Tokens {
  readonly #accounts: Accounts;
  readonly #known = new LruCache<string, { readonly caller: Asking; readonly until: number }>(REMEMBERED);

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  forget(token: string): void {
    this.#known.delete(token);
  }

  /** Null when it is no token, or no longer. */
  async callerOf(token: string, requestId: string): Promise<Asking | null> {
    const known = this.#known.get(token);
    if (known !== undefined && Date.now() < known.until) return known.caller;
    const { principal } = await this.#accounts.introspect({ token }, { requestId });
    if (principal === undefined) {
      this.#known.delete(token);
      return null;
    }
    const { expiresAt, ...caller } = principal;
    const until = Math.min(Date.now() + BELIEVED_MS, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
    this.#known.set(token, { caller, until });
    return caller;
  }
}
