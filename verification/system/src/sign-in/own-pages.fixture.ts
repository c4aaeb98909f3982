/** Tests of our own pages and of the routes for the page's scripts: accounts, tokens, sessions, invitations. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Browser, fetchWhenReady } from "./browser.ts";
import { ADA, PASSWORD, type Site } from "./site.fixture.ts";

export function ownPages(site: Site): void {
  test("a fresh installation explains how to create the first account, which is activated by email and then signs in by password", async () => {
    const browser = await site.signUp(ADA.email, { name: "Ada <L>", password: PASSWORD });
    expect(await browser.person()).toMatchObject({ name: "Ada <L>", email: ADA.email });

    expect((await browser.sendAsVisitor("DELETE", "")).status).toBe(204);
    expect(await browser.person()).toBeNull();
    const page = await browser.get("/sign-in");
    const wrongPasswordPage = await browser.submit(page, "/sign-in", {
      email: "ada@example.org",
      password: `${PASSWORD}!`,
    });
    expect([wrongPasswordPage.status, wrongPasswordPage.location]).toEqual([401, null]);
    const response = await browser.submit(page, "/sign-in", { email: "Ada@Example.org", password: PASSWORD });
    expect(response.location).toBe(`${site.url}/yours`);
  });

  test("pages need no scripts and allow none, and scripts cannot read the cookie", async () => {
    const browser = new Browser(site.url);
    const page = await browser.get("/sign-in");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.text).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const response = await browser.post("/sign-in", ADA);
    for (const line of response.headers.getSetCookie()) expect(line).toMatch(/; samesite=lax; httponly$/i);
    // Every field has a label.
    const fields = page.text.match(/<input (?!type="hidden")/g) ?? [];
    expect(page.text.match(/<label/g)).toHaveLength(fields.length);
  });

  test("the page's scripts create a token, which is returned only once, and revoke it", async () => {
    const browser = await site.asAda();
    const tokenRequest = { label: "a <script>", scopes: ["scenarios:read"], days: 7 };
    const httpResponse = await browser.sendAsVisitor<{ readonly token: string }>("POST", "/tokens", tokenRequest);
    const { token } = httpResponse.body;
    const list = await browser.sendAsVisitor<{ readonly tokens: readonly { readonly key: string }[] }>(
      "GET",
      "/tokens",
    );
    expect(list.body.tokens).toMatchObject([{ label: "a <script>", scopes: ["scenarios:read"] }]);
    expect(list.text).not.toContain(token);
    expect((await site.api("/scenarios", token)).status).toBe(200);
    expect((await browser.sendAsVisitor("DELETE", `/tokens/${list.body.tokens[0]!.key}`)).status).toBe(204);
    expect((await browser.sendAsVisitor("GET", "/tokens")).body).toEqual({ tokens: [] });
  });

  test("scripts of our own pages read with the session, and write with its CSRF token", async () => {
    const browser = await site.asAda();
    const cookie = browser.cookiesFor("/");
    const session = (await (await fetchWhenReady(`${site.url}/account/session`, { headers: { cookie } })).json()) as {
      readonly csrf_token: string;
    };
    const send = (method: string, headers: { readonly [name: string]: string }) =>
      fetchWhenReady(`${site.url}/api/v3/scenarios`, { method, headers: { cookie, ...headers } });
    expect((await send("GET", {})).status).toBe(200);
    expect((await send("POST", { "x-csrf-token": session.csrf_token })).status).toBe(200);
    for (const headers of [{}, { "x-csrf-token": "" }, { "x-csrf-token": session.csrf_token.slice(1) }]) {
      const response = await send("POST", headers);
      expect([response.status, response.headers.get("x-error-code")]).toEqual([403, "csrf_token_missing"]);
    }
    // An ended session has no user, and causes no error.
    const endedResponse = await fetchWhenReady(`${site.url}/api/v3/scenarios`, {
      headers: { cookie: "etesian_session=aaaaaaaaaaaaaaaaaaaaaaaaa" },
    });
    expect(endedResponse.status).toBe(403);
  });

  test("an owner sees the names of users added by email, but not of users added by ID", async () => {
    const knownUser = await site.signUp("known@example.org", { name: "Known Person" });
    const { id: number } = JSON.parse((await knownUser.get("/account/session")).text) as { readonly id: number };
    const browser = await site.signUp("curious@example.org", { name: "Curious" });
    const { csrf_token: csrf } = JSON.parse((await browser.get("/account/session")).text) as { csrf_token: string };
    const send = async <Body>(method: string, path: string, body: object | null = null): Promise<Body> => {
      const headers = { cookie: browser.cookiesFor("/"), "x-csrf-token": csrf, "content-type": "application/json" };
      const init = { method, headers, body: body === null ? null : JSON.stringify(body) };
      return JSON.parse((await (await fetchWhenReady(`${site.url}${path}`, init)).text()) || "null") as Body;
    };
    const scenario = await send<{ readonly id: number }>("POST", "/api/v3/scenarios", {});
    const { id } = await send<{ readonly id: number }>("POST", "/api/v3/saved_scenarios", {
      saved_scenario: { scenario_id: scenario.id, title: "Numbers" },
    });
    const users = `/api/v3/saved_scenarios/${id}/users`;
    const names = async () => {
      const { people } = await send<{ readonly people: readonly { readonly name: string | null }[] }>(
        "GET",
        `/account/visitor/people?saved_scenario=${id}`,
      );
      return people.map(({ name }) => name);
    };
    const add = (user: object) => send("POST", users, { saved_scenario_users: [{ ...user, role: "scenario_viewer" }] });
    await add({ user_id: number });
    expect(await send<readonly object[]>("GET", users)).toHaveLength(2);
    expect(await names()).toEqual(["Curious"]);
    await send("DELETE", users, { saved_scenario_users: [{ user_id: number }] });
    await add({ user_email: "known@example.org" });
    expect(await names()).toEqual(["Curious", "Known Person"]);
  });

  test("a change of password or email requires the current password, and a change of name does not", async () => {
    const PASSWORD_2 = `${PASSWORD} 2`;
    const browser = await site.signUp("sam@example.org", { name: "Sam", password: PASSWORD });
    expect((await browser.sendAsVisitor("PUT", "/name", { name: "Sam <S>" })).body).toMatchObject({
      person: { name: "Sam <S>" },
    });

    const change = (current: string, password: string) =>
      browser.sendAsVisitor("PUT", "/password", { current, password });
    expect(await change("guess", PASSWORD_2)).toMatchObject({
      status: 403,
      body: { errors: [expect.stringContaining("The password is wrong")] },
    });
    expect((await change(PASSWORD, "short")).text).toContain("A password has 10 to 200 characters");
    const otherBrowser = new Browser(site.url);
    await otherBrowser.post("/sign-in", { email: "sam@example.org", password: PASSWORD });
    expect((await change(PASSWORD, PASSWORD_2)).status).toBe(200);
    expect(await otherBrowser.person()).toBeNull();
    expect(await browser.person()).not.toBeNull();

    const changeEmail = (current: string, email: string) => browser.sendAsVisitor("POST", "/email", { current, email });
    expect((await changeEmail("guess", "sam@new.example.org")).text).toContain("The password is wrong");
    expect((await changeEmail(PASSWORD_2, "sam@new.example.org")).body).toEqual({
      written_to: join(site.directory, "data", "mail"),
    });
    const link = await site.linkTo("sam@new.example.org", 0);
    expect((await new Browser(site.url).get(link)).text).toContain("Sign in first");
    const confirmation = await browser.get(link);
    expect(confirmation.text).toContain("<strong>sam@new.example.org</strong>");
    const response = await browser.submit(confirmation, new URL(link).pathname);
    expect(response.location).toBe(`${site.url}/yours#account`);
    expect((await browser.person())?.email).toBe("sam@new.example.org");
    expect((await browser.get(link)).text).toContain("This link has expired");
    const signIn = (email: string) => new Browser(site.url).post("/sign-in", { email, password: PASSWORD_2 });
    expect([(await signIn("sam@example.org")).status, (await signIn("sam@new.example.org")).status]).toEqual([
      401, 303,
    ]);
  });

  test("deleting an account requires the password, and its resources follow the chosen disposition", async () => {
    const heir = await site.signUp("heir@example.org");
    const browser = await site.signUp("gone@example.org", { password: PASSWORD });
    const { csrf_token: csrf } = JSON.parse((await browser.get("/account/session")).text) as { csrf_token: string };
    const headers = { cookie: browser.cookiesFor("/api"), "x-csrf-token": csrf, "content-type": "application/json" };
    const body = JSON.stringify({ scenario: { private: true } });
    const response = await fetchWhenReady(`${site.url}/api/v3/scenarios`, { method: "POST", headers, body });
    const { id } = (await response.json()) as { readonly id: number };
    const erase = (fields: { readonly [name: string]: string }) =>
      browser.sendAsVisitor("DELETE", "/account", {
        public_scenarios: "leave",
        private_scenarios: "hand_over",
        saved_scenarios: "delete",
        heir: "heir@example.org",
        current: PASSWORD,
        ...fields,
      });
    expect((await erase({ current: "guess" })).text).toContain("The password is wrong");
    expect((await erase({ heir: "nobody@example.org" })).text).toContain(
      "No account has the recipient's email address.",
    );
    expect((await erase({ private_scenarios: "leave" })).status).toBe(422);
    expect((await erase({})).status).toBe(204);
    expect(await browser.person()).toBeNull();
    expect(
      (await new Browser(site.url).post("/sign-in", { email: "gone@example.org", password: PASSWORD })).status,
    ).toBe(401);
    while ((await fetchScenarioStatus(heir, id)) !== 200) await sleep(20);
  });

  test("an invitation is an email whose link adds its address to the account that opens it", async () => {
    const token = await site.ownToken();
    const response = await site.api("/scenarios", token, "POST", { scenario: { private: true, title: "Our plan" } });
    const { id } = (await response.json()) as { readonly id: number };
    const share = (email: string) =>
      site.api(`/scenarios/${id}/users`, token, "POST", {
        scenario_users: [{ user_email: email, role: "scenario_viewer" }],
      });
    expect((await share("bob@work.example.org")).status).toBe(201);
    expect((await share("eve@example.org")).status).toBe(201);
    expect((await share("bob@work.example.org")).status).toBe(422);

    const bob = await site.signUp("bob@example.org");
    expect(await fetchScenarioStatus(bob, id)).toBe(404);
    const invitation = await bob.get(await site.linkTo("bob@work.example.org", 0));
    expect(invitation.text).toContain("bob@example.org");
    expect(invitation.text).toContain("This is not your account's address");
    await bob.submit(invitation, `${new URL(invitation.url).pathname}/accept`);
    // The scenarios service receives the event a moment later.
    while ((await fetchScenarioStatus(bob, id)) !== 200) await sleep(20);
    expect(site.emailsTo("bob@work.example.org")).toHaveLength(1);

    // The invited address cannot sign in. Bob removes it, and keeps the roles given to it.
    await new Browser(site.url).post("/sign-in/link", { email: "bob@work.example.org" });
    while (site.emailsTo("bob@work.example.org").length < 2) await sleep(20);
    expect(site.emailsTo("bob@work.example.org")[1]).not.toContain("/sign-in/link/");
    const listAddresses = async () =>
      (await bob.sendAsVisitor<{ readonly addresses: readonly { readonly id: number }[] }>("GET", "/addresses")).body
        .addresses;
    const [address] = await listAddresses();
    expect(address).toMatchObject({ email: "bob@work.example.org" });
    expect((await bob.sendAsVisitor("DELETE", `/addresses/${address!.id}`)).status).toBe(204);
    expect(await listAddresses()).toEqual([]);
    expect(await fetchScenarioStatus(bob, id)).toBe(200);

    // A user without an account creates one there, and has the role immediately.
    const eve = new Browser(site.url);
    const email = await eve.get(await site.linkTo("eve@example.org", 0));
    await eve.submit(email, new URL(email.url).pathname, { name: "Eve" });
    expect(await fetchScenarioStatus(eve, id)).toBe(200);
    // The link gives no other user access to that account.
    const thief = new Browser(site.url);
    const refusal = await thief.submit(await thief.get(email.url), new URL(email.url).pathname);
    expect([refusal.status, thief.cookie("etesian_session")]).toEqual([422, undefined]);
  });

  const fetchScenarioStatus = async (browser: Browser, id: number): Promise<number> =>
    (await fetchWhenReady(`${site.url}/api/v3/scenarios/${id}`, { headers: { cookie: browser.cookiesFor("/") } }))
      .status;
}
