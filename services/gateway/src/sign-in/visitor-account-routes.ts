/** The visitor's account for the page's scripts: name, email, password and deletion. */
import { TEXTS } from "@etesian/contracts/limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { customError } from "../http/errors.ts";
import { eraseAccount } from "./account-changes.ts";
import { beginSession, endSession } from "./sessions.ts";
import { changing, read, type Session, text, VISITOR, type VisitorParts, type Visitors } from "./visitor.ts";

const current = text("current", TEXTS.fieldLength).default("");
const name = z.object({ name: text("name", TEXTS.nameLength).trim() });
const email = z.object({ email: text("email", TEXTS.fieldLength), current });
const password = z.object({
  password: text("password", TEXTS.fieldLength),
  current,
  revoke_tokens: z.boolean().default(false),
});
const deletion = z.object({
  current,
  public_scenarios: z.enum(["leave", "delete", "hand_over"], "public_scenarios must be leave, delete or hand_over"),
  private_scenarios: z.enum(["delete", "hand_over"], "private_scenarios must be delete or hand_over"),
  saved_scenarios: z.enum(["delete", "hand_over"], "saved_scenarios must be delete or hand_over"),
  heir: text("heir", TEXTS.fieldLength).default(""),
});

interface Within {
  /** The session of a request; changes must have its CSRF token. */
  signedIn(this: void, request: FastifyRequest): Promise<Session>;
  /** @throws ApiError if the account has a password and `shown` is not that password */
  confirm(this: void, session: Session, password: string, request: FastifyRequest): Promise<void>;
  /** Builds the response about a session's person. */
  visitorOf(this: void, session: Session, request: FastifyRequest): Promise<object>;
  send(this: void, reply: FastifyReply, answer: object): FastifyReply;
}

export function visitorAccountRoutes(
  app: FastifyInstance,
  { accounts, provider, site }: Pick<VisitorParts, "accounts" | "provider" | "site">,
  { callOf, isOnThisMachine }: Visitors,
  { signedIn, confirm, visitorOf, send }: Within,
): void {
  app.put(`${VISITOR}/name`, changing("session"), async (request, reply) => {
    const session = await signedIn(request);
    const change = { ...read(name, request.body), privateScenarios: undefined };
    await accounts.changeAccount(change, callOf(session.person, request));
    return send(reply, await visitorOf(session, request));
  });

  app.post(`${VISITOR}/email`, changing("password"), async (request, reply) => {
    const session = await signedIn(request);
    const wanted = read(email, request.body);
    await confirm(session, wanted.current, request);
    const sending = { email: wanted.email, site: site() };
    const { writtenTo = null } = await accounts.sendNewEmail(sending, callOf(session.person, request));
    return send(reply, { written_to: isOnThisMachine(request) ? writtenTo : null });
  });

  app.put(`${VISITOR}/password`, changing("password"), async (request, reply) => {
    const session = await signedIn(request);
    const { person } = session;
    const wanted = read(password, request.body);
    await confirm(session, wanted.current, request);
    const change = { password: wanted.password, revokeTokens: wanted.revoke_tokens };
    await accounts.setPassword(change, callOf(person, request));
    // The change ended all sessions, including this one.
    const id = await beginSession(await provider(), request, reply, person);
    return send(reply, await visitorOf({ id, person }, request));
  });

  app.delete(`${VISITOR}/account`, changing("password"), async (request, reply) => {
    const session = await signedIn(request);
    const chosen = read(deletion, request.body);
    await confirm(session, chosen.current, request);
    const problem = await eraseAccount(accounts, chosen, callOf(session.person, request));
    if (problem !== null) throw customError("invalid", [problem]);
    await endSession(await provider(), request, reply);
    return reply.code(204).send();
  });
}
