/** Sign-in: the OpenID provider for other origins' programs, and our own pages. */
import type { GetSigningKeysResponse } from "@etesian/contracts/accounts";
import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import type { Backends } from "../backends.ts";
import { ApiError, sendError } from "../http/errors.ts";
import { sendPage } from "../pages/html.ts";
import type { ConfiguredClient } from "./clients.ts";
import { type ConfiguredIssuer, OtherIssuers } from "./other-issuers.ts";
import { withClientAddress } from "./address.ts";
import { signInRoutes } from "./routes.ts";
import { messagePage } from "./views.ts";

export interface SignInSettings {
  readonly clients: readonly ConfiguredClient[];
  /** Whether clients may register themselves. */
  readonly registration: boolean;
  /** Other issuers that users can sign in with. */
  readonly issuers: readonly ConfiguredIssuer[];
  /** Whether X-Forwarded-… headers are trusted. */
  readonly isBehindProxy: boolean;
}

/** Time for which cached signing keys are used before they are refreshed. */
const KEYS_MS = 5 * 60_000;
const DISCOVERY = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];
const PROTOCOL = ["/oauth/*", ...DISCOVERY];
/** The document is the same for all callers and changes only with settings. */
const DISCOVERY_CACHING = "public, max-age=300";

/** `site`: base URL, known once the gateway listens. */
export async function registerSignIn(
  app: FastifyInstance,
  backends: Backends,
  site: () => string,
  settings: SignInSettings,
): Promise<void> {
  let current: { readonly provider: Provider; readonly keys: GetSigningKeysResponse } | null = null;
  let refreshing: Promise<Provider> | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  /**
   * The provider is created on first use, because its keys come from the accounts service, and again after the keys
   * change.
   */
  const provider = async (): Promise<Provider> => {
    if (current !== null && Date.now() - checkedAt < KEYS_MS) return current.provider;
    refreshing ??= refreshProvider().finally(() => (refreshing = null));
    return refreshing;
  };
  async function refreshProvider(): Promise<Provider> {
    const previous = current;
    const keys = await backends.accounts.getSigningKeys({}).catch((error: unknown) => {
      if (previous === null) throw error;
      return previous.keys;
    });
    checkedAt = Date.now();
    if (previous !== null && keys.jwksJson === previous.keys.jwksJson) return previous.provider;
    const { createProvider } = await import("./provider.ts");
    current = { keys, provider: createProvider(backends.accounts, keys, { site: site(), ...settings }) };
    return current.provider;
  }
  const issuers = new OtherIssuers(settings.issuers, site);
  await app.register((pages) => signInRoutes(pages, { backends, provider, site, issuers }));
  await app.register(async (protocol) => {
    // The library parses bodies itself.
    protocol.removeAllContentTypeParsers();
    protocol.addContentTypeParser("*", (_request, _payload, done) => done(null));
    protocol.setErrorHandler((error, request, reply) => {
      if (error instanceof ApiError) return sendError(reply, error);
      request.log.error({ err: error }, "sign-in failed");
      return sendPage(reply, messagePage("Request failed", "The service is not available; try again later.", 503));
    });
    for (const url of PROTOCOL) {
      protocol.route({
        method: ["GET", "POST", "PUT", "DELETE"],
        url,
        config: { matchesAnything: true, decidesOnOrigins: true },
        schema: { hide: true },
        async handler({ raw, ip }, reply) {
          const handle = (await provider()).callback();
          reply.hijack();
          // The provider sets its own CORS headers, content security policy and Vary.
          for (const [name, value] of Object.entries(reply.getHeaders())) {
            const isSetByProvider =
              name.startsWith("access-control-") || name === "content-security-policy" || name === "vary";
            if (value !== undefined && !isSetByProvider) reply.raw.setHeader(name, value);
          }
          if (DISCOVERY.includes(url)) reply.raw.setHeader("cache-control", DISCOVERY_CACHING);
          await withClientAddress(ip, () => handle(raw, reply.raw));
        },
      });
    }
  });
}
