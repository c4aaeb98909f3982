/** Tests of the OpenID provider: programs from other origins sign users in with their account here. */
import * as openid from "openid-client";
import { expect, test } from "vitest";
import { Browser, fetchWhenReady } from "./browser.ts";
import { ADA, CLIENT, REDIRECT, type Site } from "./site.fixture.ts";

export function programs(site: Site): void {
  test("a program from another origin signs in with PKCE, sends requests, refreshes, and signs out", async () => {
    const { config, url, exchange } = await site.startAuthorization(
      "openid email profile scenarios:read scenarios:write",
    );
    const browser = new Browser(site.url);
    const page = await browser.follow(await browser.get(url));
    // The policy allows redirects to the program, because browsers check redirects after a submit against it.
    expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${CLIENT};`);
    const callback = await browser.follow(await browser.submit(page, "/sign-in", ADA));
    expect(callback.location).toMatch(new RegExp(`^${REDIRECT}\\?code=`));
    const tokens = await exchange(callback.location!);
    expect(tokens.scope).toBe("openid email profile scenarios:read scenarios:write");
    const sub = tokens.claims()!.sub;
    expect(await openid.fetchUserInfo(config, tokens.access_token, sub)).toEqual({
      sub,
      email: "ada@example.org",
      email_verified: true,
      name: "Ada <L>",
    });

    // The token's scopes are exact, like any other token's scopes.
    const response = await site.api("/scenarios", tokens.access_token, "POST");
    expect(response.status).toBe(200);
    const { id } = (await response.json()) as { readonly id: number };
    expect((await site.api("/scenarios", tokens.access_token)).status).toBe(200);
    expect((await site.api(`/scenarios/${id}`, tokens.access_token, "DELETE")).status).toBe(403);

    // A code is valid once: a second use revokes the first one's tokens.
    await expect(exchange(callback.location!)).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await openid.tokenIntrospection(config, tokens.access_token)).active).toBe(false);

    // The user is already signed in, so no form appears.
    const second = await site.startAuthorization("openid scenarios:read");
    const secondTokens = await second.exchange((await browser.follow(await browser.get(second.url))).location!);
    const refreshedTokens = await openid.refreshTokenGrant(config, secondTokens.refresh_token!);
    expect((await site.api("/scenarios", refreshedTokens.access_token)).status).toBe(200);
    // A refresh token is also valid only once.
    await expect(openid.refreshTokenGrant(config, secondTokens.refresh_token!)).rejects.toMatchObject({
      error: "invalid_grant",
    });

    const third = await site.startAuthorization("openid scenarios:read");
    const lastTokens = await third.exchange((await browser.follow(await browser.get(third.url))).location!);
    const signOutUrl = openid.buildEndSessionUrl(config, {
      id_token_hint: lastTokens.id_token!,
      post_logout_redirect_uri: `${CLIENT}/`,
    });
    const signOutPage = await browser.get(signOutUrl.href);
    const finalPage = await browser.submit(signOutPage, "/oauth/sign-out/confirm", { logout: "yes" });
    expect([finalPage.location, finalPage.headers.get("clear-site-data")]).toEqual([
      `${CLIENT}/`,
      '"cache", "storage"',
    ]);
    expect(browser.cookie("etesian_owner")).toBeUndefined();
    expect(await browser.person()).toBeNull();
    expect((await openid.tokenIntrospection(config, lastTokens.access_token)).active).toBe(false);
    expect((await site.api("/scenarios", lastTokens.access_token)).status).toBe(401);
  });

  test("a code that is used several times concurrently leaves no valid token", async () => {
    const browser = await site.asAda();
    for (let round = 0; round < 6; round++) {
      const { url, exchange } = await site.startAuthorization("openid scenarios:read");
      const callbackUrl = (await browser.follow(await browser.get(url))).location!;
      const uses = await Promise.allSettled([exchange(callbackUrl), exchange(callbackUrl), exchange(callbackUrl)]);
      const tokens = uses.flatMap((use) => (use.status === "fulfilled" ? [use.value.access_token] : []));
      const statuses = await Promise.all(tokens.map(async (token) => (await site.api("/scenarios", token)).status));
      expect(statuses).toEqual(tokens.map(() => 401));
    }
  });

  test("a request without PKCE, with another redirect or with another verifier gets no token", async () => {
    const { url, exchange } = await site.startAuthorization("openid");
    const browser = new Browser(site.url);
    const urlWithoutPkce = new URL(url);
    urlWithoutPkce.searchParams.delete("code_challenge");
    urlWithoutPkce.searchParams.delete("code_challenge_method");
    expect((await browser.get(urlWithoutPkce.href)).location).toContain(`${REDIRECT}?error=invalid_request`);
    const foreignRedirect = url.replace(encodeURIComponent(REDIRECT), encodeURIComponent("https://evil.example.org/"));
    expect(await browser.get(foreignRedirect)).toMatchObject({ status: 400, location: null });

    const page = await browser.follow(await browser.get(url));
    const signedInPage = await browser.submit(page, "/sign-in", ADA);
    const callback = await browser.follow(signedInPage);
    const otherAuthorization = await site.startAuthorization("openid");
    await expect(
      openid.authorizationCodeGrant(otherAuthorization.config, new URL(callback.location!), {
        pkceCodeVerifier: openid.randomPKCECodeVerifier(),
        expectedState: new URL(callback.location!).searchParams.get("state")!,
      }),
    ).rejects.toMatchObject({ error: "invalid_grant" });
    // The client with the verifier still gets a token.
    expect((await exchange(callback.location!)).scope).toBe("openid");
  });

  test("a front end from another origin gets tokens and changes scenarios from its page, and an unknown origin does not", async () => {
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
      const response = await preflight(path, method, "authorization,content-type");
      expect([path, response.status]).toEqual([path, 204]);
      expect(["*", CLIENT]).toContain(response.headers.get("access-control-allow-origin"));
      expect(response.headers.get("access-control-allow-methods")).toContain(method);
      expect(response.headers.get("access-control-allow-headers")).toContain("authorization");
    }
    const write = (headers: { readonly [name: string]: string }) =>
      fetchWhenReady(`${site.url}/api/v3/scenarios`, { method: "POST", headers: { origin: CLIENT, ...headers } });
    const writeResponse = await write({ authorization: `Bearer ${tokens.access_token}` });
    expect([writeResponse.status, writeResponse.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
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
    const foreignResponse = await refresh("https://evil.example.org");
    expect([foreignResponse.status, foreignResponse.headers.get("access-control-allow-origin")]).toEqual([400, null]);
    const refreshResponse = await refresh(CLIENT);
    expect([refreshResponse.status, refreshResponse.headers.get("access-control-allow-origin")]).toEqual([200, CLIENT]);
  });

  test("a program changes the account, and reads email and name, only with the required scopes", async () => {
    const bodies: unknown[] = [];
    for (const scope of ["openid", "openid scenarios:write", "openid email profile scenarios:write"]) {
      const browser = await site.asAda();
      const { url, exchange } = await site.startAuthorization(scope);
      const tokens = await exchange((await browser.follow(await browser.get(url))).location!);
      const response = await site.api("/user", tokens.access_token, "PUT", { user: {} });
      const { email = "none" } = (await response.json()) as { readonly email?: string | null };
      bodies.push([response.status, email]);
    }
    expect(bodies).toEqual([
      [403, "none"],
      [200, null],
      [200, ADA.email],
    ]);
  });

  test("sessions, codes and keys survive a restart", async () => {
    const browser = await site.asAda();
    const authorization = await site.startAuthorization("openid scenarios:read");
    const callback = await browser.follow(await browser.get(authorization.url));
    await site.restart();
    const tokens = await authorization.exchange(callback.location!);
    expect((await site.api("/scenarios", tokens.access_token)).status).toBe(200);
    expect((await browser.person())?.email).toBe(ADA.email);
  });

  test("a program that registered itself gets the scopes that the user grants", async () => {
    const response = await fetchWhenReady(`${site.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "<b>Stranger</b>",
        redirect_uris: [REDIRECT],
        grant_types: ["authorization_code", "refresh_token"],
      }),
    });
    const client = (await response.json()) as { readonly client_id: string; readonly client_secret: string };
    expect(response.status).toBe(201);
    const { url, exchange } = await site.startAuthorization(
      "openid scenarios:read",
      client.client_id,
      client.client_secret,
    );
    const browser = await site.asAda();
    const consent = await browser.follow(await browser.get(url));
    expect(consent.text).toContain("&lt;b&gt;Stranger&lt;/b&gt; asks for your consent");
    expect(consent.text).toContain("see your private scenarios");
    const callback = await browser.follow(await browser.submit(consent, "/sign-in/consent", { answer: "yes" }));
    expect((await exchange(callback.location!)).scope).toBe("openid scenarios:read");

    const otherAuthorization = await site.startAuthorization(
      "openid scenarios:delete",
      client.client_id,
      client.client_secret,
    );
    const page = await browser.follow(await browser.get(otherAuthorization.url));
    const refusal = await browser.follow(await browser.submit(page, "/sign-in/consent", { answer: "no" }));
    expect(refusal.location).toContain("error=access_denied");

    const deleteAuthorization = await site.startAuthorization(
      "openid scenarios:delete",
      client.client_id,
      client.client_secret,
    );
    const form = await browser.follow(await browser.get(deleteAuthorization.url));
    const withoutPassword = await browser.submit(form, "/sign-in/consent", { answer: "yes" });
    expect([withoutPassword.status, withoutPassword.location]).toEqual([422, null]);
    const nextPage = await browser.submit(withoutPassword, "/sign-in/consent", {
      answer: "yes",
      current: ADA.password,
    });
    expect((await deleteAuthorization.exchange((await browser.follow(nextPage)).location!)).scope).toBe(
      "openid scenarios:delete",
    );
  });
}
