/** Our own pages: sign-in and sign-out, links in emails, invitations, consent, and the account with its tokens. */
import { ACCOUNTS, TEXTS } from "@etesian/contracts/limits";
import { isScope, needsPassword } from "@etesian/contracts/rights";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { apiError, customError } from "../http/errors.ts";
import { isLoopback } from "../http/loopback.ts";
import { toId } from "../http/parameters.ts";
import { savedScenarioPages } from "../saved-scenarios/pages.ts";
import { type SettingsVisitors, settingsRoutes } from "./settings-routes.ts";
import { changing, HIDDEN, VISITOR } from "./visitor.ts";
import { visitorError, visitorRoutes } from "./visitor-routes.ts";
import { sendPage } from "../pages/html.ts";
import { isConfirmed } from "./account-changes.ts";
import { pendingSignInSchema, type ConfiguredIssuer, NotSignedInError, type OtherIssuers } from "./other-issuers.ts";
import {
  beginSession,
  csrfToken,
  endSession,
  setBrowserOwner,
  isCsrfToken,
  setStateCookie,
  sessionId,
  takeStateCookie,
} from "./sessions.ts";
import * as views from "./views.ts";

export interface SignInOptions {
  readonly backends: Backends;
  readonly provider: () => Promise<Provider>;
  /** Base URL of links in emails. */
  readonly site: () => string;
  readonly issuers: OtherIssuers;
}

const READING = ["GET", "HEAD"];
/** Endpoint for scripts of our own pages. */
const SESSION = "/account/session";
const NEEDS_PASSWORD = "The password is wrong; tokens that may delete require it. Nothing was changed.";
/** Parameter that identifies a client's request during the user's interaction. */
const continueSchema = z.string().regex(/^[\w-]{21,64}$/);

const field = z.string().max(TEXTS.fieldLength).catch("");
const formSchema = z.object({
  email: field,
  password: field,
  name: field,
  csrf: field,
  answer: field,
  current: field,
  revoke: field,
  label: z.string().max(TEXTS.labelLength).catch(""),
  scopes: z.array(z.string()).catch([]),
  days: z.coerce.number().int().min(0).max(ACCOUNTS.tokenDays).catch(30),
  continue: continueSchema.or(z.literal("")).catch(""),
});
const formOf = ({ body }: FastifyRequest): z.infer<typeof formSchema> => formSchema.parse(body);
const text = z.string().max(TEXTS.linkLength).catch("");
const parameter = z.object({ secret: text, key: text, issuer: text }).partial();

