/** Tests that responses use the site's URL, regardless of the request's `Host` and `X-Forwarded-Host`. */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { GatewayOptions } from "../gateway.ts";
import { newGateway, scenario } from "../gateway.fixture.ts";

const EVIL = "evil.example.com";
const FORGED_HEADERS = [
  `Host: ${EVIL}`,
  `X-Forwarded-Host: ${EVIL}`,
  "X-Forwarded-Proto: https",
  `X-Forwarded-Server: ${EVIL}`,
  `X-Original-Host: ${EVIL}`,
  `Forwarded: host=${EVIL};proto=https`,
  "Connection: close",
];
const PATHS = [
  "/",
  "/docs/json",
  "/no-such-page",
  "/api/v3/scenarios/1",
  "/api/v3/scenarios/1/history",
  "/api/v3/no-such-route",
  "/api/v1/versions",
  "/sign-in",
  "/account",
  "/.well-known/openid-configuration",
  "/.well-known/oauth-authorization-server",
  "/oauth/discovery/keys",
  "/oauth/no-such-route",
  "/oauth/sign-out",
  `/oauth/authorize?client_id=charts&redirect_uri=${encodeURIComponent("https://charts.example.org/back")}&response_type=code&scope=openid&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256`,
];

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwksJson = JSON.stringify({
  keys: [{ ...privateKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }],
});

/** A listening gateway, and a function that sends it raw bytes. */
async function startGateway(options: Partial<GatewayOptions>) {
  const app = await newGateway(
    {
      scenarios: { getScenario: async () => scenario(), listHistory: async () => ({ changes: [], total: 99 }) },
      accounts: {
        getSigningKeys: async () => ({ jwksJson, cookieKeys: ["a cookie key of some length"] }),
        putOidcRecord: async () => ({}),
        findOidcRecord: async () => ({ payloadJson: undefined, consumedAt: undefined }),
      },
    },
    { clients: [{ client_id: "charts", redirect_uris: ["https://charts.example.org/back"] }], ...options },
  );
  onTestFinished(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const sendRaw = async (line: string, headers: readonly string[]): Promise<string> => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let response = "";
    socket.on("data", (data) => (response += data.toString()));
    socket.write(`${[`${line} HTTP/1.1`, ...headers].join("\r\n")}\r\n\r\n`);
    await once(socket, "close");
    // A machine that is busy with other tests may refuse some connections.
    return response.startsWith("HTTP/1.1 503") ? sendRaw(line, headers) : response;
  };
  return { url, sendRaw };
}

describe.each([
  ["https://etesian.example.org", 0],
  ["https://etesian.example.org", 1],
  [null, 0],
  [null, 1],
])("the public URL %s behind %i proxies", (publicUrl, trustProxy) => {
  test("no response header or body contains a host from the request", async () => {
    const { url, sendRaw } = await startGateway({ publicUrl, trustProxy });
    for (const path of PATHS) {
      for (const line of [`GET ${path}`, `GET http://${EVIL}${path}`]) {
        const response = await sendRaw(line, FORGED_HEADERS);
        expect([line, response.includes("evil"), /^HTTP\/1.1 [234]/.test(response)]).toEqual([line, false, true]);
      }
    }
    const site = publicUrl ?? url;
    expect(await sendRaw("GET /api/v3/scenarios/1", FORGED_HEADERS)).toContain(`"url":"${site}/api/v3/scenarios/1"`);
    expect(await sendRaw("GET /api/v3/scenarios/1/history", FORGED_HEADERS)).toContain(`"next":"${site}/api/v3/`);
    const discovery = await sendRaw("GET /.well-known/openid-configuration", FORGED_HEADERS);
    expect(discovery).toMatch(/^cache-control: public, max-age=300\r$/im);
    const document = JSON.parse(discovery.split("\r\n\r\n")[1]!) as { readonly [field: string]: unknown };
    const endpoints = Object.entries(document).filter(([name]) => /_endpoint$|^jwks_uri$|^issuer$/.test(name));
    expect(endpoints.length).toBeGreaterThan(6);
    expect(endpoints.filter(([, address]) => !String(address).startsWith(site))).toEqual([]);
  });
});

test("a request with two Host headers is refused", async () => {
  const { sendRaw } = await startGateway({});
  for (const path of ["/api/v3/scenarios/1", "/.well-known/openid-configuration", "/no-such-page"]) {
    const response = await sendRaw(`GET ${path}`, ["Host: a.example.org", "HOST: b.example.org", "Connection: close"]);
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain("The request has more than one Host");
  }
});
