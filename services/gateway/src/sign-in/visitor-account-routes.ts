/** The visitor's account for the page's scripts: name, email, other addresses, password and deletion. */
import { TEXTS } from "@etesian/contracts/limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { apiError, customError } from "../http/errors.ts";
import { toId } from "../http/parameters.ts";
import { eraseAccount } from "./account-changes.ts";
import { startSession, endSession } from "./sessions.ts";
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

const current = text("current", TEXTS.fieldLength).default("");
const name = z.object({ name: text("name", TEXTS.nameLength).trim() });
const email = z.object({ email: text("email", TEXTS.fieldLength), current });
const password = z.object({
  password: text("password", TEXTS.fieldLength),
  current,
  revoke_tokens: z.boolean().default(false),
});
const idParams = z.object({ id: z.string() });
const deletion = z.object({
  current,
  public_scenarios: z.enum(["leave", "delete", "hand_over"], "public_scenarios must be leave, delete or hand_over"),
  private_scenarios: z.enum(["delete", "hand_over"], "private_scenarios must be delete or hand_over"),
  saved_scenarios: z.enum(["delete", "hand_over"], "saved_scenarios must be delete or hand_over"),
  heir: text("heir", TEXTS.fieldLength).default(""),
});

interface VisitorContext {
  /** The session of a request; changes must have its CSRF token. */
  requireSession(this: void, request: FastifyRequest): Promise<Session>;
  /** @throws ApiError if the account has a password that differs from `password` */
  confirm(this: void, session: Session, password: string, request: FastifyRequest): Promise<void>;
  /** Builds the response about a session's person. */
  visitorOf(this: void, session: Session, request: FastifyRequest): Promise<object>;
  send(this: void, reply: FastifyReply, body: object): FastifyReply;
}

export function visitorAccountRoutes(
  app: FastifyInstance,
  { accounts, provider, site }: Pick<VisitorParts, "accounts" | "provider" | "site">,
  { callOf, isOnThisMachine }: VisitorHelpers,
  { requireSession, confirm, visitorOf, send }: VisitorContext,
): void {
  app.put(`${VISITOR}/name`, changeOptions("session"), async (request, reply) => {
    const session = await requireSession(request);
    const change = { ...parseBody(name, request.body), privateScenarios: undefined };
    await accounts.changeAccount(change, callOf(session.person, request));
    return send(reply, await visitorOf(session, request));
  });

  app.post(`${VISITOR}/email`, changeOptions("password"), async (request, reply) => {
    const session = await requireSession(request);
    const fields = parseBody(email, request.body);
    await confirm(session, fields.current, request);
    const emailChange = { email: fields.email, site: site() };
    const { writtenTo = null } = await accounts.sendNewEmail(emailChange, callOf(session.person, request));
    return send(reply, { written_to: isOnThisMachine(request) ? writtenTo : null });
  });

  app.get(`${VISITOR}/addresses`, HIDDEN, async (request, reply) => {
    const { person } = await requireSession(request);
    const { addedAddresses } = await accounts.getAccount({}, callOf(person, request));
    return send(reply, { addresses: addedAddresses.map(({ id, email }) => ({ id, email })) });
  });

  app.delete(`${VISITOR}/addresses/:id`, changeOptions("session"), async (request, reply) => {
    const { person } = await requireSession(request);
    const id = toId(idParams.parse(request.params).id);
    if (id === null) throw apiError("not_found");
    await accounts.removeAddress({ id }, callOf(person, request));
    return reply.code(204).send();
  });

  app.put(`${VISITOR}/password`, changeOptions("password"), async (request, reply) => {
    const session = await requireSession(request);
    const { person } = session;
    const fields = parseBody(password, request.body);
    await confirm(session, fields.current, request);
    const change = { password: fields.password, revokeTokens: fields.revoke_tokens };
    await accounts.setPassword(change, callOf(person, request));
    // The change ended all sessions, including this one.
    const id = await startSession(await provider(), request, reply, person);
    return send(reply, await visitorOf({ id, person }, request));
  });

  app.delete(`${VISITOR}/account`, changeOptions("password"), async (request, reply) => {
    const session = await requireSession(request);
    const fields = parseBody(deletion, request.body);
    await confirm(session, fields.current, request);
    const problem = await eraseAccount(accounts, fields, callOf(session.person, request));
    if (problem !== null) throw customError("invalid", [problem]);
    await endSession(await provider(), request, reply);
    return reply.code(204).send();
  });
}