/** A page cannot carry out a request; the message is for the user. */
class PageError extends Error {
  override readonly name = "PageError";
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export async function signInRoutes(
  app: FastifyInstance,
  { backends, provider, site, issuers }: SignInOptions,
): Promise<void> {
  const { accounts } = backends;

  app.setErrorHandler((error: Error, request, reply) => {
    // Requests of scripts get errors in the format of the API.
    const { url = "" } = request.routeOptions;
    if (url === SESSION) throw error instanceof PageError ? apiError("unauthenticated") : error;
    if (url.startsWith(VISITOR))
      throw error instanceof PageError ? customError("forbidden", [error.message]) : visitorError(error);
    const [code, words] = explained(error);
    if (code >= 500) request.log.error({ err: error }, "a page failed");
    return sendPage(reply, views.messagePage("Request failed", words, code));
  });
  app.addHook("onRoute", ({ method, url, config }) => {
    const methods = [method].flat().filter((each) => !READING.includes(each));
    if (methods.length > 0 && config?.proof === undefined)
      throw new Error(`${methods.join()} ${url} declares no proof: see Proof in sign-in/visitor.ts`);
  });
  // Only our own pages may send forms: a foreign page could sign its visitors in to an attacker's account.
  app.addHook("onRequest", async ({ method, headers: { origin }, protocol, host }) => {
    // A same-origin request has both headers from the browser, and pages cannot forge them; this covers addresses other than the site's.
    const isOwnOrigin = origin === undefined || origin === `${protocol}://${host}` || origin === site();
    if (!READING.includes(method) && !isOwnOrigin) throw new PageError(403, "This form was sent from another site");
  });

  // ---- Signing in

  app.get("/sign-in", HIDDEN, async (request, reply) =>
    sendPage(reply, views.signInPage(await wayOf(formOf(request).continue, request, reply), issuers.configured)),
  );

  app.post("/sign-in", changing("credential"), async (request, reply) => {
    const { email, password, continue: continueTo } = formOf(request);
    const way = await wayOf(continueTo, request, reply);
    const { person } = await accounts.checkPassword({ email, password }, originOf(request));
    if (person === undefined) {
      const problem = "The password is wrong for this email address.";
      return sendPage(reply, views.signInPage(way, issuers.configured, { problem, email }));
    }
    return enter(person, continueTo, request, reply);
  });

  app.post("/sign-in/link", changing("credential"), async (request, reply) => {
    const { email, continue: continueTo } = formOf(request);
    const { writtenTo = null } = await accounts.sendLink(
      { email, site: site(), continue: continueTo },
      originOf(request),
    );
    return sendPage(reply, views.linkSentPage(isOnThisMachine(request) ? writtenTo : null));
  });

  // ---- Signing in with another issuer

  app.get("/sign-in/with/:issuer", HIDDEN, async (request, reply) => {
    const other = issuerOf(request);
    const continueTo = formOf(request).continue;
    try {
      const { url, away } = await issuers.begin(other, continueTo);
      await setStateCookie(await provider(), request, reply, JSON.stringify(away));
      return await reply.redirect(url, 303);
    } catch (error) {
      return notSignedIn(other, continueTo, error, request, reply);
    }
  });

  app.get("/sign-in/with/:issuer/callback", HIDDEN, async (request, reply) => {
    const other = issuerOf(request);
    const kept = await takeStateCookie(await provider(), request, reply);
    // Started in another browser, or too long ago.
    if (kept === null) return sendPage(reply, views.expiredPage);
    const away = pendingSignInSchema.parse(JSON.parse(kept));
    try {
      const { email, name, ...identified } = await issuers.finish(other, new URL(request.url, site()).search, away);
      const identity = { ...identified, email: email ?? undefined, name: name ?? undefined };
      const { person } = await accounts.useIdentity(identity, originOf(request));
      return await enter(person, away.continueTo, request, reply);
    } catch (error) {
      return notSignedIn(other, away.continueTo, error, request, reply);
    }
  });

  function issuerOf({ params }: FastifyRequest): ConfiguredIssuer {
    const found = issuers.find(parameter.parse(params).issuer ?? "");
    if (found === null) throw new PageError(404, "This sign-in method is not available");
    return found;
  }

  async function notSignedIn(
    { id, name }: ConfiguredIssuer,
    continueTo: string,
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (!(error instanceof NotSignedInError)) throw error;
    request.log.warn({ issuer: id, reason: error.message }, "the sign-in failed");
    const problem = `${name} did not sign you in. Try again, or use another sign-in method.`;
    return sendPage(reply, views.signInPage(await wayOf(continueTo, request, reply), issuers.configured, { problem }));
  }

  // ---- Links in emails

  // Only submitting the form uses the link: mail scanners open links.
  app.get("/sign-in/link/:secret", HIDDEN, async (request, reply) => {
    const continueTo = formOf(request).continue;
    return showLink(`/sign-in/link/${secretOf(request)}`, continueTo, null, request, reply);
  });

  app.post("/sign-in/link/:secret", changing("link"), (request, reply) =>
    followLink(`/sign-in/link/${secretOf(request)}`, request, reply),
  );

  async function showLink(
    action: string,
    continueTo: string,
    problem: string | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const link = await accounts.findLink({ secret: secretOf(request) }, originOf(request)).catch(orNull);
    if (link === null) return sendPage(reply, views.expiredPage);
    const way = await wayOf(continueTo, request, reply);
    return sendPage(reply, views.linkPage({ ...way, ...link, action, problem }));
  }

  async function followLink(action: string, request: FastifyRequest, reply: FastifyReply) {
    const { name, password, revoke, continue: continueTo } = formOf(request);
    const given = { name: name.trim() || undefined, password: password || undefined, revokeTokens: revoke === "yes" };
    try {
      const { person } = await accounts.useLink({ secret: secretOf(request), ...given }, originOf(request));
      return await enter(person, continueTo, request, reply);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error.code === status.NOT_FOUND) return sendPage(reply, views.expiredPage);
      if (error.code !== status.INVALID_ARGUMENT) throw error;
      return showLink(action, continueTo, error.message, request, reply);
    }
  }

  /** Signs a person in, and continues with the client's request, if any. */
  async function enter(person: number, continueTo: string, request: FastifyRequest, reply: FastifyReply) {
    const oidc = await provider();
    const interaction = await interactionOf(continueTo, request, reply);
    if (interaction === null) {
      await beginSession(oidc, request, reply, person);
      return reply.redirect("/account", 303);
    }
    await setBrowserOwner(oidc, request, reply, person);
    const result = { login: { accountId: String(person) } };
    return reply.redirect(await oidc.interactionResult(request.raw, reply.raw, result), 303);
  }

  // ---- Requests of OpenID clients

  app.get(views.CONSENT, HIDDEN, async (request, reply) => {
    const session = await signedIn(request);
    const { continue: continueTo } = formOf(request);
    const interaction = await interactionOf(continueTo, request, reply);
    if (interaction === null) return sendPage(reply, views.expiredPage);
    return askForConsent(session, interaction.params, request, reply);
  });

