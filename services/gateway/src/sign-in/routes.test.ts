/** Tests calls from our pages to the accounts service, and pages for its refusals. */
import type { SendLinkRequest } from "@etesian/contracts/accounts";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { gateway, principal } from "../gateway.fixture.ts";

const form = (fields: { readonly [name: string]: string }) => ({
  payload: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

test("links in emails lead to the public URL, independently of the request", async () => {
  const requests: SendLinkRequest[] = [];
  const app = await gateway(
    { accounts: { sendLink: async (request) => (requests.push(request), {}) } },
    { trustProxy: 1 },
  );
  const { payload, headers } = form({ email: "ada@example.org" });
  for (const forgedHeaders of [
    { host: "evil.example.org" },
    { "x-forwarded-host": "evil.example.org" },
    { forwarded: "host=evil" },
  ]) {
    await app.inject({ method: "POST", url: "/sign-in/link", payload, headers: { ...headers, ...forgedHeaders } });
  }
  expect(requests.map(({ site }) => site)).toEqual(Array.from({ length: 3 }, () => "https://etesian.example.org"));
});

test("only a client's request ID is carried through sign-in", async () => {
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
  const requestLink = async (facts: {
    readonly remoteAddress?: string;
    readonly headers?: object;
    readonly publicUrl?: string;
  }) => {
    const { remoteAddress = "127.0.0.1", headers = {}, publicUrl = null } = facts;
    const app = await gateway({ accounts: { sendLink: async () => ({ writtenTo: "/home/ada/mail" }) } }, { publicUrl });
    const signInForm = form({ email: "a@b.org" });
    const request = { method: "POST", url: "/sign-in/link", remoteAddress, ...signInForm } as const;
    return (await app.inject({ ...request, headers: { ...signInForm.headers, host: "localhost:3000", ...headers } }))
      .body;
  };

  test("a person on the gateway's machine sees the directory of emails", async () => {
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) {
      expect([host, await requestLink({ headers: { host } })]).toEqual([
        host,
        expect.stringContaining("/home/ada/mail"),
      ]);
    }
  });

  test.each([
    ["from another machine", { remoteAddress: "10.0.0.7" }],
    ["through a proxy on this machine", { headers: { "x-forwarded-for": "10.0.0.7" } }],
    ["at a public host name", { headers: { host: "etesian.example.org" } }],
    ["at a service with a public URL", { publicUrl: "https://etesian.example.org" }],
  ])("a person %s does not see the directory of emails", async (_where, facts) => {
    const page = await requestLink(facts);
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
  test.each(refusals)("a page explains the RPC status %s: %i, %s", async (code, expected, expectedText) => {
    const refuse = () => Promise.reject(new RpcError(code, "the words of the service <b>"));
    const app = await gateway({ accounts: { checkPassword: refuse } });
    const response = await app.inject({
      method: "POST",
      url: "/sign-in",
      ...form({ email: "a@b.org", password: "x" }),
    });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([expected, "text/html; charset=utf-8"]);
    expect(response.body).toContain(expectedText);
    expect(response.body).not.toContain("<b>");
  });

  test("pages explain an expired link, a missing session, and an unknown path", async () => {
    const rejectExpired = () => Promise.reject(new RpcError(status.NOT_FOUND, "expired"));
    const app = await gateway({
      accounts: { findLink: rejectExpired, introspect: async () => ({ principal: undefined }) },
    });
    expect((await app.inject("/sign-in/link/x")).body).toContain("This link has expired");
    const refusedResponse = await app.inject({ method: "POST", url: "/account/email/x", ...form({}) });
    expect(refusedResponse.statusCode).toBe(401);
    expect((await app.inject({ method: "PUT", url: "/sign-in" })).statusCode).toBe(405);
  });
});

test.each([
  ["/account", "/yours"],
  ["/account/settings", "/yours#account"],
  ["/account/saved-scenarios?trash=1", "/yours#saved"],
  ["/account/saved-scenarios/7", "/yours#saved"],
])("the former page %s redirects to %s", async (url, target) => {
  const { statusCode, headers } = await (await gateway()).inject(url);
  expect([statusCode, headers.location]).toEqual([303, target]);
});

test("an invitation to another address states that it is not the account's and cannot be used to sign in", async () => {
  const fetchQuestion = async (invitedEmail: string): Promise<string> => {
    const app = await gateway({
      accounts: {
        introspect: async () => ({ principal: principal() }),
        findLink: async () => ({ email: invitedEmail, hasAccount: false, tokens: [] }),
        getAccount: async () => ({
          account: { id: 1, email: "ada@example.org", name: undefined, privateScenarios: false, admin: false },
          hasPassword: false,
          tokens: [],
          addedAddresses: [],
        }),
      },
    });
    const cookie = `etesian_session=${"s".repeat(21)}`;
    return (await app.inject({ url: "/invitation/x", headers: { cookie } })).body;
  };
  const otherQuestion = await fetchQuestion("ada@second.example.org");
  expect(otherQuestion).toContain("This is not your account's address");
  expect(otherQuestion).toContain("The address cannot be used to sign in");
  expect(await fetchQuestion("Ada@Example.org")).not.toContain("This is not your account's address");
});
