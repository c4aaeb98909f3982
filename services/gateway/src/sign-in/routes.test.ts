/** Calls of our pages to the accounts service, and pages for its refusals. */
import type { SendLinkRequest } from "@etesian/contracts/accounts";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { gateway, principal } from "../gateway.fixture.ts";

const form = (fields: { readonly [name: string]: string }) => ({
  payload: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

test("links in emails lead to the public URL, independent of the request", async () => {
  const requests: SendLinkRequest[] = [];
  const app = await gateway(
    { accounts: { sendLink: async (request) => (requests.push(request), {}) } },
    { trustProxy: 1 },
  );
  const { payload, headers } = form({ email: "ada@example.org" });
  for (const forged of [
    { host: "evil.example.org" },
    { "x-forwarded-host": "evil.example.org" },
    { forwarded: "host=evil" },
  ]) {
    await app.inject({ method: "POST", url: "/sign-in/link", payload, headers: { ...headers, ...forged } });
  }
  expect(requests.map(({ site }) => site)).toEqual(Array.from({ length: 3 }, () => "https://etesian.example.org"));
});

test("only a client's request id is carried through sign-in", async () => {
  const requests: SendLinkRequest[] = [];
  const app = await gateway({ accounts: { sendLink: async (request) => (requests.push(request), {}) } });
  for (const continueTo of [
    "https://evil.example.org",
    "//evil.example.org",
    "/account",
    "javascript:alert(1)",
    "../x",
  ]) {
    await app.inject({ method: "POST", url: "/sign-in/link", ...form({ email: "a@b.org", continue: continueTo }) });
  }
  expect(requests.map((request) => request.continue)).toEqual(["", "", "", "", ""]);
});

describe("without a mail server", () => {
  const ask = async (facts: {
    readonly remoteAddress?: string;
    readonly headers?: object;
    readonly publicUrl?: string;
  }) => {
    const { remoteAddress = "127.0.0.1", headers = {}, publicUrl = null } = facts;
    const app = await gateway({ accounts: { sendLink: async () => ({ writtenTo: "/home/ada/mail" }) } }, { publicUrl });
    const sent = form({ email: "a@b.org" });
    const request = { method: "POST", url: "/sign-in/link", remoteAddress, ...sent } as const;
    return (await app.inject({ ...request, headers: { ...sent.headers, host: "localhost:3000", ...headers } })).body;
  };

  test("a person on the gateway's machine sees the directory of emails", async () => {
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) {
      expect([host, await ask({ headers: { host } })]).toEqual([host, expect.stringContaining("/home/ada/mail")]);
    }
  });

  test.each([
    ["from another machine", { remoteAddress: "10.0.0.7" }],
    ["through a proxy of this machine", { headers: { "x-forwarded-for": "10.0.0.7" } }],
    ["by a public name", { headers: { host: "etesian.example.org" } }],
    ["at a service with a public address", { publicUrl: "https://etesian.example.org" }],
  ])("a person %s does not see the directory of emails", async (_where, facts) => {
    const page = await ask(facts);
    expect(page).not.toContain("/home/ada/mail");
    expect(page).toContain("We sent an email");
  });
});

test("a wrong password keeps the email and focuses the password field", async () => {
  const app = await gateway({ accounts: { checkPassword: async () => ({ person: undefined }) } });
  const email = 'ada"@example.org';
  const { statusCode, body } = await app.inject({ method: "POST", url: "/sign-in", ...form({ email, password: "x" }) });
  expect(statusCode).toBe(401);
  expect(body.match(/value="ada&quot;@example\.org"/g)).toHaveLength(2);
  expect(/<input[^>]*autofocus[^>]*>/.exec(body)![0]).toContain('name="password"');
});

describe("messages of pages", () => {
  const refusals = [
    [status.RESOURCE_EXHAUSTED, 429, "Too many attempts"],
    [status.UNAVAILABLE, 503, "try again later"],
    [status.INTERNAL, 500, "Something went wrong"],
    [status.INVALID_ARGUMENT, 422, "the words of the service"],
  ] as const;
  test.each(refusals)("a page explains %s: %i, %s", async (code, expected, words) => {
    const refuse = () => Promise.reject(new RpcError(code, "the words of the service <b>"));
    const app = await gateway({ accounts: { checkPassword: refuse } });
    const answer = await app.inject({ method: "POST", url: "/sign-in", ...form({ email: "a@b.org", password: "x" }) });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([expected, "text/html; charset=utf-8"]);
    expect(answer.body).toContain(words);
    expect(answer.body).not.toContain("<b>");
  });

  test("pages explain an expired link, a missing session, and an unknown path", async () => {
    const gone = () => Promise.reject(new RpcError(status.NOT_FOUND, "expired"));
    const app = await gateway({ accounts: { findLink: gone, introspect: async () => ({ principal: undefined }) } });
    expect((await app.inject("/sign-in/link/x")).body).toContain("This link has expired");
    expect((await app.inject("/account")).headers.location).toBe("/sign-in");
    const refused = await app.inject({ method: "POST", url: "/account/tokens", ...form({ label: "x" }) });
    expect(refused.statusCode).toBe(401);
    expect((await app.inject({ method: "PUT", url: "/sign-in" })).statusCode).toBe(405);
  });
});

describe("a new token", () => {
  const session = `etesian_session=${"s".repeat(21)}`;
  async function signedIn() {
    const requests: string[][] = [];
    const app = await gateway({
      accounts: {
        introspect: async () => ({ principal: principal() }),
        getAccount: async () => ({ account: undefined, hasPassword: false, tokens: [], addedAddresses: [] }),
        issueToken: async ({ scopes }) => (requests.push(scopes), { token: "etm_1_a_b" }),
      },
    });
    const page = (await app.inject({ url: "/account", headers: { cookie: session } })).body;
    const [, csrf = ""] = /name="csrf" value="([\w-]+)"/.exec(page)!;
    const make = (fields: { readonly [name: string]: string }) => {
      const { payload, headers } = form({ csrf, label: "x", days: "7", ...fields });
      const request = { method: "POST", url: "/account/tokens", payload } as const;
      return app.inject({ ...request, headers: { ...headers, cookie: session } });
    };
    return { page, make, requests };
  }

  test("a new token has the read scope by default, and requires a scope", async () => {
    const { page, make, requests } = await signedIn();
    const boxes = page.match(/<input[^>]*type="checkbox"[^>]*>/g)!;
    expect(boxes.map((box) => [/value="([^"]*)"/.exec(box)![1], box.includes("checked")])).toEqual([
      ["scenarios:read", true],
      ["scenarios:write", false],
      ["scenarios:delete", false],
    ]);
    for (const fields of [{}, { "scopes[]": "nonsense" }] as const) {
      const refused = await make(fields);
      expect(refused.statusCode).toBe(422);
      expect(refused.body).toContain("choose at least one scope");
    }
    expect(requests).toEqual([]);
  });

  test("a new token is shown in a field, escaped, with a button that copies it", async () => {
    const { make, page } = await signedIn();
    const { body, headers } = await make({ "scopes[]": "scenarios:read" });
    expect(body).toMatch(/<input class="token" readonly value="etm_1_a_b"/);
    expect(body).toContain('class="copy"');
    expect(headers["content-security-policy"]).toMatch(/script-src 'sha256-[\w+/]+=';/);
    expect(page).not.toContain("<script>");
  });
});