  async function askForConsent(
    session: { readonly id: string; readonly person: number },
    params: Readonly<Record<string, unknown>>,
    request: FastifyRequest,
    reply: FastifyReply,
    problem: string | null = null,
  ) {
    const { client_id: id, scope } = params as { client_id: string; scope?: string };
    const client = await (await provider()).Client.find(id);
    const scopes = scopesIn(scope);
    const { hasPassword } = await accounts.getAccount({}, callOf(session.person, request));
    const consent = {
      client: client?.clientName ?? id,
      scopes,
      csrf: csrfToken(session.id),
      way: await wayOf(formOf(request).continue, request, reply),
      asksForPassword: hasPassword && needsPassword(scopes),
      problem,
    };
    return sendPage(reply, views.consentPage(consent));
  }

  app.post(views.CONSENT, changing("password"), async (request, reply) => {
    const session = await signedIn(request);
    const { continue: continueTo, answer } = formOf(request);
    const oidc = await provider();
    const interaction = await interactionOf(continueTo, request, reply);
    if (interaction === null) return sendPage(reply, views.expiredPage);
    if (answer !== "yes") {
      const refused = { error: "access_denied", error_description: "The user denied access" };
      return reply.redirect(await oidc.interactionResult(request.raw, reply.raw, refused), 303);
    }
    const { client_id: clientId, scope } = interaction.params as { client_id: string; scope?: string };
    if (needsPassword(scopesIn(scope)) && !(await isConfirmedBy(session.person, request))) {
      return askForConsent(session, interaction.params, request, reply, NEEDS_PASSWORD);
    }
    const grant =
      (interaction.grantId === undefined ? undefined : await oidc.Grant.find(interaction.grantId)) ??
      new oidc.Grant({ clientId, accountId: String(session.person) });
    grant.addOIDCScope(scope ?? "");
    const consent = { consent: { grantId: await grant.save() } };
    return reply.redirect(await oidc.interactionResult(request.raw, reply.raw, consent), 303);
  });

  // ---- Invitations

  app.get("/invitation/:secret", HIDDEN, async (request, reply) => {
    const secret = secretOf(request);
    const session = await sessionOf(request);
    if (session === null) return showLink(`/invitation/${secret}`, "", null, request, reply);
    const link = await accounts.findLink({ secret }, originOf(request)).catch(orNull);
    if (link === null) return sendPage(reply, views.expiredPage);
    const { account } = await accounts.getAccount({}, callOf(session.person, request));
    return sendPage(reply, views.acceptPage(secret, link.email, account?.email ?? "", csrfToken(session.id)));
  });

  app.post("/invitation/:secret", changing("link"), (request, reply) =>
    followLink(`/invitation/${secretOf(request)}`, request, reply),
  );

  app.post("/invitation/:secret/accept", changing("session"), async (request, reply) => {
    const { person } = await signedIn(request);
    await accounts.acceptInvitation({ secret: secretOf(request) }, callOf(person, request));
    return reply.redirect("/account", 303);
  });

  // ---- The account

  app.get("/account", HIDDEN, async (request, reply) => {
    const session = await sessionOf(request);
    if (session === null) return reply.redirect(views.SIGN_IN, 303);
    const account = await accounts.getAccount({}, callOf(session.person, request));
    return sendPage(reply, views.accountPage(account, csrfToken(session.id)));
  });

  app.post("/account/tokens", changing("password"), async (request, reply) => {
    const { id, person } = await signedIn(request);
    const { label, scopes, days } = formOf(request);
    const context = callOf(person, request);
    const allowed = scopes.filter(isScope);
    const show = async (result: views.AccountResult) =>
      sendPage(reply, views.accountPage(await accounts.getAccount({}, context), csrfToken(id), result));
    if (allowed.length === 0) return show({ problem: "No token was created: choose at least one scope." });
    if (needsPassword(allowed) && !(await isConfirmedBy(person, request))) return show({ problem: NEEDS_PASSWORD });
    const { token } = await accounts.issueToken({ label, scopes: allowed, days }, context);
    return show({ made: token });
  });

  app.post("/account/tokens/:key/revoke", changing("session"), async (request, reply) => {
    const { person } = await signedIn(request);
    await accounts.revokeToken({ key: parameter.parse(request.params).key ?? "" }, callOf(person, request));
    return reply.redirect("/account", 303);
  });

  app.post("/account/addresses/:key/remove", changing("session"), async (request, reply) => {
    const { person } = await signedIn(request);
    const id = toId(parameter.parse(request.params).key);
    if (id === null) throw new PageError(404, "This address does not exist");
    await accounts.removeAddress({ id }, callOf(person, request));
    return reply.redirect("/account", 303);
  });

