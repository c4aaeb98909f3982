/**
 * The OpenID provider: programs from other origins sign users in with their account here. The library implements the
 * protocol; this module configures it, and connects it to accounts, keys and clients.
 */
import type { AccountsServiceDefinition, GetSigningKeysResponse } from "@etesian/contracts/accounts";
import { SCOPES } from "@etesian/contracts/rights";
import type { Calls } from "@etesian/service-kit";
import { type Client, type Configuration, type JWKS, type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { ConfiguredClient } from "./clients.ts";
import { apiError } from "../http/errors.ts";
import { prefersHtml } from "../http/navigation.ts";
import { isTrustworthy } from "../http/loopback.ts";
import { errorPage } from "../pages/error-page.ts";
import { documentOf, html, Html, type Page, pageHeaders } from "../pages/html.ts";
import { Records } from "./records.ts";
import { CLEAR_SITE_DATA, OWNER_COOKIE, SESSION_COOKIE, SESSION_SECONDS } from "./sessions.ts";
import { CONSENT, SIGN_IN } from "./views.ts";

export interface ProviderOptions {
  /** The issuer identifier: the public URL. */
  readonly site: string;
  readonly clients: readonly ConfiguredClient[];
  /** Whether clients may register themselves. */
  readonly registration: boolean;
  /** Whether X-Forwarded-… headers are trusted. */
  readonly isBehindProxy: boolean;
}

/** Context of any request, including requests outside the protocol. */
type KoaContext = Parameters<Parameters<Provider["use"]>[0]>[0];

const HOUR = 3_600;
const ROUTES = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  revocation: "/oauth/revoke",
  introspection: "/oauth/introspect",
  userinfo: "/oauth/userinfo",
  jwks: "/oauth/discovery/keys",
  registration: "/oauth/register",
  end_session: "/oauth/sign-out",
};

/** The first signing key signs; all are published. */
export function createProvider(
  accounts: Calls<AccountsServiceDefinition>,
  { jwksJson, cookieKeys }: GetSigningKeysResponse,
  { site, clients, registration, isBehindProxy }: ProviderOptions,
): Provider {
  // Users need not consent to clients that the operator configured.
  const trustedClients = new Set(clients.map(({ client_id }) => client_id));
  const configuration: Configuration = {
    adapter: (model) => new Records(accounts, model),
    clients: clients.map((client) => ({
      ...client,
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: client.client_secret === undefined ? "none" : "client_secret_basic",
    })),
    jwks: JSON.parse(jwksJson) as JWKS,
    cookies: {
      names: { session: SESSION_COOKIE, interaction: "etesian_interaction", resume: "etesian_resume" },
      keys: [...cookieKeys],
      long: { httpOnly: true, sameSite: "lax", signed: true },
      short: { httpOnly: true, sameSite: "lax", signed: true },
    },
    routes: ROUTES,
    responseTypes: ["code"],
    scopes: ["openid", "offline_access", "public", "profile", "email", "roles", ...SCOPES],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], roles: ["roles"] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      introspection: { enabled: true },
      registration: { enabled: registration },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => signOutPage(context, form),
        postLogoutSuccessSource: (context) => render(context, "Signed out", html`<p>You are signed out.</p>`),
      },
    },
    ttl: {
      AccessToken: 2 * HOUR,
      AuthorizationCode: 60,
      IdToken: HOUR,
      RefreshToken: SESSION_SECONDS,
      Session: SESSION_SECONDS,
      Grant: SESSION_SECONDS,
      Interaction: HOUR,
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
    clientBasedCORS: (_context, origin, client) => originsOf(client).includes(origin),
    findAccount: async (_context, id) => {
      const { people } = await accounts.getPeople({ ids: [Number(id)], acquainted: false });
      const [person] = people;
      if (person?.hasAccount !== true) return undefined;
      const { email, name } = person;
      return {
        accountId: id,
        claims: async () => ({
          sub: id,
          roles: ["user"],
          ...(name === undefined ? {} : { name }),
          ...verifiedEmail(email),
        }),
      };
    },
    interactions: {
      url: (_context, { uid, prompt }) => `${prompt.name === "consent" ? CONSENT : SIGN_IN}?continue=${uid}`,
    },
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider, result, params } = oidc;
      const clientId = client!.clientId;
      const grantId = result?.consent?.grantId ?? session!.grantIdFor(clientId);
      const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      if (!trustedClients.has(clientId)) return grant;
      const activeGrant = grant ?? new provider.Grant({ clientId, accountId: session!.accountId! });
      activeGrant.addOIDCScope(typeof params?.["scope"] === "string" ? params["scope"] : "");
      await activeGrant.save();
      return activeGrant;
    },
    renderError: (context, { error, error_description: description }) =>
      render(context, "Request failed", html`<p role="alert">${description ?? error}</p>`),
  };
  const provider = new Provider(site, configuration);
  provider.proxy = isBehindProxy;
  provider.use(async (context, next) => {
    await next();
    const { oidc } = context as Partial<KoaContextWithOIDC>;
    if (oidc?.route !== "end_session_confirm" || oidc.params?.["logout"] === undefined || context.status !== 303)
      return;
    context.cookies.set(OWNER_COOKIE, null, { signed: false });
    const { protocol, hostname } = new URL(site);
    if (isTrustworthy({ isHttps: protocol === "https:", hostname }))
      context.set(CLEAR_SITE_DATA.name, CLEAR_SITE_DATA.value);
  });
  // The library responds to unknown paths with plain text; this response has our format.
  provider.use(async (context, next) => {
    await next();
    if (context.status !== 404 || (context.body ?? null) !== null) return;
    context.status = 404;
    if (prefersHtml({ headers: context.headers, url: context.url }))
      renderPage(context, errorPage(apiError("no_such_route")));
    else context.body = { errors: apiError("no_such_route").errors };
  });
  useSiteUrl(provider, site);
  return provider;
}

