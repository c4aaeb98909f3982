/** Tests of our own pages: accounts, tokens, sessions, saved scenarios, invitations. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Browser, fetchWhenReady } from "./browser.ts";
import { ADA, PASSWORD, type Site } from "./site.fixture.ts";

export function ownPages(site: Site): void {
  test("a fresh installation explains how to create the first account, which is opened by email and signed in to by password", async () => {
    const browser = await site.signUp(ADA.email, { name: "Ada <L>", password: PASSWORD });
    const account = await browser.get("/account");
    expect(account.text).toContain("Ada &lt;L&gt; ada@example.org");

    const left = await browser.submit(account, "/sign-out");
    expect(left.location).toBe(`${site.url}/sign-in`);
    expect((await browser.get("/account")).location).toBe(`${site.url}/sign-in`);
    const page = await browser.get("/sign-in");
    const wrong = await browser.submit(page, "/sign-in", { email: "ada@example.org", password: `${PASSWORD}!` });
    expect([wrong.status, wrong.location]).toEqual([401, null]);
    const entered = await browser.submit(page, "/sign-in", { email: "Ada@Example.org", password: PASSWORD });
    expect(entered.location).toBe(`${site.url}/account`);
  });

  test("pages need no script and let none run, and scripts cannot read their cookie", async () => {
    const browser = new Browser(site.url);
    const page = await browser.get("/sign-in");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.text).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const entered = await browser.post("/sign-in", ADA);
    for (const line of entered.headers.getSetCookie()) expect(line).toMatch(/; samesite=lax; httponly$/i);
    // Every field has a label.
    const fields = page.text.match(/<input (?!type="hidden")/g) ?? [];
    expect(page.text.match(/<label/g)).toHaveLength(fields.length);
  });

  test("the token page creates tokens, shows them once and revokes them", async () => {
    const browser = await site.asAda();
    const page = await browser.get("/account");
    const made = await browser.submit(page, "/account/tokens", {
      label: "a <script>",
      "scopes[]": "scenarios:read",
      days: "7",
    });
    const token = /value="(etm_\w+)"/.exec(made.text)![1]!;
    expect(made.text).toContain("a &lt;script&gt;");
    expect((await browser.get("/account")).text).not.toContain(token);
    expect((await site.api("/scenarios", token)).status).toBe(200);
    const revoked = await browser.follow(await browser.submit(made, `/account/tokens/${token.split("_")[2]!}/revoke`));
    expect(revoked.text).toContain("You have no tokens");
  });

  test("scripts of our own pages read with the session, and write with its CSRF token", async () => {
    const browser = await site.asAda();
    const cookie = browser.cookiesFor("/");
    const session = (await (await fetchWhenReady(`${site.url}/account/session`, { headers: { cookie } })).json()) as {
      readonly csrf_token: string;
    };
    const ask = (method: string, headers: { readonly [name: string]: string }) =>
      fetchWhenReady(`${site.url}/api/v3/scenarios`, { method, headers: { cookie, ...headers } });
    expect((await ask("GET", {})).status).toBe(200);
    expect((await ask("POST", { "x-csrf-token": session.csrf_token })).status).toBe(200);
    for (const headers of [{}, { "x-csrf-token": "" }, { "x-csrf-token": session.csrf_token.slice(1) }]) {
      const answer = await ask("POST", headers);
      expect([answer.status, answer.headers.get("x-error-code")]).toEqual([403, "csrf_token_missing"]);
    }
    // An ended session has no user, and causes no error.
    const ended = await fetchWhenReady(`${site.url}/api/v3/scenarios`, {
      headers: { cookie: "etesian_session=aaaaaaaaaaaaaaaaaaaaaaaaa" },
    });
    expect(ended.status).toBe(403);
  });

  test("an owner sees the names of users added by email, and not of users added by id", async () => {
    const known = await site.signUp("known@example.org", { name: "Known Person" });
    const { id: number } = JSON.parse((await known.get("/account/session")).text) as { readonly id: number };
    const browser = await site.signUp("curious@example.org", { name: "Curious" });
    const { csrf_token: csrf } = JSON.parse((await browser.get("/account/session")).text) as { csrf_token: string };
    const ask = async <Answer>(method: string, path: string, body: object | null = null): Promise<Answer> => {
      const headers = { cookie: browser.cookiesFor("/"), "x-csrf-token": csrf, "content-type": "application/json" };
      const sent = { method, headers, body: body === null ? null : JSON.stringify(body) };
      return JSON.parse((await (await fetchWhenReady(`${site.url}${path}`, sent)).text()) || "null") as Answer;
    };
    const scenario = await ask<{ readonly id: number }>("POST", "/api/v3/scenarios", {});
    const { id } = await ask<{ readonly id: number }>("POST", "/api/v3/saved_scenarios", {
      saved_scenario: { scenario_id: scenario.id, title: "Numbers" },
    });
    const users = `/api/v3/saved_scenarios/${id}/users`;
    const names = async () => {
      const { people } = await ask<{ readonly people: readonly { readonly name: string | null }[] }>(
        "GET",
        `/account/visitor/people?saved_scenario=${id}`,
      );
      return people.map(({ name }) => name);
    };
    const add = (user: object) => ask("POST", users, { saved_scenario_users: [{ ...user, role: "scenario_viewer" }] });
    await add({ user_id: number });
    expect(await ask<readonly object[]>("GET", users)).toHaveLength(2);
    expect(await names()).toEqual(["Curious"]);
    await ask("DELETE", users, { saved_scenario_users: [{ user_id: number }] });
    await add({ user_email: "known@example.org" });
    expect(await names()).toEqual(["Curious", "Known Person"]);
  });

  test("a page of our own restores saved scenarios from the trash, and earlier versions", async () => {
    const browser = await site.signUp("keeper@example.org");
    const { csrf_token: csrf } = JSON.parse((await browser.get("/account/session")).text) as { csrf_token: string };
    const ask = async (method: string, path: string, body: object | null = null) => {
      const headers = {
        cookie: browser.cookiesFor("/api"),
        "x-csrf-token": csrf,
        ...(body === null ? {} : { "content-type": "application/json" }),
      };
      const sent = { method, headers, body: body === null ? null : JSON.stringify(body) };
      const answer = await fetchWhenReady(`${site.url}/api/v3${path}`, sent);
      return (await answer.json()) as { id: number; scenario_id: number; discarded: boolean };
    };
    const [first, second] = [await ask("POST", "/scenarios"), await ask("POST", "/scenarios")];
    const { id } = await ask("POST", "/saved_scenarios", {
      saved_scenario: { scenario_id: first.id, title: "<More> wind" },
    });
    await ask("PUT", `/saved_scenarios/${id}`, { saved_scenario: { scenario_id: second.id } });
    const list = "/account/saved-scenarios";
    const page = `${list}/${id}`;
    expect((await browser.get(list)).text).toContain(`<a href="${page}">&lt;More&gt; wind</a>`);

    await browser.submit(await browser.get(page), `${page}/restore`);
    expect(await ask("GET", `/saved_scenarios/${id}`)).toMatchObject({ scenario_id: first.id });

    await browser.submit(await browser.get(page), `${page}/discard`);
    expect((await browser.get(list)).text).not.toContain("wind");
    expect((await browser.get(`${list}?trash=1`)).text).toContain("wind");
    const restored = await browser.submit(await browser.get(page), `${page}/restore`);
    expect(restored.location).toBe(site.url + page);
    expect(await ask("GET", `/saved_scenarios/${id}`)).toMatchObject({ discarded: false });

    expect((await browser.post(`${page}/discard`, { csrf: "of another session" })).status).toBe(403);
    const stranger = await site.signUp("stranger@example.org");
    expect((await new Browser(site.url).get(page)).location).toBe(`${site.url}/sign-in`);
    expect((await stranger.get(list)).text).toContain("No saved scenarios");
    expect(await ask("GET", `/saved_scenarios/${id}`)).toMatchObject({ discarded: false });
  });

  test("a page changes name, password and email, with the current password", async () => {
    const [settings, PASSWORD_2] = ["/account/settings", `${PASSWORD} 2`];
    const browser = await site.signUp("sam@example.org", { name: "Sam", password: PASSWORD });
    const page = await browser.get(settings);
    expect((await browser.submit(page, `${settings}/name`, { name: "Sam <S>" })).text).toContain("Sam &lt;S&gt;");

    const change = (current: string, password: string) =>
      browser.submit(page, `${settings}/password`, { current, password });
    expect((await change("guess", PASSWORD_2)).text).toContain("The password is wrong");
    expect((await change(PASSWORD, "short")).text).toContain("A password has 10 to 200 characters");
    const elsewhere = new Browser(site.url);
    await elsewhere.post("/sign-in", { email: "sam@example.org", password: PASSWORD });
    expect((await browser.follow(await change(PASSWORD, PASSWORD_2))).text).toContain("Your password has been changed");
    expect((await elsewhere.get("/account")).location).toBe(`${site.url}/sign-in`);

    const ask = async (current: string, email: string) =>
      browser.submit(await browser.get(settings), `${settings}/email`, { current, email });
    expect((await ask("guess", "sam@new.example.org")).text).toContain("The password is wrong");
    expect((await ask(PASSWORD_2, "sam@new.example.org")).text).toContain(join(site.directory, "data", "mail"));
    const link = await site.linkTo("sam@new.example.org", 0);
    expect((await new Browser(site.url).get(link)).text).toContain("Sign in first");
    const question = await browser.get(link);
    expect(question.text).toContain("<strong>sam@new.example.org</strong>");
    const changed = await browser.follow(await browser.submit(question, new URL(link).pathname));
    expect(changed.text).toContain("Your email address is <strong>sam@new.example.org</strong>");
    expect((await browser.get(link)).text).toContain("This link has expired");
    const enter = (email: string) => new Browser(site.url).post("/sign-in", { email, password: PASSWORD_2 });
    expect([(await enter("sam@example.org")).status, (await enter("sam@new.example.org")).status]).toEqual([401, 303]);
  });

  test("an account is deleted on a page, with its password, and its resources follow the chosen disposition", async () => {
    const settings = "/account/settings";
    const heir = await site.signUp("heir@example.org");
    const browser = await site.signUp("gone@example.org", { password: PASSWORD });
    const { csrf_token: csrf } = JSON.parse((await browser.get("/account/session")).text) as { csrf_token: string };
    const headers = { cookie: browser.cookiesFor("/api"), "x-csrf-token": csrf, "content-type": "application/json" };
    const body = JSON.stringify({ scenario: { private: true } });
    const made = await fetchWhenReady(`${site.url}/api/v3/scenarios`, { method: "POST", headers, body });
    const { id } = (await made.json()) as { readonly id: number };
    const erase = async (fields: { readonly [name: string]: string }) =>
      browser.submit(await browser.get(settings), `${settings}/delete`, {
        public_scenarios: "leave",
        private_scenarios: "hand_over",
        saved_scenarios: "delete",
        heir: "heir@example.org",
        sure: "yes",
        current: PASSWORD,
        ...fields,
      });
    expect((await erase({ sure: "" })).text).toContain("Tick “I am sure”");
    expect((await erase({ current: "guess" })).text).toContain("The password is wrong");
    expect((await erase({ heir: "nobody@example.org" })).text).toContain(
      "No account has the email address to hand over to.",
    );
    expect((await erase({ private_scenarios: "leave" })).status).toBe(422);
    expect((await erase({})).text).toContain("Account deleted");
    expect((await browser.get("/account")).location).toBe(`${site.url}/sign-in`);
    expect(
      (await new Browser(site.url).post("/sign-in", { email: "gone@example.org", password: PASSWORD })).status,
    ).toBe(401);
    while ((await seen(heir, id)) !== 200) await sleep(20);
  });

  test("an invitation is an email whose link couples its address to the account that follows it", async () => {
    const token = await site.ownToken();
    const made = await site.api("/scenarios", token, "POST", { scenario: { private: true, title: "Our plan" } });
    const { id } = (await made.json()) as { readonly id: number };
    const share = (email: string) =>
      site.api(`/scenarios/${id}/users`, token, "POST", {
        scenario_users: [{ user_email: email, role: "scenario_viewer" }],
      });
    expect((await share("bob@work.example.org")).status).toBe(201);
    expect((await share("eve@example.org")).status).toBe(201);
    expect((await share("bob@work.example.org")).status).toBe(422);

    const bob = await site.signUp("bob@example.org");
    expect(await seen(bob, id)).toBe(404);
    const invitation = await bob.get(await site.linkTo("bob@work.example.org", 0));
    expect(invitation.text).toContain("bob@example.org");
    expect(invitation.text).toContain("This is not your account's address");
    await bob.submit(invitation, `${new URL(invitation.url).pathname}/accept`);
    // Scenarios receive the event after a moment.
    while ((await seen(bob, id)) !== 200) await sleep(20);
    expect(site.emailsTo("bob@work.example.org")).toHaveLength(1);

    // The invited address does not sign in, and Bob removes it; he keeps the roles given to it.
    await new Browser(site.url).post("/sign-in/link", { email: "bob@work.example.org" });
    while (site.emailsTo("bob@work.example.org").length < 2) await sleep(20);
    expect(site.emailsTo("bob@work.example.org")[1]).not.toContain("/sign-in/link/");
    const page = await bob.get("/account");
    const [, remove = ""] = /action="(\/account\/addresses\/\d+\/remove)"/.exec(page.text)!;
    await bob.submit(page, remove);
    expect((await bob.get("/account")).text).not.toContain("bob@work.example.org");
    expect(await seen(bob, id)).toBe(200);

    // A user without an account opens one there, and has the role at once.
    const eve = new Browser(site.url);
    const email = await eve.get(await site.linkTo("eve@example.org", 0));
    await eve.submit(email, new URL(email.url).pathname, { name: "Eve" });
    expect(await seen(eve, id)).toBe(200);
    // The link gives no other user access to that account.
    const thief = new Browser(site.url);
    const stolen = await thief.submit(await thief.get(email.url), new URL(email.url).pathname);
    expect([stolen.status, thief.cookie("etesian_session")]).toEqual([422, undefined]);
  });

  const seen = async (browser: Browser, id: number): Promise<number> =>
    (await fetchWhenReady(`${site.url}/api/v3/scenarios/${id}`, { headers: { cookie: browser.cookiesFor("/") } }))
      .status;
}
