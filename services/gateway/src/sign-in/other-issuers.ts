/** Other OpenID issuers that users can sign in with; an operator has registered this server with them as a client. */
import { readFileSync } from "node:fs";
import { ACCOUNTS, TEXTS } from "@etesian/contracts/limits";
import type * as openid from "openid-client";
import { z } from "zod";
import { ClientsError } from "./clients.ts";

const issuerSchema = z
  .object({
    /** Part of our callback URL at the issuer: `/sign-in/with/ID/callback`. */
    id: z.string().regex(/^[a-z\d-]{1,32}$/),
    /** Shown as "Sign in with …". */
    name: z.string().min(1).max(100),
    issuer: z.url({ protocol: /^https?$/ }),
    client_id: z.string().min(1).max(ACCOUNTS.clientLength),
    client_secret: z.string().min(1).optional(),
  })
  .strict();
const issuersSchema = z
  .array(issuerSchema)
  .refine((issuers) => new Set(issuers.map(({ id }) => id)).size === issuers.length, "each ID may occur only once");
export type ConfiguredIssuer = z.infer<typeof issuerSchema>;

/** @throws ClientsError */
export function readIssuers(file: string | null): readonly ConfiguredIssuer[] {
  if (file === null) return [];
  try {
    return issuersSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new ClientsError(`--oidc-sign-in ${file}: expected a JSON list of issuers: ${reason}`, { cause: error });
  }
}

/** State that the browser stores during the sign-in; a response that does not match it is refused. */
export const pendingSignInSchema = z.object({
  issuer: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  continueTo: z.string(),
});
export type PendingSignIn = z.infer<typeof pendingSignInSchema>;

/** The person as described by an issuer. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Null when there is none or the issuer has not verified it. */
  readonly email: string | null;
  readonly name: string | null;
}

/** The sign-in failed: the issuer refused, did not respond, or its response is invalid. */
export class SignInFailedError extends Error {
  override readonly name = "SignInFailedError";
}

/** Loaded on first use. */
const library = (): Promise<typeof openid> => import("openid-client");

const TIMEOUT_S = 5;
const SCOPE = "openid email profile";
const claimsSchema = z.object({
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().max(TEXTS.nameLength).optional().catch(undefined),
});

export class OtherIssuers {
  readonly all: readonly ConfiguredIssuer[];
  readonly #site: () => string;
  /** Discovered configurations, by issuer ID. */
  readonly #configurations = new Map<string, Promise<openid.Configuration>>();

  /** `site`: our base URL. */
  constructor(issuers: readonly ConfiguredIssuer[], site: () => string) {
    this.all = issuers;
    this.#site = site;
  }

  find(id: string): ConfiguredIssuer | null {
    return this.all.find((provider) => provider.id === id) ?? null;
  }

  /** URL of the issuer to redirect to, and the state to store in the browser. @throws SignInFailedError */
  async start(
    issuer: ConfiguredIssuer,
    continueTo: string,
  ): Promise<{ readonly url: string; readonly pendingSignIn: PendingSignIn }> {
    const [config, openid] = [await this.#configurationOf(issuer), await library()];
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: `${this.#site()}${callbackOf(issuer)}`,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, pendingSignIn: { issuer: issuer.issuer, state, nonce, verifier, continueTo } };
  }

  /** The signed-in person, from the query string of the callback. @throws SignInFailedError */
  async finish(
    configuredIssuer: ConfiguredIssuer,
    query: string,
    { issuer, state, nonce, verifier }: PendingSignIn,
  ): Promise<Identity> {
    if (issuer !== configuredIssuer.issuer) throw new SignInFailedError("it was started in another browser");
    const [config, openid] = [await this.#configurationOf(configuredIssuer), await library()];
    try {
      const tokens = await openid.authorizationCodeGrant(
        config,
        new URL(`${this.#site()}${callbackOf(configuredIssuer)}${query}`),
        {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        },
      );
      const { iss, sub, ...claims } = tokens.claims()!;
      const { userinfo_endpoint: userinfoEndpoint } = config.serverMetadata();
      // Some issuers return the email only at the userinfo endpoint.
      const facts =
        claims["email"] === undefined && userinfoEndpoint !== undefined
          ? await openid.fetchUserInfo(config, tokens.access_token, sub)
          : claims;
      const { email, email_verified: isVerified, name } = claimsSchema.parse(facts);
      const hasVerifiedEmail = isVerified === true && z.email().safeParse(email).success;
      return { issuer: iss, subject: sub, email: (hasVerifiedEmail ? email : null) ?? null, name: name ?? null };
    } catch (error) {
      throw new SignInFailedError(describeError(error), { cause: error });
    }
  }

  async #configurationOf(issuer: ConfiguredIssuer): Promise<openid.Configuration> {
    const cached = this.#configurations.get(issuer.id) ?? discover(issuer);
    this.#configurations.set(issuer.id, cached);
    try {
      return await cached;
    } catch (error) {
      // The next call retries.
      this.#configurations.delete(issuer.id);
      throw new SignInFailedError(describeError(error), { cause: error });
    }
  }
}

const callbackOf = ({ id }: ConfiguredIssuer): string => `/sign-in/with/${id}/callback`;

/** Error codes of OAuth and OpenID Connect. A callback URL may contain any other text, which must not be logged. */
const CODES = new Set(
  (
    "access_denied account_selection_required consent_required interaction_required invalid_client invalid_grant invalid_request " +
    "invalid_scope login_required server_error temporarily_unavailable unauthorized_client unsupported_grant_type unsupported_response_type"
  ).split(" "),
);

/** The library's message, with the issuer's error code if there is one. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "error" in error && typeof error.error === "string" ? error.error : "";
  return CODES.has(code) ? `${error.message} (${code})` : error.message;
}

/** The client authentication that the issuer supports: in a header, unless it accepts forms only. */
function chooseAuthentication(
  secret: string,
  { ClientSecretBasic, ClientSecretPost }: Pick<typeof openid, "ClientSecretBasic" | "ClientSecretPost">,
): openid.ClientAuth {
  const [basicAuthentication, formAuthentication] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (issuer, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = issuer;
    return (methods.includes("client_secret_basic") ? basicAuthentication : formAuthentication)(issuer, ...request);
  };
}

async function discover({ issuer, client_id: client, client_secret: secret }: ConfiguredIssuer) {
  const openid = await library();
  const config = await openid.discovery(
    new URL(issuer),
    client,
    undefined,
    secret === undefined ? openid.None() : chooseAuthentication(secret, openid),
    // Allowed only for an issuer that the operator configured with http.
    { timeout: TIMEOUT_S, execute: issuer.startsWith("http:") ? [openid.allowInsecureRequests] : [] },
  );
  config.timeout = TIMEOUT_S;
  return config;
}