/**
 * Makes the provider use the site's URL for its endpoints and redirects. The library would take them from `Host`,
 * `X-Forwarded-Host` or an absolute URL in the request line.
 */
function useSiteUrl({ request }: Provider, site: string): void {
  const { protocol, host } = new URL(site);
  const requestPrototype = Object.getPrototypeOf(request) as object;
  Object.defineProperties(request, {
    host: { get: () => host },
    protocol: {
      // Behind a trusted proxy, cookies are secure even if no public URL is set.
      get: function (this: object) {
        return protocol === "https:" ? "https" : (Reflect.get(requestPrototype, "protocol", this) as unknown);
      },
    },
    href: {
      get: function (this: { readonly originalUrl: string }) {
        return `${protocol}//${host}${this.originalUrl}`;
      },
    },
  });
}

/** An account's email is always verified, either by an emailed link or by another issuer. */
const verifiedEmail = (email: string) => (email === "" ? {} : { email, email_verified: true });

/** Origins of a client's redirect URIs, whose scripts request tokens. */
export const originsOf = ({ redirectUris = [] }: Pick<Client, "redirectUris">): readonly string[] =>
  redirectUris.map((uri) => new URL(uri).origin);

const SIGN_OUT_FORM = "op.logoutForm";

function signOutPage(context: KoaContextWithOIDC, form: string): void {
  const body = html`<p>Do you want to sign out?</p>
    ${new Html(form)}
    <button type="submit" form="${SIGN_OUT_FORM}" value="yes" name="logout">Sign out</button>
    <button type="submit" form="${SIGN_OUT_FORM}">Stay signed in</button>`;
  const returnOrigins = context.oidc.client?.postLogoutRedirectUris?.map((uri) => new URL(uri).origin) ?? [];
  render(context, "Sign out", body, returnOrigins.join(" ") || null);
}

const render = (context: KoaContext, title: string, body: Html, formTarget: string | null = null): void =>
  renderPage(context, { title, body, formTarget });

function renderPage(context: KoaContext, page: Page): void {
  context.set(pageHeaders(page));
  context.type = "html";
  context.body = documentOf(page);
}
