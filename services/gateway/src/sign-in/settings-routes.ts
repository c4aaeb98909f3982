/** The settings page: change name, email and password, or delete the account. */
import type { AccountWithTokens } from "@etesian/contracts/accounts";
import { TEXTS } from "@etesian/contracts/limits";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { sendPage } from "../pages/html.ts";
import type { Visitors } from "../saved-scenarios/pages.ts";
import { eraseAccount, isConfirmed, WRONG_PASSWORD } from "./account-changes.ts";
import { beginSession, csrfToken, endSession } from "./sessions.ts";
import * as views from "./settings-views.ts";
import { changing, HIDDEN } from "./visitor.ts";
import { expiredPage, linkSentPage, SIGN_IN } from "./views.ts";

interface Parts extends Pick<Backends, "accounts"> {
  readonly provider: () => Promise<Provider>;
  /** Base URL of links in emails. */
  readonly site: () => string;
}

export interface SettingsVisitors extends Visitors {
  originOf(this: void, request: FastifyRequest): CallOrigin;
  /** Whether the browser runs on the gateway's machine. */
  isOnThisMachine(this: void, request: FastifyRequest): boolean;
}

const field = z.string().max(TEXTS.fieldLength).catch("");
const formSchema = z.object({
  name: field,
  email: field,
  current: field,
  password: field,
  revoke: field,
  heir: field,
  public_scenarios: field,
  private_scenarios: field,
  saved_scenarios: field,
  sure: field,
});
const formOf = ({ body }: FastifyRequest): z.infer<typeof formSchema> => formSchema.parse(body);
const query = z.object({ done: z.string().optional().catch(undefined) });
const parameters = z.object({ secret: z.string().max(TEXTS.secretLength).catch("") });
const secretOf = ({ params }: FastifyRequest): string => parameters.parse(params).secret;

export function settingsRoutes(
  app: FastifyInstance,
  { accounts, provider, site }: Parts,
  { sessionOf, signedIn, callOf, originOf, isOnThisMachine }: SettingsVisitors,
): void {
  app.get(views.SETTINGS, HIDDEN, async (request, reply) => {
    const session = await sessionOf(request);
    if (session === null) return reply.redirect(SIGN_IN, 303);
    const account = await accounts.getAccount({}, callOf(session.person, request));
    const isChanged = query.parse(request.query).done === "password";
    const result = isChanged ? { done: "Your password has been changed." } : {};
    return sendPage(reply, views.settingsPage(account, csrfToken(session.id), result));
  });

  app.post(`${views.SETTINGS}/name`, changing("session"), async (request, reply) => {
    const visit = await visitOf(request);
    await accounts.changeAccount({ name: formOf(request).name.trim(), privateScenarios: undefined }, visit.call);
    return show(visit, reply, { done: "Your name has been changed." });
  });

  app.post(`${views.SETTINGS}/password`, changing("password"), async (request, reply) => {
    const visit = await visitOf(request);
    const { password, revoke } = formOf(request);
    if (!(await isConfirmedBy(visit, request))) return show(visit, reply, { problem: WRONG_PASSWORD });
    const change = accounts.setPassword({ password, revokeTokens: revoke === "yes" }, visit.call);
    const problem = await change.then(() => null, inWords);
    if (problem !== null) return show(visit, reply, { problem });
    // The change ended all sessions, including this one.
    await beginSession(await provider(), request, reply, visit.person);
    return reply.redirect(`${views.SETTINGS}?done=password`, 303);
  });

  app.post(`${views.SETTINGS}/email`, changing("password"), async (request, reply) => {
    const visit = await visitOf(request);
    if (!(await isConfirmedBy(visit, request))) return show(visit, reply, { problem: WRONG_PASSWORD });
    const sending = accounts.sendNewEmail({ email: formOf(request).email, site: site() }, visit.call);
    const sent = await sending.catch((error: unknown) => ({ problem: inWords(error) }));
    if ("problem" in sent) return show(visit, reply, sent);
    return sendPage(reply, linkSentPage(isOnThisMachine(request) ? (sent.writtenTo ?? null) : null));
  });

  app.get("/account/email/:secret", HIDDEN, async (request, reply) => {
    const session = await sessionOf(request);
    if (session === null) return sendPage(reply, views.signInFirstPage);
    const call = callOf(session.person, request);
    const secret = secretOf(request);
    const found = await accounts.findNewEmail({ secret }, call).catch(orNull);
    return sendPage(reply, found === null ? expiredPage : views.newEmailPage(found.email, csrfToken(session.id)));
  });

  app.post("/account/email/:secret", changing("session"), async (request, reply) => {
    const { person } = await signedIn(request);
    const used = await accounts.useNewEmail({ secret: secretOf(request) }, callOf(person, request)).catch(orNull);
    return used === null ? sendPage(reply, expiredPage) : reply.redirect(views.SETTINGS, 303);
  });

  app.post(`${views.SETTINGS}/delete`, changing("password"), async (request, reply) => {
    const visit = await visitOf(request);
    const { sure, heir, public_scenarios, private_scenarios, saved_scenarios } = formOf(request);
    if (sure !== "yes") return show(visit, reply, { problem: "Tick “I am sure”. Nothing was deleted." });
    if (!(await isConfirmedBy(visit, request))) return show(visit, reply, { problem: WRONG_PASSWORD });
    const chosen = { heir, public_scenarios, private_scenarios, saved_scenarios };
    const problem = await eraseAccount(accounts, chosen, visit.call);
    if (problem !== null) return show(visit, reply, { problem });
    await endSession(await provider(), request, reply);
    return sendPage(reply, views.deletedPage);
  });

  interface Visit {
    readonly person: number;
    readonly csrf: string;
    readonly call: CallOrigin;
    readonly account: AccountWithTokens;
  }

  async function visitOf(request: FastifyRequest): Promise<Visit> {
    const { id, person } = await signedIn(request);
    const call = callOf(person, request);
    return { person, csrf: csrfToken(id), call, account: await accounts.getAccount({}, call) };
  }

  /** Renders the page again with the result of a form. */
  async function show({ csrf, call }: Visit, reply: FastifyReply, result: views.SettingsResult): Promise<FastifyReply> {
    return sendPage(reply, views.settingsPage(await accounts.getAccount({}, call), csrf, result));
  }

  const isConfirmedBy = ({ person, account }: Visit, request: FastifyRequest): Promise<boolean> =>
    isConfirmed(accounts, person, account, formOf(request).current, originOf(request));
}

function inWords(error: unknown): string {
  if (error instanceof RpcError && error.code === status.INVALID_ARGUMENT) return error.message;
  throw error;
}

function orNull(error: unknown): null {
  if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
  throw error;
}
