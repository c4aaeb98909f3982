/** Our own pages: sign-in, links in emails, invitations and consent; and the routes of the page's scripts. */
import { TEXTS } from "@etesian/contracts/limits";
import { needsPassword } from "@etesian/contracts/rights";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { apiError, customError } from "../http/errors.ts";
import { isLoopback } from "../http/loopback.ts";
import { changeOptions, HIDDEN, VISITOR } from "./visitor.ts";
import { visitorError, visitorRoutes } from "./visitor-routes.ts";
import { sendPage } from "../pages/html.ts";
import { isConfirmed } from "./account-changes.ts";
import { pendingSignInSchema, type ConfiguredIssuer, SignInFailedError, type OtherIssuers } from "./other-issuers.ts";
import {
  startSession,
  csrfToken,
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

const READ_METHODS = ["GET", "HEAD"];
/** Endpoint for scripts of our own pages. */
const SESSION = "/account/session";
/** The page's screen with the visitor's saved scenarios, tokens and account. */
const YOURS = "/yours";
/** Former pages, with the sections that replace them. */
const FORMER_PAGES: { readonly [path: string]: string } = {
  "/account": YOURS,
  "/account/settings": `${YOURS}#account`,
  "/account/saved-scenarios": `${YOURS}#saved`,
  "/account/saved-scenarios/:id": `${YOURS}#saved`,
};
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
  continue: continueSchema.or(z.literal("")).catch(""),
});
const formOf = ({ body }: FastifyRequest): z.infer<typeof formSchema> => formSchema.parse(body);
const text = z.string().max(TEXTS.linkLength).catch("");
const parameter = z.object({ secret: text, issuer: text }).partial();
/** The secret of a new email address also carries the address, encrypted. */
const newEmailSecret = z.object({ secret: z.string().max(TEXTS.secretLength).catch("") });

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
    const [code, message] = explain(error);
    if (code >= 500) request.log.error({ err: error }, "a page failed");
    return sendPage(reply, views.messagePage("Request failed", message, code));
  });
  app.addHook("onRoute", ({ method, url, config }) => {
    const methods = [method].flat().filter((item) => !READ_METHODS.includes(item));
    if (methods.length > 0 && config?.proof === undefined)
      throw new Error(`${methods.join()} ${url} declares no proof: see Proof in sign-in/visitor.ts`);
  });
  // Only our own pages may send forms: a foreign page could sign its visitors in to an attacker's account.
  app.addHook("onRequest", async ({ method, headers: { origin }, protocol, host }) => {
    // The browser sets both headers of a same-origin request, and pages cannot forge them. Comparing the two also
    // accepts URLs other than the site's.
    const isOwnOrigin = origin === undefined || origin === `${protocol}://${host}` || origin === site();
    if (!READ_METHODS.includes(method) && !isOwnOrigin)
      throw new PageError(403, "This form was sent from another site");
  });

  // ---- Signing in

  app.get("/sign-in", HIDDEN, async (request, reply) =>
    sendPage(reply, views.signInPage(await contextOf(formOf(request).continue, request, reply), issuers.all)),
  );

  app.post("/sign-in", changeOptions("credential"), async (request, reply) => {
    const { email, password, continue: continueTo } = formOf(request);
    const context = await contextOf(continueTo, request, reply);
    const { person } = await accounts.checkPassword({ email, password }, originOf(request));
    if (person === undefined) {
      const problem = "The password is wrong for this email address.";
      return sendPage(reply, views.signInPage(context, issuers.all, { problem, email }));
    }
    return signIn(person, continueTo, request, reply);
  });

  app.post("/sign-in/link", changeOptions("credential"), async (request, reply) => {
    const { email, continue: continueTo } = formOf(request);
    const { writtenTo = null } = await accounts.sendLink(
      { email, site: site(), continue: continueTo },
      originOf(request),
    );
    return sendPage(reply, views.linkSentPage(isOnThisMachine(request) ? writtenTo : null));
  });

  // ---- Signing in with another issuer

  app.get("/sign-in/with/:issuer", HIDDEN, async (request, reply) => {
    const issuer = issuerOf(request);
    const continueTo = formOf(request).continue;
    try {
      const { url, pendingSignIn } = await issuers.start(issuer, continueTo);
      await setStateCookie(await provider(), request, reply, JSON.stringify(pendingSignIn));
      return await reply.redirect(url, 303);
    } catch (error) {
      return showSignInFailure(issuer, continueTo, error, request, reply);
    }
  });

  app.get("/sign-in/with/:issuer/callback", HIDDEN, async (request, reply) => {
    const issuer = issuerOf(request);
    const stateCookie = await takeStateCookie(await provider(), request, reply);
    // The sign-in was started in another browser, or too long ago.
    if (stateCookie === null) return sendPage(reply, views.expiredPage);
    const pendingSignIn = pendingSignInSchema.parse(JSON.parse(stateCookie));
    try {
      const { email, name, ...identityFields } = await issuers.finish(
        issuer,
        new URL(request.url, site()).search,
        pendingSignIn,
      );
      const identity = { ...identityFields, email: email ?? undefined, name: name ?? undefined };
      const { person } = await accounts.useIdentity(identity, originOf(request));
      return await signIn(person, pendingSignIn.continueTo, request, reply);
    } catch (error) {
      return showSignInFailure(issuer, pendingSignIn.continueTo, error, request, reply);
    }
  });

  function issuerOf({ params }: FastifyRequest): ConfiguredIssuer {
    const issuer = issuers.find(parameter.parse(params).issuer ?? "");
    if (issuer === null) throw new PageError(404, "This sign-in method is not available");
    return issuer;
  }

  async function showSignInFailure(
    { id, name }: ConfiguredIssuer,
    continueTo: string,
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (!(error instanceof SignInFailedError)) throw error;
    request.log.warn({ issuer: id, reason: error.message }, "the sign-in failed");
    const problem = `${name} did not sign you in. Try again, or use another sign-in method.`;
    return sendPage(reply, views.signInPage(await contextOf(continueTo, request, reply), issuers.all, { problem }));
  }

  // ---- Links in emails

  // The link is used only when the form is submitted, because mail scanners open links.
  app.get("/sign-in/link/:secret", HIDDEN, async (request, reply) => {
    const continueTo = formOf(request).continue;
    return showLink(`/sign-in/link/${secretOf(request)}`, continueTo, null, request, reply);
  });

  app.post("/sign-in/link/:secret", changeOptions("link"), (request, reply) =>
    followLink(`/sign-in/link/${secretOf(request)}`, request, reply),
  );

  async function showLink(
    action: string,
    continueTo: string,
    problem: string | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const link = await accounts.findLink({ secret: secretOf(request) }, originOf(request)).catch(nullIfNotFound);
    if (link === null) return sendPage(reply, views.expiredPage);
    const context = await contextOf(continueTo, request, reply);
    return sendPage(reply, views.linkPage({ ...context, ...link, action, problem }));
  }

  async function followLink(action: string, request: FastifyRequest, reply: FastifyReply) {
    const { name, password, revoke, continue: continueTo } = formOf(request);
    const fields = { name: name.trim() || undefined, password: password || undefined, revokeTokens: revoke === "yes" };
    try {
      const { person } = await accounts.useLink({ secret: secretOf(request), ...fields }, originOf(request));
      return await signIn(person, continueTo, request, reply);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error.code === status.NOT_FOUND) return sendPage(reply, views.expiredPage);
      if (error.code !== status.INVALID_ARGUMENT) throw error;
      return showLink(action, continueTo, error.message, request, reply);
    }
  }

  // Confirms a new email address of the account in the session.
  app.get("/account/email/:secret", HIDDEN, async (request, reply) => {
    const session = await sessionOf(request);
    if (session === null) return sendPage(reply, views.signInFirstPage);
    const response = await accounts
      .findNewEmail(newEmailSecret.parse(request.params), callOf(session.person, request))
      .catch(nullIfNotFound);
    return sendPage(
      reply,
      response === null ? views.expiredPage : views.newEmailPage(response.email, csrfToken(session.id)),
    );
  });

  app.post("/account/email/:secret", changeOptions("session"), async (request, reply) => {
    const { person } = await requireSession(request);
    const outcome = await accounts
      .useNewEmail(newEmailSecret.parse(request.params), callOf(person, request))
      .catch(nullIfNotFound);
    return outcome === null ? sendPage(reply, views.expiredPage) : reply.redirect(`${YOURS}#account`, 303);
  });

  /** Signs a person in, and continues with the client's request, if any. */
  async function signIn(person: number, continueTo: string, request: FastifyRequest, reply: FastifyReply) {
    const oidc = await provider();
    const interaction = await interactionOf(continueTo, request, reply);
    if (interaction === null) {
      await startSession(oidc, request, reply, person);
      return reply.redirect(YOURS, 303);
    }
    await setBrowserOwner(oidc, request, reply, person);
    const result = { login: { accountId: String(person) } };
    return reply.redirect(await oidc.interactionResult(request.raw, reply.raw, result), 303);
  }

  // ---- Requests of OpenID clients

  app.get(views.CONSENT, HIDDEN, async (request, reply) => {
    const session = await requireSession(request);
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
      context: await contextOf(formOf(request).continue, request, reply),
      requiresPassword: hasPassword && needsPassword(scopes),
      problem,
    };
    return sendPage(reply, views.consentPage(consent));
  }

  app.post(views.CONSENT, changeOptions("password"), async (request, reply) => {
    const session = await requireSession(request);
    const { continue: continueTo, answer } = formOf(request);
    const oidc = await provider();
    const interaction = await interactionOf(continueTo, request, reply);
    if (interaction === null) return sendPage(reply, views.expiredPage);
    if (answer !== "yes") {
      const denial = { error: "access_denied", error_description: "The user denied access" };
      return reply.redirect(await oidc.interactionResult(request.raw, reply.raw, denial), 303);
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
    const link = await accounts.findLink({ secret }, originOf(request)).catch(nullIfNotFound);
    if (link === null) return sendPage(reply, views.expiredPage);
    const { account } = await accounts.getAccount({}, callOf(session.person, request));
    return sendPage(reply, views.acceptPage(secret, link.email, account?.email ?? "", csrfToken(session.id)));
  });

  app.post("/invitation/:secret", changeOptions("link"), (request, reply) =>
    followLink(`/invitation/${secretOf(request)}`, request, reply),
  );

  app.post("/invitation/:secret/accept", changeOptions("session"), async (request, reply) => {
    const { person } = await requireSession(request);
    await accounts.acceptInvitation({ secret: secretOf(request) }, callOf(person, request));
    return reply.redirect(`${YOURS}#account`, 303);
  });

  // ---- The account

  for (const [path, target] of Object.entries(FORMER_PAGES))
    app.get(path, HIDDEN, (_request, reply) => reply.redirect(target, 303));

  /** For scripts of our own pages: the signed-in person, and the CSRF token for changes. */
  app.get(SESSION, HIDDEN, async (request, reply) => {
    const session = await requireSession(request);
    void reply.header("cache-control", "no-store");
    return { id: session.person, csrf_token: csrfToken(session.id) };
  });

  const visitors = { sessionOf, callOf, originOf, isOnThisMachine };
  visitorRoutes(app, { ...backends, provider, site, issuers: issuers.all }, visitors);

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
  async function requireSession(request: FastifyRequest) {
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
    const interaction = await (await provider()).interactionDetails(raw, reply.raw).catch(() => null);
    return interaction?.uid === continueTo ? interaction : null;
  }

  async function contextOf(
    continueTo: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<views.PageContext> {
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

function nullIfNotFound(error: unknown): null {
  if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
  throw error;
}

/** Status and message of an error, for the user. */
function explain(error: Error): readonly [number, string] {
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