describe("added addresses", () => {
  const ADDED = { id: 7, email: "ada@second.example.org" };
  const session = `etesian_session=${"s".repeat(21)}`;
  /** Ada's account pages in a session, and the ids that she removed. */
  async function signedIn(invited = "ada@second.example.org") {
    const removed: unknown[] = [];
    const app = await gateway({
      accounts: {
        introspect: async () => ({ principal: principal() }),
        findLink: async () => ({ email: invited, hasAccount: false, tokens: [] }),
        getAccount: async () => ({
          account: { id: 1, email: "ada@example.org", name: undefined, privateScenarios: false, admin: false },
          hasPassword: false,
          tokens: [],
          addedAddresses: [ADDED],
        }),
        removeAddress: async (request) => (removed.push(request), {}),
      },
    });
    const get = async (url: string) => (await app.inject({ url, headers: { cookie: session } })).body;
    return { app, get, removed };
  }

  test("the account page lists added addresses, each with a button that removes it", async () => {
    const { app, get, removed } = await signedIn();
    const page = await get("/account");
    expect(page).toContain("ada@second.example.org");
    const [, csrf = ""] = /name="csrf" value="([\w-]+)"/.exec(page)!;
    const { payload, headers } = form({ csrf });
    const url = "/account/addresses/7/remove";
    expect(page).toContain(`action="${url}"`);
    const send = (body: string) =>
      app.inject({ method: "POST", url, payload: body, headers: { ...headers, cookie: session } });
    expect((await send("csrf=guess")).statusCode).toBe(403);
    expect((await send(payload)).headers.location).toBe("/account");
    expect(removed).toEqual([{ id: 7 }]);
  });

  test("an invitation to an address other than the account's explains this, and that it cannot sign in", async () => {
    const { get } = await signedIn();
    const question = await get("/invitation/x");
    expect(question).toContain("This is not your account's address");
    expect(question).toContain("The address cannot be used to sign in");
    expect(await (await signedIn("Ada@Example.org")).get("/invitation/x")).not.toContain(
      "This is not your account's address",
    );
  });
});
