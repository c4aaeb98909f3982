/** Tests of the OpenID provider: programs of other origins sign users in with their account here. */
import * as openid from "openid-client";
import { expect, test } from "vitest";
import { Browser, fetchWhenReady } from "./browser.ts";
import { ADA, CLIENT, REDIRECT, type Site } from "./site.fixture.ts";

export function programs(site: Site): void {
  test("a program of another origin signs in with PKCE, sends requests, refreshes, and signs out", async () => {
    const { config, url, exchange } = await site.startAuthorization(
      "openid email profile scenarios:read scenarios:write",
    );
    const browser = new Browser(site.url);
    const page = await browser.follow(await browser.get(url));
    // The form may redirect to the program: browsers check redirects after a submit against this policy.
    expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${CLIENT};`);
    const back = await browser.follow(await browser.submit(page, "/sign-in", ADA));
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

    // Its scopes are exact, like other tokens' scopes.
    const made = await site.api("/scenarios", tokens.access_token, "POST");
    expect(made.status).toBe(200);
    const { id } = (await made.json()) as { readonly id: number };
    expect((await site.api("/scenarios", tokens.access_token)).status).toBe(200);
    expect((await site.api(`/scenarios/${id}`, tokens.access_token, "DELETE")).status).toBe(403);

    // A code is valid once: a second use revokes the first one's tokens.
    await expect(exchange(back.location!)).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await openid.tokenIntrospection(config, tokens.access_token)).active).toBe(false);

    // The user is already signed in, so no form appears.
    const second = await site.startAuthorization("openid scenarios:read");
    const again = await second.exchange((await browser.follow(await browser.get(second.url))).location!);
    const fresh = await openid.refreshTokenGrant(config, again.refresh_token!);
    expect((await site.api("/scenarios", fresh.access_token)).status).toBe(200);
    // A refresh token is valid once, too.
    await expect(openid.refreshTokenGrant(config, again.refresh_token!)).rejects.toMatchObject({
      error: "invalid_grant",
    });

    const third = await site.startAuthorization("openid scenarios:read");
    const last = await third.exchange((await browser.follow(await browser.get(third.url))).location!);
    const ending = openid.buildEndSessionUrl(config, {
      id_token_hint: last.id_token!,
      post_logout_redirect_uri: `${CLIENT}/`,
    });
    const leaving = await browser.get(ending.href);
    const left = await browser.submit(leaving, "/oauth/sign-out/confirm", { logout: "yes" });
    expect([left.location, left.headers.get("clear-site-data")]).toEqual([`${CLIENT}/`, '"cache", "storage"']);
    expect(browser.cookie("etesian_owner")).toBeUndefined();
    expect((await browser.get("/account")).location).toBe(`${site.url}/sign-in`);
    expect((await openid.tokenIntrospection(config, last.access_token)).active).toBe(false);
    expect((await site.api("/scenarios", last.access_token)).status).toBe(401);
  });

  test("a code used several times at once leaves no valid token", async () => {
    const browser = await site.asAda();
    for (let round = 0; round < 6; round++) {
      const { url, exchange } = await site.startAuthorization("openid scenarios:read");
      const back = (await browser.follow(await browser.get(url))).location!;
      const uses = await Promise.allSettled([exchange(back), exchange(back), exchange(back)]);
      const tokens = uses.flatMap((use) => (use.status === "fulfilled" ? [use.value.access_token] : []));
      const statuses = await Promise.all(tokens.map(async (token) => (await site.api("/scenarios", token)).status));
      expect(statuses).toEqual(tokens.map(() => 401));
    }
  });

  test("a request without PKCE, with another redirect or with another verifier gets no token", async () => {
    const { url, exchange } = await site.startAuthorization("openid");
    const browser = new Browser(site.url);
    const plain = new URL(url);
    plain.searchParams.delete("code_challenge");
    plain.searchParams.delete("code_challenge_method");
    expect((await browser.get(plain.href)).location).toContain(`${REDIRECT}?error=invalid_request`);
    const elsewhere = url.replace(encodeURIComponent(REDIRECT), encodeURIComponent("https://evil.example.org/"));
    expect(await browser.get(elsewhere)).toMatchObject({ status: 400, location: null });

    const page = await browser.follow(await browser.get(url));
    const entered = await browser.submit(page, "/sign-in", ADA);
    const back = await browser.follow(entered);
    const other = await site.startAuthorization("openid");
    await expect(
      openid.authorizationCodeGrant(other.config, new URL(back.location!), {
        pkceCodeVerifier: openid.randomPKCECodeVerifier(),
        expectedState: new URL(back.location!).searchParams.get("state")!,
      }),
    ).rejects.toMatchObject({ error: "invalid_grant" });
    // The client with the verifier still gets a token.
    expect((await exchange(back.location!)).scope).toBe("openid");
  });

  test("a front end of another origin gets tokens and changes scenarios from its page, and an unknown origin does not", async () => {
    const { url, exchange } = await site.startAuthorization("openid scenarios:write");
    const browser = await site.asAda();
    const tokens = await exchange((await browser.follow(await browser.get(url))).location!);

    const preflight = (path: string, method: string, headers: string) =>
      fetchWhenReady(`${site.url}${path}`, {
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
      fetchWhenReady(`${site.url}/api/v3/scenarios`, { method: "POST", headers: { origin: CLIENT, ...headers } });
    const written = await write({ authorization: `Bearer ${tokens.access_token}` });
    expect([written.status, written.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    // Without a token, or only with the cookie, another origin's page changes nothing.
    expect((await write({})).status).toBe(403);
    expect((await write({ cookie: browser.cookiesFor("/") })).status).toBe(403);
    expect((await write({ authorization: "Bearer nonsense" })).status).toBe(401);

    const refresh = (origin: string) =>
      fetchWhenReady(`${site.url}/oauth/token`, {
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

  test("a program changes the account, and reads email and name, only with the scopes for it", async () => {
    const answers: unknown[] = [];
    for (const scope of ["openid", "openid scenarios:write", "openid email profile scenarios:write"]) {
      const browser = await site.asAda();
      const { url, exchange } = await site.startAuthorization(scope);
      const tokens = await exchange((await browser.follow(await browser.get(url))).location!);
      const answer = await site.api("/user", tokens.access_token, "PUT", { user: {} });
      const { email = "none" } = (await answer.json()) as { readonly email?: string | null };
      answers.push([answer.status, email]);
    }
    expect(answers).toEqual([
      [403, "none"],
      [200, null],
      [200, ADA.email],
    ]);
  });

  test("sessions, codes and keys survive a restart", async () => {
    const browser = await site.asAda();
    const before = await site.startAuthorization("openid scenarios:read");
    const back = await browser.follow(await browser.get(before.url));
    await site.restart();
    const tokens = await before.exchange(back.location!);
    expect((await site.api("/scenarios", tokens.access_token)).status).toBe(200);
    expect((await browser.get("/account")).text).toContain("ada@example.org");
  });

  test("a program that registered itself gets the scopes that the user grants", async () => {
    const answer = await fetchWhenReady(`${site.url}/oauth/register`, {
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
    const { url, exchange } = await site.startAuthorization(
      "openid scenarios:read",
      client.client_id,
      client.client_secret,
    );
    const browser = await site.asAda();
    const consent = await browser.follow(await browser.get(url));
    expect(consent.text).toContain("&lt;b&gt;Stranger&lt;/b&gt; asks for your consent");
    expect(consent.text).toContain("see your private scenarios");
    const back = await browser.follow(await browser.submit(consent, "/sign-in/consent", { answer: "yes" }));
    expect((await exchange(back.location!)).scope).toBe("openid scenarios:read");

    const other = await site.startAuthorization("openid scenarios:delete", client.client_id, client.client_secret);
    const page = await browser.follow(await browser.get(other.url));
    const refused = await browser.follow(await browser.submit(page, "/sign-in/consent", { answer: "no" }));
    expect(refused.location).toContain("error=access_denied");

    const deleting = await site.startAuthorization("openid scenarios:delete", client.client_id, client.client_secret);
    const form = await browser.follow(await browser.get(deleting.url));
    const withoutPassword = await browser.submit(form, "/sign-in/consent", { answer: "yes" });
    expect([withoutPassword.status, withoutPassword.location]).toEqual([422, null]);
    const allowed = await browser.submit(withoutPassword, "/sign-in/consent", { answer: "yes", current: ADA.password });
    expect((await deleting.exchange((await browser.follow(allowed)).location!)).scope).toBe("openid scenarios:delete");
  });
}
