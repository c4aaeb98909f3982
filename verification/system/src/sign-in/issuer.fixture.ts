/**
 * An OpenID issuer for tests. It immediately signs in the user that a test sets, and checks codes, PKCE and secrets.
 */
import { hash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface Claims {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface TestIssuer {
  readonly url: string;
  /** Sets the user of later sign-ins; null refuses all sign-ins. */
  signIn(user: Claims | null): void;
  /** Makes the issuer stop responding, or respond again. */
  setUnavailable(isUnavailable: boolean): void;
  close(): void;
}

/** Starts an issuer with one registered client. */
export async function startIssuer(client: { readonly id: string; readonly secret: string }): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "k", alg: "RS256", use: "sig" };
  const codes = new Map<string, { readonly claims: Claims; readonly parameters: URLSearchParams }>();
  let currentUser: Claims | null = null;
  let isUnavailable = false;
  let url = "";

  const authorize = (parameters: URLSearchParams): string => {
    const callback = new URL(parameters.get("redirect_uri")!);
    callback.searchParams.set("state", parameters.get("state")!);
    callback.searchParams.set("iss", url);
    if (currentUser === null) callback.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      codes.set(code, { claims: currentUser, parameters });
      callback.searchParams.set("code", code);
    }
    return callback.href;
  };

  /** Tokens for a code; null if anything differs from the authorization request. */
  async function tokensFor(form: URLSearchParams, authorization: string) {
    const grant = codes.get(form.get("code")!);
    codes.delete(form.get("code")!);
    const challenge = hash("sha256", form.get("code_verifier") ?? "", "base64url");
    const [id, secret] = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
      .toString()
      .split(":");
    const isClient = decodeURIComponent(id ?? "") === client.id && decodeURIComponent(secret ?? "") === client.secret;
    const isExpected =
      grant?.parameters.get("code_challenge_method") === "S256" &&
      grant.parameters.get("code_challenge") === challenge &&
      grant.parameters.get("redirect_uri") === form.get("redirect_uri");
    if (grant === undefined || !isClient || !isExpected) return null;
    const { sub, ...otherClaims } = grant.claims;
    const token = await new SignJWT({ ...otherClaims, nonce: grant.parameters.get("nonce") })
      .setProtectedHeader({ alg: "RS256", kid: "k" })
      .setIssuer(url)
      .setSubject(sub)
      .setAudience(client.id)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);
    return { access_token: randomUUID(), token_type: "Bearer", id_token: token };
  }

  const server = createServer((request, response) => {
    const target = new URL(request.url ?? "", url);
    const respond = async (): Promise<readonly [status: number, body: object]> => {
      if (target.pathname === "/token") {
        const tokens = await tokensFor(await formOf(request), request.headers.authorization ?? "");
        return tokens === null ? [400, { error: "invalid_grant" }] : [200, tokens];
      }
      if (target.pathname === "/keys") return [200, { keys: [jwk] }];
      const endpoints = { authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
      return [200, { issuer: url, jwks_uri: `${url}/keys`, response_types_supported: ["code"], ...endpoints }];
    };
    if (isUnavailable) return void request.socket.destroy();
    if (target.pathname === "/authorize") {
      return void response.writeHead(303, { location: authorize(target.searchParams) }).end();
    }
    respond().then(
      ([status, body]) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    signIn: (user) => void (currentUser = user),
    setUnavailable: (value) => void (isUnavailable = value),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return new URLSearchParams(text);
}
