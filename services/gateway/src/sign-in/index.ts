/** Signing in: the OpenID provider for programs of other origins, and our own pages. */
import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import type { Backends } from "../backends.ts";
import { sendPage } from "./html.ts";
import type { ConfiguredClient } from "./clients.ts";
import { signInRoutes } from "./routes.ts";
import { messagePage } from "./views.ts";

export interface SignInSettings {
  readonly clients: readonly ConfiguredClient[];
  /** Whether programs may introduce themselves. */
  readonly registration: boolean;
  /** Whether X-Forwarded-… headers are believed. */
  readonly isBehindProxy: boolean;
}

const PROTOCOL = ["/oauth/*", "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];

/** `site`: the provider's name, known once the gateway listens. */
export async function registerSignIn(
  app: FastifyInstance,
  backends: Backends,
  site: () => string,
  settings: SignInSettings,
): Promise<void> {
  let made: Promise<Provider> | null = null;
  const make = async (): Promise<Provider> => {
    const { createProvider } = await import("./provider.ts");
    return createProvider(backends.accounts, { site: site(), ...settings });
  };
  /** Loaded and made when it is first needed: its keys are with the accounts service. */
  const provider = (): Promise<Provider> => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
  await app.register((pages) => signInRoutes(pages, { backends, provider, site }));
  await app.register(async (protocol) => {
    // Its library reads bodies itself.
    protocol.removeAllContentTypeParsers();
    protocol.addContentTypeParser("*", (_request, _payload, done) => done(null));
    protocol.setErrorHandler((error, request, reply) => {
      request.log.error({ err: error }, "signing in failed");
      return sendPage(reply, messagePage("This did not work", "The service is not available; try again later.", 503));
    });
    for (const url of PROTOCOL) {
      protocol.route({
        method: ["GET", "POST", "PUT", "DELETE"],
        url,
        config: { matchesAnything: true, decidesOnOrigins: true },
        schema: { hide: true },
        async handler({ raw }, reply) {
          const answer = (await provider()).callback();
          reply.hijack();
          // What is safe for all answers; who may read this one is the provider's decision.
          for (const [name, value] of Object.entries(reply.getHeaders())) {
            const isTheirs =
              name.startsWith("access-control-") || name === "content-security-policy" || name === "vary";
            if (value !== undefined && !isTheirs) reply.raw.setHeader(name, value);
          }
          await answer(raw, reply.raw);
        },
      });
    }
  });
}
