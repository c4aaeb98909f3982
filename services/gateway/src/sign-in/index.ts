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

/** How long cached signing keys are used before they are refreshed. */
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
  let made: { readonly provider: Provider; readonly keys: GetSigningKeysResponse } | null = null;
  let looking: Promise<Provider> | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** Created on first use, because its keys come from the accounts service, and again after the keys change. */
  const provider = async (): Promise<Provider> => {
    if (made !== null && Date.now() - checkedAt < KEYS_MS) return made.provider;
    looking ??= look().finally(() => (looking = null));
    return looking;
  };
  async function look(): Promise<Provider> {
    const known = made;
    const keys = await backends.accounts.getSigningKeys({}).catch((error: unknown) => {
      if (known === null) throw error;
      return known.keys;
    });
    checkedAt = Date.now();
    if (known !== null && keys.jwksJson === known.keys.jwksJson) return known.provider;
    const { createProvider } = await import("./provider.ts");
    made = { keys, provider: createProvider(backends.accounts, keys, { site: site(), ...settings }) };
    return made.provider;
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
          const answer = (await provider()).callback();
          reply.hijack();
          // The provider sets CORS headers, its content security policy and Vary itself.
          for (const [name, value] of Object.entries(reply.getHeaders())) {
            const isOwnAccount =
              name.startsWith("access-control-") || name === "content-security-policy" || name === "vary";
            if (value !== undefined && !isOwnAccount) reply.raw.setHeader(name, value);
          }
          if (DISCOVERY.includes(url)) reply.raw.setHeader("cache-control", DISCOVERY_CACHING);
          await withClientAddress(ip, () => answer(raw, reply.raw));
        },
      });
    }
  });
}
