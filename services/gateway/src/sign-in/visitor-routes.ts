/**
 * Routes for the page's scripts: session, sign-in, sign-out, and the visitor's tokens and account. Pages of other
 * origins and programs with a token cannot use them: only a person in a session issues and revokes tokens.
 */
import type { AccountWithTokens } from "@etesian/contracts/accounts";
import { ACCOUNTS, LISTS, TEXTS } from "@etesian/contracts/limits";
import { needsPassword, SCOPES } from "@etesian/contracts/rights";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { apiError, customError } from "../http/errors.ts";
import { savedScenarioId } from "../saved-scenarios/bodies.ts";
import { isConfirmed, WRONG_PASSWORD } from "./account-changes.ts";
import { visitorAccountRoutes } from "./visitor-account-routes.ts";
import {
  changeOptions,
  HIDDEN,
  parseBody,
  type Session,
  text,
  VISITOR,
  type VisitorParts,
  type VisitorHelpers,
} from "./visitor.ts";
import { startSession, csrfToken, endSession, isCsrfToken, recordOwner, ownerOf } from "./sessions.ts";

const credentials = z.object({
  email: text("email", TEXTS.fieldLength),
  password: text("password", TEXTS.fieldLength),
});
const linkRequest = credentials.pick({ email: true });
const token = z.object({
  label: text("label", TEXTS.labelLength).trim().min(1, "label must describe the token's purpose"),
  scopes: z
    .array(z.enum(SCOPES, `scopes must be among ${SCOPES.join(", ")}`))
    .min(1, "scopes must contain at least one scope"),
  days: z.int("days must be a whole number").min(0, "days must be 0 (no expiry) or more").max(ACCOUNTS.tokenDays),
  current: text("current", TEXTS.fieldLength).default(""),
});
const keyParams = z.object({ key: z.string() });
const sharing = z.object({ saved_scenario: z.string().catch("") });

/** Converts an error of these routes to an API error. */
export function visitorError(error: Error): Error {
  if (error instanceof RpcError && error.code === status.RESOURCE_EXHAUSTED)
    return apiError("too_many_requests", "a quarter of an hour");
  return error;
}

