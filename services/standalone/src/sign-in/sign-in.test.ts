/** Signing in, as people and programs do it: real HTTP, real letters, a real OpenID client. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeVillage } from "@etesian/compute/testing";
import { SCOPES } from "@etesian/contracts/rights";
import { testStores } from "@etesian/event-store/testing";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "../test-server.ts";
import { Browser, type Page, patiently } from "./browser.ts";
import { startIssuer, type TestIssuer } from "./issuer.fixture.ts";

const CLIENT = "https://charts.example.org";
const REDIRECT = `${CLIENT}/callback`;
const PASSWORD = "correct horse battery";

for (const { name, missing, create } of await testStores()) {
  describe.skipIf(missing !== null)(`signing in: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    let directory: string;
    let server: TestServer;
    let issuer: TestIssuer;
    let remove: () => Promise<void>;
    let start: () => Promise<void>;

    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), "etesian-sign-in-"));
      writeVillage(join(directory, "village"));
      const clients = join(directory, "clients.json");
      const client = { client_id: "charts", redirect_uris: [REDIRECT], post_logout_redirect_uris: [`${CLIENT}/`] };
      writeFileSync(clients, JSON.stringify([client]));
      const known = { id: "etesian", secret: "known-to-us-alone" };
      issuer = await startIssuer(known);
      const issuers = join(directory, "issuers.json");
      const university = { id: "university", name: "The <University>", issuer: issuer.url };
      writeFileSync(issuers, JSON.stringify([{ ...university, client_id: known.id, client_secret: known.secret }]));
      const target = await create();
      remove = target.remove;
      const store = target.url.startsWith("sqlite:") ? null : target.url;
      let port = 0;
      start = async () => {
        server = await startForTest({
          model: join(directory, "village"),
          data: join(directory, "data"),
          store,
          port,
          oidcClients: clients,
          oidcRegistration: true,
          oidcSignIn: issuers,
        });
        port = Number(new URL(server.url).port);
      };
      await start();
    }, 120_000);
    afterAll(async () => {
      await server.close();
      issuer.close();
      await remove();
      rmSync(directory, { recursive: true, force: true });
    });

    const letters = (): readonly string[] => {
      const mail = join(directory, "data", "mail");
      const files = readdirSync(mail).filter((file) => file.endsWith(".eml"));
      const byAge = files.map((file) => join(mail, file)).sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
      return byAge.map((file) => readFileSync(file, "utf8").replaceAll("=\n", "").replaceAll("=3D", "="));
    };
    /** The link in the letter to somebody that comes after so many. */
    async function linkTo(email: string, after: number): Promise<string> {
      for (;;) {
        const found = lettersTo(email)[after];
        const link = found === undefined ? undefined : /^http\S+$/m.exec(found)?.[0];
        if (link !== undefined) return link;
        await sleep(20);
      }
    }
    const lettersTo = (email: string): readonly string[] => {
      try {
        return letters().filter((letter) => letter.includes(`To: ${email}`));
      } catch {
        return [];
      }
    };

    /** Opens an account by letter; answers the browser, signed in. */
    async function signUp(email: string, facts: { name?: string; password?: string } = {}): Promise<Browser> {
      const browser = new Browser(server.url);
      const before = lettersTo(email).length;
      const sent = await browser.submit(await browser.get("/sign-in"), "/sign-in/letter", { email });
      expect(sent.text).toContain("on its way");
      const page = await browser.get(await linkTo(email, before));
      const entered = await browser.submit(page, new URL(page.url).pathname, facts);
      expect(entered.location).toBe(`${server.url}/account`);
      return browser;
    }

    /** The way of a program to its tokens: authorize in a browser, then exchange the code. */
    async function begin(scope: string, clientId = "charts", secret?: string) {
      const insecure = {
        execute: [openid.allowInsecureRequests],
        [openid.customFetch]: patiently as openid.CustomFetch,
      };
      const config = await openid.discovery(
        new URL(server.url),
        clientId,
        undefined,
        secret === undefined ? openid.None() : openid.ClientSecretBasic(secret),
        insecure,
      );
      const verifier = openid.randomPKCECodeVerifier();
      const state = openid.randomState();
      const nonce = openid.randomNonce();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      const exchange = (back: string) =>
        openid.authorizationCodeGrant(config, new URL(back), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
        });
      return { config, url: url.href, exchange };
    }

    const api = (path: string, token: string, method = "GET", body?: object) =>
      patiently(`${server.url}/api/v3${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });

    test("a fresh start says how to make the first account; it is made by letter, and entered by password", async () => {
      const browser = await signUp("ada@example.org", { name: "Ada <L>", password: PASSWORD });
      const account = await browser.get("/account");
      expect(account.text).toContain("Ada &lt;L&gt; ada@example.org");

      const left = await browser.submit(account, "/sign-out");
      expect(left.location).toBe(`${server.url}/sign-in`);
      expect((await browser.get("/account")).location).toBe(`${server.url}/sign-in`);
      const page = await browser.get("/sign-in");
      const wrong = await browser.submit(page, "/sign-in", { email: "ada@example.org", password: `${PASSWORD}!` });
      expect([wrong.status, wrong.location]).toEqual([401, null]);
      const entered = await browser.submit(page, "/sign-in", { email: "Ada@Example.org", password: PASSWORD });
      expect(entered.location).toBe(`${server.url}/account`);
    });

    test("pages need no script and let none run; their cookie is for the server alone", async () => {
      const browser = new Browser(server.url);
      const page = await browser.get("/sign-in");
      expect(page.headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(page.text).not.toMatch(/<script|\son\w+=|javascript:/i);
      expect(page.headers.get("cache-control")).toBe("no-store");
      const entered = await browser.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
      for (const line of entered.headers.getSetCookie()) expect(line).toMatch(/; samesite=lax; httponly$/i);
      // Labels say what every field is for.
      const fields = page.text.match(/<input (?!type="hidden")/g) ?? [];
      expect(page.text.match(/<label/g)).toHaveLength(fields.length);
    });

    test("a program of another origin signs in with PKCE, asks, refreshes, and signs out", async () => {
      const { config, url, exchange } = await begin("openid email profile scenarios:read scenarios:write");
      const browser = new Browser(server.url);
      const asked = await browser.follow(await browser.get(url));
      // The form may lead to the program: browsers hold redirects after it against this.
      expect(asked.headers.get("content-security-policy")).toContain(`form-action 'self' ${CLIENT};`);
      const back = await browser.follow(
        await browser.submit(asked, "/sign-in", { email: "ada@example.org", password: PASSWORD }),
      );
      expect(back.location).toMatch(new RegExp(`^${REDIRECT}\\?code=`));
      const tokens = await exchange(back.location!);
      expect(tokens.scope).toBe("openid email profile scenarios:read scenarios:write");
      const sub = tokens.claims()!.sub;
      expect(await openid.fetchUserInfo(config, tokens.access_token, sub)).toEqual({
        sub,
        email: "ada@example.org",
        email_verified: true,
        name: "Ada <L>",
      });

      // Its scopes are exact, as those of other tokens are.
      const made = await api("/scenarios", tokens.access_token, "POST");
      expect(made.status).toBe(200);
      const { id } = (await made.json()) as { readonly id: number };
      expect((await api("/scenarios", tokens.access_token)).status).toBe(200);
      expect((await api(`/scenarios/${id}`, tokens.access_token, "DELETE")).status).toBe(403);

      // A code is good once: whoever shows it again ends what came of it.
      await expect(exchange(back.location!)).rejects.toMatchObject({ error: "invalid_grant" });
      expect((await openid.tokenIntrospection(config, tokens.access_token)).active).toBe(false);

      // Signed in already: nothing is asked.
      const second = await begin("openid scenarios:read");
      const again = await second.exchange((await browser.follow(await browser.get(second.url))).location!);
      const fresh = await openid.refreshTokenGrant(config, again.refresh_token!);
      expect((await api("/scenarios", fresh.access_token)).status).toBe(200);
      // A refresh token is good once, too.
      await expect(openid.refreshTokenGrant(config, again.refresh_token!)).rejects.toMatchObject({
        error: "invalid_grant",
      });

      const third = await begin("openid scenarios:read");
      const last = await third.exchange((await browser.follow(await browser.get(third.url))).location!);
      const ending = openid.buildEndSessionUrl(config, {
        id_token_hint: last.id_token!,
        post_logout_redirect_uri: `${CLIENT}/`,
      });
      const leaving = await browser.get(ending.href);
      const left = await browser.submit(leaving, "/oauth/sign-out/confirm", { logout: "yes" });
      expect(left.location).toBe(`${CLIENT}/`);
      expect((await browser.get("/account")).location).toBe(`${server.url}/sign-in`);
      expect((await openid.tokenIntrospection(config, last.access_token)).active).toBe(false);
      expect((await api("/scenarios", last.access_token)).status).toBe(401);
    });

    test("without PKCE, with another redirect or another verifier, nobody gets a token", async () => {
      const { url, exchange } = await begin("openid");
      const browser = new Browser(server.url);
      const plain = new URL(url);
      plain.searchParams.delete("code_challenge");
      plain.searchParams.delete("code_challenge_method");
      expect((await browser.get(plain.href)).location).toContain(`${REDIRECT}?error=invalid_request`);
      const elsewhere = url.replace(encodeURIComponent(REDIRECT), encodeURIComponent("https://evil.example.org/"));
      expect(await browser.get(elsewhere)).toMatchObject({ status: 400, location: null });

      const asked = await browser.follow(await browser.get(url));
      const entered = await browser.submit(asked, "/sign-in", { email: "ada@example.org", password: PASSWORD });
      const back = await browser.follow(entered);
      const other = await begin("openid");
      await expect(
        openid.authorizationCodeGrant(other.config, new URL(back.location!), {
          pkceCodeVerifier: openid.randomPKCECodeVerifier(),
          expectedState: new URL(back.location!).searchParams.get("state")!,
        }),
      ).rejects.toMatchObject({ error: "invalid_grant" });
      // Who has the verifier still does.
      expect((await exchange(back.location!)).scope).toBe("openid");
    });

    test("a front-end of another origin gets tokens and changes scenarios from its page; strangers do not", async () => {
      const { url, exchange } = await begin("openid scenarios:write");
      const browser = new Browser(server.url);
      await browser.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
      const tokens = await exchange((await browser.follow(await browser.get(url))).location!);

      const preflight = (path: string, method: string, headers: string) =>
        patiently(`${server.url}${path}`, {
          method: "OPTIONS",
          headers: {
            origin: CLIENT,
            "access-control-request-method": method,
            "access-control-request-headers": headers,
          },
        });
      for (const [path, method] of [
        ["/oauth/token", "POST"],
        ["/api/v3/scenarios", "POST"],
        ["/api/v3/scenarios/1", "PUT"],
      ] as const) {
        const answer = await preflight(path, method, "authorization,content-type");
        expect([path, answer.status]).toEqual([path, 204]);
        expect(["*", CLIENT]).toContain(answer.headers.get("access-control-allow-origin"));
        expect(answer.headers.get("access-control-allow-methods")).toContain(method);
        expect(answer.headers.get("access-control-allow-headers")).toContain("authorization");
      }
      const write = (headers: { readonly [name: string]: string }) =>
        patiently(`${server.url}/api/v3/scenarios`, { method: "POST", headers: { origin: CLIENT, ...headers } });
      const written = await write({ authorization: `Bearer ${tokens.access_token}` });
      expect([written.status, written.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
      // Without a token, or with the cookie alone, a page of elsewhere changes nothing.
      expect((await write({})).status).toBe(403);
      expect((await write({ cookie: browser.cookiesFor("/") })).status).toBe(403);
      expect((await write({ authorization: "Bearer nonsense" })).status).toBe(401);

      const refresh = (origin: string) =>
        patiently(`${server.url}/oauth/token`, {
          method: "POST",
          headers: { origin },
          body: new URLSearchParams({
            grant_type: "refresh_token",
            client_id: "charts",
            refresh_token: tokens.refresh_token!,
          }),
        });
      const stranger = await refresh("https://evil.example.org");
      expect([stranger.status, stranger.headers.get("access-control-allow-origin")]).toEqual([400, null]);
      const fresh = await refresh(CLIENT);
      expect([fresh.status, fresh.headers.get("access-control-allow-origin")]).toEqual([200, CLIENT]);
    });

    test("sessions, codes and keys survive a restart", async () => {
      const browser = new Browser(server.url);
      await browser.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
      const before = await begin("openid scenarios:read");
      const back = await browser.follow(await browser.get(before.url));
      await server.close();
      await start();
      const tokens = await before.exchange(back.location!);
      expect((await api("/scenarios", tokens.access_token)).status).toBe(200);
      expect((await browser.get("/account")).text).toContain("ada@example.org");
    });

    const isFile = name === "SQLite";
    test.skipIf(!isFile)(`keys are in a file for its owner alone${isFile ? "" : " (skipped: no file)"}`, () => {
      expect(statSync(join(directory, "data", "keys.db")).mode & 0o777).toBe(0o600);
    });

    test("a program that introduced itself gets what the person allows", async () => {
      const answer = await patiently(`${server.url}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_name: "<b>Stranger</b>",
          redirect_uris: [REDIRECT],
          grant_types: ["authorization_code", "refresh_token"],
        }),
      });
      const client = (await answer.json()) as { readonly client_id: string; readonly client_secret: string };
      expect(answer.status).toBe(201);
      const { url, exchange } = await begin("openid scenarios:read", client.client_id, client.client_secret);
      const browser = new Browser(server.url);
      await browser.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
      const consent = await browser.follow(await browser.get(url));
      expect(consent.text).toContain("&lt;b&gt;Stranger&lt;/b&gt; asks for your consent");
      expect(consent.text).toContain("see your private scenarios");
      const back = await browser.follow(await browser.submit(consent, "/sign-in/consent", { answer: "yes" }));
      expect((await exchange(back.location!)).scope).toBe("openid scenarios:read");

      const other = await begin("openid scenarios:delete", client.client_id, client.client_secret);
      const asked = await browser.follow(await browser.get(other.url));
      const refused = await browser.follow(await browser.submit(asked, "/sign-in/consent", { answer: "no" }));
      expect(refused.location).toContain("error=access_denied");
    });

    test("the token page makes tokens, shows them once and revokes them", async () => {
      const browser = new Browser(server.url);
      await browser.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
      const page = await browser.get("/account");
      const made = await browser.submit(page, "/account/tokens", {
        label: "a <script>",
        "scopes[]": "scenarios:read",
        days: "7",
      });
      const token = /<code>(etm_\w+)<\/code>/.exec(made.text)![1]!;
      expect(made.text).toContain("a &lt;script&gt;");
      expect((await browser.get("/account")).text).not.toContain(token);
      expect((await api("/scenarios", token)).status).toBe(200);
      const revoked = await browser.follow(
        await browser.submit(made, `/account/tokens/${token.split("_")[2]!}/revoke`),
      );
      expect(revoked.text).toContain("You have none");
    });

    test("scripts of our own pages ask with the session, and change with its CSRF token", async () => {
      const browser = new Browser(server.url);
      await browser.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
      const cookie = browser.cookiesFor("/");
      const session = (await (await patiently(`${server.url}/account/session`, { headers: { cookie } })).json()) as {
        readonly csrf_token: string;
      };
      const ask = (method: string, headers: { readonly [name: string]: string }) =>
        patiently(`${server.url}/api/v3/scenarios`, { method, headers: { cookie, ...headers } });
      expect((await ask("GET", {})).status).toBe(200);
      expect((await ask("POST", { "x-csrf-token": session.csrf_token })).status).toBe(200);
      for (const headers of [{}, { "x-csrf-token": "" }, { "x-csrf-token": session.csrf_token.slice(1) }]) {
        const answer = await ask("POST", headers);
        expect([answer.status, answer.headers.get("x-error-code")]).toEqual([403, "csrf_token_missing"]);
      }
      // A session that has ended is nobody's, and does no harm.
      const ended = await patiently(`${server.url}/api/v3/scenarios`, {
        headers: { cookie: "etesian_session=aaaaaaaaaaaaaaaaaaaaaaaaa" },
      });
      expect(ended.status).toBe(403);
    });

    test("saved scenarios leave the trash, and earlier versions come back, on a page of our own", async () => {
      const browser = await signUp("keeper@example.org");
      const { csrf_token: csrf } = JSON.parse((await browser.get("/account/session")).text) as { csrf_token: string };
      const ask = async (method: string, path: string, body: object | null = null) => {
        const headers = {
          cookie: browser.cookiesFor("/api"),
          "x-csrf-token": csrf,
          ...(body === null ? {} : { "content-type": "application/json" }),
        };
        const sent = { method, headers, body: body === null ? null : JSON.stringify(body) };
        const answer = await patiently(`${server.url}/api/v3${path}`, sent);
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
      expect(restored.location).toBe(server.url + page);
      expect(await ask("GET", `/saved_scenarios/${id}`)).toMatchObject({ discarded: false });

      expect((await browser.post(`${page}/discard`, { csrf: "of somebody else" })).status).toBe(403);
      const stranger = await signUp("stranger@example.org");
      expect((await new Browser(server.url).get(page)).location).toBe(`${server.url}/sign-in`);
      expect((await stranger.get(list)).text).toContain("There is nothing here");
      expect(await ask("GET", `/saved_scenarios/${id}`)).toMatchObject({ discarded: false });
    });

    test("an invitation is a letter, whose link couples its e-mail to whoever follows it", async () => {
      const token = await ownToken();
      const made = await api("/scenarios", token, "POST", { scenario: { private: true, title: "Our plan" } });
      const { id } = (await made.json()) as { readonly id: number };
      const share = (email: string) =>
        api(`/scenarios/${id}/users`, token, "POST", {
          scenario_users: [{ user_email: email, role: "scenario_viewer" }],
        });
      expect((await share("bob@work.example.org")).status).toBe(201);
      expect((await share("eve@example.org")).status).toBe(201);
      expect((await share("bob@work.example.org")).status).toBe(422);

      const bob = await signUp("bob@example.org");
      expect(await seen(bob, id)).toBe(404);
      const invitation = await bob.get(await linkTo("bob@work.example.org", 0));
      expect(invitation.text).toContain("bob@example.org");
      await bob.submit(invitation, `${new URL(invitation.url).pathname}/accept`);
      // Scenarios are told in a moment.
      while ((await seen(bob, id)) !== 200) await sleep(20);
      expect(lettersTo("bob@work.example.org")).toHaveLength(1);

      // Who has no account opens one there, and has the role at once.
      const eve = new Browser(server.url);
      const letter = await eve.get(await linkTo("eve@example.org", 0));
      await eve.submit(letter, new URL(letter.url).pathname, { name: "Eve" });
      expect(await seen(eve, id)).toBe(200);
      // The link lets nobody else into that account.
      const thief = new Browser(server.url);
      const stolen = await thief.submit(await thief.get(letter.url), new URL(letter.url).pathname);
      expect([stolen.status, thief.cookie("etesian_session")]).toEqual([422, undefined]);
    });

    const seen = async (browser: Browser, id: number): Promise<number> =>
      (await patiently(`${server.url}/api/v3/scenarios/${id}`, { headers: { cookie: browser.cookiesFor("/") } }))
        .status;

    /** A token with all scopes, made on the page. */
    async function ownToken(): Promise<string> {
      const browser = new Browser(server.url);
      await browser.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
      const page = await browser.get("/account");
      const made = await browser.submit(page, "/account/tokens", { label: "all", days: "1", "scopes[]": SCOPES });
      return /<code>(etm_\w+)<\/code>/.exec(made.text)![1]!;
    }

    describe("with another issuer", () => {
      const WITH = "/sign-in/with/university";
      /** Where a browser comes back to that has followed the button of a page. */
      async function sentBack(browser: Browser, page: Page): Promise<string> {
        const link = /<a class="button" href="([^"]+)">Sign in with The &lt;University&gt;<\/a>/.exec(page.text)![1]!;
        const away = await browser.get(link);
        expect(away.location).toMatch(new RegExp(`^${issuer.url}/authorize\\?`));
        const answer = await fetch(away.location!, { redirect: "manual" });
        return answer.headers.get("location")!;
      }
      /** Who is there in the end. */
      async function enter(): Promise<{ readonly browser: Browser; readonly account: string }> {
        const browser = new Browser(server.url);
        const entered = await browser.get(await sentBack(browser, await browser.get("/sign-in")));
        expect([entered.status, entered.location]).toEqual([303, `${server.url}/account`]);
        return { browser, account: (await browser.get("/account")).text };
      }
      const personOf = async (browser: Browser): Promise<unknown> =>
        (JSON.parse((await browser.get("/account/session")).text) as { readonly id: unknown }).id;

      test("whoever it knows gets an account at first sight, and is known by its name for them from then on", async () => {
        issuer.signIn({ sub: "u-1", email: "zoe@uni.example.org", email_verified: true, name: "Zoe" });
        const first = await enter();
        expect(first.account).toContain("Zoe zoe@uni.example.org");
        issuer.signIn({ sub: "u-1" });
        const again = await enter();
        expect(await personOf(again.browser)).toBe(await personOf(first.browser));
      });

      test("an e-mail leads to the account that has it when the issuer has verified it, and to nobody's else", async () => {
        const owner = await signUp("owner@uni.example.org", { password: PASSWORD });
        issuer.signIn({ sub: "thief", email: "owner@uni.example.org" });
        const thief = await enter();
        expect(await personOf(thief.browser)).not.toBe(await personOf(owner));
        expect(thief.account).not.toContain("owner@uni.example.org");
        issuer.signIn({ sub: "u-2", email: "owner@uni.example.org", email_verified: true });
        expect(await personOf((await enter()).browser)).toBe(await personOf(owner));
      });

      test("somebody who came from a program goes on to it", async () => {
        issuer.signIn({ sub: "u-3", email: "yan@uni.example.org", email_verified: true });
        const program = await begin("openid email scenarios:read");
        const browser = new Browser(server.url);
        const back = await sentBack(browser, await browser.follow(await browser.get(program.url)));
        const left = await browser.follow(await browser.get(back));
        const tokens = await program.exchange(left.location!);
        expect((await api("/scenarios", tokens.access_token)).status).toBe(200);
      });

      test("who is refused there, or comes with an answer that was not for this browser, is nobody here", async () => {
        issuer.signIn(null);
        const browser = new Browser(server.url);
        const refused = await browser.get(await sentBack(browser, await browser.get("/sign-in")));
        expect([refused.status, refused.text]).toEqual([401, expect.stringContaining("did not sign you in")]);

        issuer.signIn({ sub: "u-1" });
        const theirs = await sentBack(browser, await browser.get("/sign-in"));
        const other = new Browser(server.url);
        expect((await other.get(theirs)).text).toContain("has expired");
        await sentBack(other, await other.get("/sign-in"));
        expect((await other.get(theirs)).status).toBe(401);
        // What a browser was to bring back is good once.
        expect((await other.get(theirs)).text).toContain("has expired");
        const forged = theirs.replace(/code=[^&]+/, "code=guessed");
        expect((await browser.get(forged)).status).toBe(401);
        for (const each of [browser, other])
          expect((await each.get("/account")).location).toBe(`${server.url}/sign-in`);
        expect((await browser.get("/sign-in/with/nobody")).status).toBe(404);
      });

      test("while it is away the page says so, and signs people in otherwise", async () => {
        issuer.setAway(true);
        const browser = new Browser(server.url);
        issuer.signIn({ sub: "u-1" });
        const theirs = new URL(`${WITH}/callback?code=x&state=y`, server.url).href;
        await browser.get(WITH);
        expect((await browser.get(theirs)).status).toBe(401);
        issuer.setAway(false);
        expect((await enter()).account).toContain("Zoe");
      });
    });

    describe("against who is up to something", () => {
      test("fixation: whoever planted a session does not share the one that begins", async () => {
        const attacker = new Browser(server.url);
        await attacker.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
        const planted = attacker.cookie("etesian_session")!;
        const victim = new Browser(server.url);
        victim.plant("etesian_session", planted);
        victim.plant("etesian_session.sig", attacker.cookie("etesian_session.sig")!);
        await victim.post("/sign-in", { email: "ada@example.org", password: PASSWORD });
        expect(victim.cookie("etesian_session")).not.toBe(planted);
        expect((await attacker.get("/account")).location).toBe(`${server.url}/sign-in`);
      });

      test("CSRF: forms of other origins and of other sessions do nothing", async () => {
        const browser = new Browser(server.url);
        const fields = { email: "ada@example.org", password: PASSWORD };
        for (const origin of ["https://evil.example.org", "null", "http://localhost:1"]) {
          const refused = await browser.post("/sign-in", fields, origin);
          expect([origin, refused.status, browser.cookie("etesian_session")]).toEqual([origin, 403, undefined]);
        }
        await browser.post("/sign-in", fields);
        for (const path of ["/account/tokens", "/sign-out", "/account/tokens/x/revoke"]) {
          expect([path, (await browser.post(path, { csrf: "guess" })).status]).toEqual([path, 403]);
        }
        expect((await browser.get("/account")).status).toBe(200);
      });

      test("enumeration: who has an account, or a password, cannot be told from the answers", async () => {
        const plain = ({ status, text }: Page): readonly [number, string] => [status, text];
        const browser = new Browser(server.url);
        await signUp("nobody-has@example.org");
        const tried = ["ada@example.org", "nobody-has@example.org", "stranger@example.org", "not an e-mail"];
        const answers = new Set<string>();
        for (const email of tried) {
          answers.add(JSON.stringify(plain(await browser.post("/sign-in", { email, password: "wrong password" }))));
        }
        expect(answers.size).toBe(1);
        const letters = new Set<string>();
        for (const email of ["ada@example.org", "stranger@example.org"]) {
          letters.add(JSON.stringify(plain(await browser.post("/sign-in/letter", { email }))));
        }
        expect(letters.size).toBe(1);
      });

      test("replay: the link of a letter lets in once, and looking at it uses nothing up", async () => {
        const browser = new Browser(server.url);
        const before = lettersTo("carl@example.org").length;
        await browser.post("/sign-in/letter", { email: "carl@example.org" });
        const link = await linkTo("carl@example.org", before);
        await new Browser(server.url).get(link);
        const page = await browser.get(link);
        expect((await browser.submit(page, new URL(link).pathname)).location).toBe(`${server.url}/account`);
        expect((await new Browser(server.url).get(link)).status).toBe(404);
        expect((await new Browser(server.url).post(link, {})).status).toBe(404);
      });

      test("a new password ends all sessions", async () => {
        const thief = await signUp("dora@example.org", { password: PASSWORD });
        expect((await thief.get("/account")).status).toBe(200);
        const dora = await signUp("dora@example.org", { password: "another long one" });
        expect((await dora.get("/account")).status).toBe(200);
        expect((await thief.get("/account")).location).toBe(`${server.url}/sign-in`);
        const entered = await thief.post("/sign-in", { email: "dora@example.org", password: PASSWORD });
        expect(entered.status).toBe(401);
      });

      test("a weak password is refused in words, and the link is still good", async () => {
        const browser = new Browser(server.url);
        await browser.post("/sign-in/letter", { email: "finn@example.org" });
        const page = await browser.get(await linkTo("finn@example.org", 0));
        const refused = await browser.submit(page, new URL(page.url).pathname, { password: "short" });
        expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("10 to 200 characters")]);
        const entered = await browser.submit(refused, new URL(page.url).pathname, { password: PASSWORD });
        expect(entered.location).toBe(`${server.url}/account`);
      });

      test("guessing: after ten tries of a password only a letter helps, whoever it is about", async () => {
        for (const email of ["gina@example.org", "nobody@example.org"]) {
          if (email.startsWith("gina")) await signUp(email, { password: PASSWORD });
          const browser = new Browser(server.url);
          const guess = async (password: string) => (await browser.post("/sign-in", { email, password })).status;
          const guesses = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(`wrong password ${n}`)));
          expect([email, ...guesses]).toEqual([email, ...Array.from({ length: 10 }, () => 401)]);
          expect([email, await guess(PASSWORD)]).toEqual([email, 429]);
        }
        await signUp("gina@example.org");
      });

      test("an interaction of another browser is not finished by who follows a link", async () => {
        const { url } = await begin("openid");
        const attacker = new Browser(server.url);
        const asked = await attacker.follow(await attacker.get(url));
        const goOn = new URL(asked.url).searchParams.get("continue")!;
        await attacker.post("/sign-in/letter", { email: "hana@example.org", continue: goOn });
        const victim = new Browser(server.url);
        const page = await victim.get(await linkTo("hana@example.org", 0));
        const entered = await victim.submit(page, new URL(page.url).pathname);
        expect(entered.location).toBe(`${server.url}/account`);
        expect((await attacker.follow(await attacker.get(url))).text).toContain("Sign in");
        expect(attacker.cookie("etesian_session")).toBeUndefined();
      });
    });
  });
}