  app.post("/sign-out", changing("session"), async (request, reply) => {
    await signedIn(request);
    await endSession(await provider(), request, reply);
    return reply.redirect(views.SIGN_IN, 303);
  });

  /** For scripts of our own pages: the signed-in person, and the CSRF token for changes. */
  app.get(SESSION, HIDDEN, async (request, reply) => {
    const session = await signedIn(request);
    void reply.header("cache-control", "no-store");
    return { id: session.person, csrf_token: csrfToken(session.id) };
  });

  savedScenarioPages(app, backends, { sessionOf, signedIn, callOf });
  const visitors: SettingsVisitors = { sessionOf, signedIn, callOf, originOf, isOnThisMachine };
  settingsRoutes(app, { accounts, provider, site }, visitors);
  visitorRoutes(app, { ...backends, provider, site, issuers: issuers.configured }, visitors);

  // ---- The caller

  /** Whether a form has the account's password, if the account has one. */
  async function isConfirmedBy(person: number, request: FastifyRequest): Promise<boolean> {
    const account = await accounts.getAccount({}, callOf(person, request));
    return isConfirmed(accounts, person, account, formOf(request).current, originOf(request));
  }

  /** The signed-in person; null when there is none. */
  async function sessionOf(request: FastifyRequest): Promise<{ readonly id: string; readonly person: number } | null> {
    const id = sessionId(request);
    if (id === null) return null;
    const { principal } = await accounts.introspect({ token: id, isSession: true }, originOf(request));
    return principal === undefined ? null : { id, person: principal.person };
  }

  /** Like `sessionOf`, for actions that require a session and a form of our own pages. */
  async function signedIn(request: FastifyRequest) {
    const session = await sessionOf(request);
    if (session === null) throw new PageError(401, "You are not signed in, or your session has expired");
    if (request.method === "POST" && !isCsrfToken(session.id, formOf(request).csrf)) {
      throw new PageError(403, "This form belongs to another session: go back and reload the page");
    }
    return session;
  }

  /** The client's request that this browser is deciding on; null when there is none or it has expired. */
  async function interactionOf(continueTo: string, { raw }: FastifyRequest, reply: FastifyReply) {
    if (continueTo === "") return null;
    const found = await (await provider()).interactionDetails(raw, reply.raw).catch(() => null);
    return found?.uid === continueTo ? found : null;
  }

  async function wayOf(continueTo: string, request: FastifyRequest, reply: FastifyReply): Promise<views.Way> {
    const target = (await interactionOf(continueTo, request, reply))?.params["redirect_uri"];
    return { continueTo, formTarget: typeof target === "string" ? new URL(target).origin : null };
  }
}

const scopesIn = (scope: string | undefined): readonly string[] => (scope ?? "").split(" ");
const secretOf = ({ params }: FastifyRequest): string => encodeURIComponent(parameter.parse(params).secret ?? "");

/** Whether the browser runs on the gateway's machine and connects by a loopback name, without a proxy. */
const isOnThisMachine = ({ server, socket, hostname, headers }: FastifyRequest): boolean =>
  server.publicUrl === null &&
  isLoopback(socket.remoteAddress ?? "") &&
  (hostname === "localhost" || isLoopback(hostname)) &&
  headers["x-forwarded-for"] === undefined &&
  headers.forwarded === undefined;

const originOf = ({ id, ip }: FastifyRequest): CallOrigin => ({ requestId: id, client: ip });
const callOf = (person: number, request: FastifyRequest): CallOrigin => ({
  ...originOf(request),
  actor: `user:${person}`,
});

function orNull(error: unknown): null {
  if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
  throw error;
}

/** Status and message of an error, for the user. */
function explained(error: Error): readonly [number, string] {
  if (error instanceof PageError) return [error.statusCode, error.message];
  if (!(error instanceof RpcError)) {
    const { statusCode = 500 } = error as { readonly statusCode?: number };
    if (statusCode === 503) return [503, "The service is busy; try again later."];
    return statusCode < 500 ? [statusCode, error.message] : [500, "Something went wrong."];
  }
  switch (error.code) {
    case status.RESOURCE_EXHAUSTED:
      return [429, "Too many attempts. Wait 15 minutes, or request a sign-in link by email."];
    case status.INVALID_ARGUMENT:
    case status.FAILED_PRECONDITION:
      return [422, error.message];
    case status.NOT_FOUND:
      return [404, error.message];
    case status.UNAVAILABLE:
    case status.DEADLINE_EXCEEDED:
      return [503, "The service is not available; try again later."];
    default:
      return [500, "Something went wrong."];
  }
}