export function visitorRoutes(
  app: FastifyInstance,
  { accounts, savedScenarios, scenarios, provider, site, issuers }: VisitorParts,
  visitors: VisitorHelpers,
): void {
  const { sessionOf, callOf, originOf, isOnThisMachine } = visitors;
  const issuerNames = issuers.map(({ id, name }) => ({ id, name }));
  // Responses about a person are never cached.
  const send = (reply: FastifyReply, body: object) => reply.header("cache-control", "no-store").send(body);

  async function visitorOf({ id, person }: Session, request: FastifyRequest) {
    const { account, hasPassword } = await accounts.getAccount({}, callOf(person, request));
    return {
      person: { id: person, name: account?.name ?? null, email: account?.email ?? null, has_password: hasPassword },
      owner: person,
      csrf_token: csrfToken(id),
      issuers: issuerNames,
    };
  }

  /** The session of a request; changes must have its CSRF token. */
  async function requireSession(request: FastifyRequest): Promise<Session> {
    const session = await sessionOf(request);
    if (session === null) throw apiError("unauthenticated");
    const isChange = request.method !== "GET" && request.method !== "HEAD";
    if (isChange && !isCsrfToken(session.id, request.headers["x-csrf-token"])) throw apiError("csrf_token_missing");
    return session;
  }

  /** @throws ApiError if the account has a password that differs from `password` */
  async function confirm({ person }: Session, password: string, request: FastifyRequest): Promise<void> {
    const account = await accounts.getAccount({}, callOf(person, request));
    if (await isConfirmed(accounts, person, account, password, originOf(request))) return;
    throw customError("forbidden", [WRONG_PASSWORD]);
  }

  app.get(VISITOR, HIDDEN, async (request, reply) => {
    const session = await sessionOf(request);
    if (session !== null) recordOwner(request, reply, session.person);
    return send(
      reply,
      session === null
        ? { person: null, owner: ownerOf(request), csrf_token: null, issuers: issuerNames }
        : await visitorOf(session, request),
    );
  });

  app.post(VISITOR, changeOptions("credential"), async (request, reply) => {
    const fields = parseBody(credentials, request.body);
    const { person } = await accounts.checkPassword(fields, originOf(request));
    if (person === undefined) throw customError("unauthenticated", ["The password is wrong for this email address."]);
    const id = await startSession(await provider(), request, reply, person);
    return send(reply, await visitorOf({ id, person }, request));
  });

  app.delete(VISITOR, changeOptions("session"), async (request, reply) => {
    await requireSession(request);
    await endSession(await provider(), request, reply);
    return reply.code(204).send();
  });

  app.post(`${VISITOR}/link`, changeOptions("credential"), async (request, reply) => {
    const { email } = parseBody(linkRequest, request.body);
    const { writtenTo = null } = await accounts.sendLink({ email, site: site(), continue: "" }, originOf(request));
    return send(reply, { written_to: isOnThisMachine(request) ? writtenTo : null });
  });

  app.get(`${VISITOR}/tokens`, HIDDEN, async (request, reply) => {
    const { person } = await requireSession(request);
    const { tokens } = await accounts.getAccount({}, callOf(person, request));
    return send(reply, { tokens: tokens.map(tokenJson) });
  });

  app.post(`${VISITOR}/tokens`, changeOptions("password"), async (request, reply) => {
    const session = await requireSession(request);
    const { current, ...fields } = parseBody(token, request.body);
    if (needsPassword(fields.scopes)) await confirm(session, current, request);
    const response = await accounts.issueToken(fields, callOf(session.person, request));
    return send(reply.code(201), { token: response.token });
  });

  app.delete(`${VISITOR}/tokens/:key`, changeOptions("session"), async (request, reply) => {
    const { person } = await requireSession(request);
    await accounts.revokeToken({ key: keyParams.parse(request.params).key }, callOf(person, request));
    return reply.code(204).send();
  });

  /**
   * Names of people with a role in a saved scenario, for its owners, because the API shows only their IDs. IDs can be
   * added without the person's consent. An owner therefore sees only the names of their contacts, and of people who
   * have changed the scenario.
   */
  app.get(`${VISITOR}/people`, HIDDEN, async (request, reply) => {
    const { person } = await requireSession(request);
    const id = savedScenarioId(sharing.parse(request.query).saved_scenario);
    const call = callOf(person, request);
    const { members } = await savedScenarios.listRoles({ id, toChange: false }, call);
    const authors = await authorsOf(id, call);
    const ids = members.map((member) => member.person);
    const isAuthor = (id: number): boolean => id === person || authors.has(id);
    const [getPeopleResponse, contacts] = await Promise.all([
      accounts.getPeople({ ids: ids.filter(isAuthor), acquainted: false }, call),
      accounts.getPeople({ ids: ids.filter((value) => !isAuthor(value)), acquainted: true }, call),
    ]);
    const people = [...getPeopleResponse.people, ...contacts.people];
    return send(reply, { people: people.map((profile) => ({ id: profile.id, name: profile.name ?? null })) });
  });

  /** Authors of the latest changes to the saved scenario's current version; empty if the owner may not see it. */
  async function authorsOf(savedId: number, call: CallOrigin): Promise<ReadonlySet<number>> {
    const { present } = await savedScenarios.getSavedScenario({ id: savedId }, call);
    if (present === undefined) return new Set();
    const query = { id: present.scenarioId, page: 1, limit: LISTS.perPage };
    const { changes } = await scenarios.listHistory(query, call).catch((error: unknown) => {
      if (error instanceof RpcError) return { changes: [] };
      throw error;
    });
    return new Set(changes.flatMap(({ actor }) => (actor.startsWith("user:") ? Number(actor.slice(5)) : [])));
  }

  visitorAccountRoutes(app, { accounts, provider, site }, visitors, { requireSession, confirm, visitorOf, send });
}

const tokenJson = ({ key, label, scopes, expiresAt, usedAt }: AccountWithTokens["tokens"][number]) => ({
  key,
  label,
  scopes,
  expires_at: expiresAt?.toISOString() ?? null,
  used_at: usedAt?.toISOString() ?? null,
});
