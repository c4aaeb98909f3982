/** Tests of attacks on sign-in: fixation, forgery, enumeration, replay and guessing. */
import { expect, test } from "vitest";
import { Browser, type Page, fetchWhenReady } from "./browser.ts";
import { ADA, PASSWORD, REDIRECT, type Site } from "./site.fixture.ts";

export function testAbuse(site: Site): void {
  test("fixation: an attacker who planted a session does not share the new one", async () => {
    const attacker = await site.asAda();
    const plantedSession = attacker.cookie("etesian_session")!;
    const victim = new Browser(site.url);
    victim.plant("etesian_session", plantedSession);
    victim.plant("etesian_session.sig", attacker.cookie("etesian_session.sig")!);
    await victim.post("/sign-in", ADA);
    expect(victim.cookie("etesian_session")).not.toBe(plantedSession);
    expect(await attacker.person()).toBeNull();
  });

  test("CSRF: forms from other origins and from other sessions have no effect", async () => {
    const browser = new Browser(site.url);
    for (const origin of ["https://evil.example.org", "null", "http://localhost:1"]) {
      const response = await browser.post("/sign-in", ADA, origin);
      expect([origin, response.status, browser.cookie("etesian_session")]).toEqual([origin, 403, undefined]);
    }
    await browser.post("/sign-in", ADA);
    for (const path of ["/sign-in/consent", "/invitation/x/accept", "/account/email/x"]) {
      expect([path, (await browser.post(path, { csrf: "guess" })).status]).toEqual([path, 403]);
    }
    expect(await browser.person()).not.toBeNull();
  });

  test("enumeration: responses do not reveal whether an account or a password exists", async () => {
    const statusAndText = ({ status, text }: Page): readonly [number, string] => [status, text];
    const browser = new Browser(site.url);
    await site.signUp("nobody-has@example.org");
    const attemptedEmails = ["ada@example.org", "nobody-has@example.org", "stranger@example.org", "not an email"];
    const bodies = new Set<string>();
    for (const email of attemptedEmails) {
      const body = JSON.stringify(statusAndText(await browser.post("/sign-in", { email, password: "wrong password" })));
      // The form repeats the address, whether it is known or unknown.
      bodies.add(body.replaceAll(email, "EMAIL"));
    }
    expect(bodies.size).toBe(1);
    const emails = new Set<string>();
    for (const email of ["ada@example.org", "stranger@example.org"]) {
      emails.add(JSON.stringify(statusAndText(await browser.post("/sign-in/link", { email }))));
    }
    expect(emails.size).toBe(1);
  });

  test("replay: a link in an email signs in only once, and opening it does not use it up", async () => {
    const browser = new Browser(site.url);
    const previousCount = site.emailsTo("carl@example.org").length;
    await browser.post("/sign-in/link", { email: "carl@example.org" });
    const link = await site.linkTo("carl@example.org", previousCount);
    await new Browser(site.url).get(link);
    const page = await browser.get(link);
    expect((await browser.submit(page, new URL(link).pathname)).location).toBe(`${site.url}/yours`);
    expect((await new Browser(site.url).get(link)).status).toBe(404);
    expect((await new Browser(site.url).post(link, {})).status).toBe(404);
  });

  test("a new password ends all sessions", async () => {
    const thief = await site.signUp("dora@example.org", { password: PASSWORD });
    expect(await thief.person()).not.toBeNull();
    const dora = await site.signUp("dora@example.org", { password: "another long one" });
    expect(await dora.person()).not.toBeNull();
    expect(await thief.person()).toBeNull();
    const response = await thief.post("/sign-in", { email: "dora@example.org", password: PASSWORD });
    expect(response.status).toBe(401);
  });

  test("a new password invalidates earlier links and, on request, tokens", async () => {
    const browser = await site.signUp("iris@example.org", { password: PASSWORD });
    const tokenRequest = { label: "notebook", days: 1, scopes: ["scenarios:read"] };
    const { token } = (await browser.sendAsVisitor<{ readonly token: string }>("POST", "/tokens", tokenRequest)).body;
    const links: string[] = [];
    for (const after of [1, 2]) {
      await browser.post("/sign-in/link", { email: "iris@example.org" });
      links.push(await site.linkTo("iris@example.org", after));
    }
    const iris = new Browser(site.url);
    const page = await iris.get(links[1]!);
    expect(page.text).toContain("notebook: read");
    const choices = { password: "another long one", revoke: "yes" };
    expect((await iris.submit(page, new URL(page.url).pathname, choices)).location).toBe(`${site.url}/yours`);
    const thief = new Browser(site.url);
    expect([(await thief.get(links[0]!)).status, (await thief.post(links[0]!, {})).status]).toEqual([404, 404]);
    expect((await site.api("/scenarios", token)).status).toBe(401);
  });

  test("a weak password is refused with a reason, and the link stays valid", async () => {
    const browser = new Browser(site.url);
    await browser.post("/sign-in/link", { email: "finn@example.org" });
    const page = await browser.get(await site.linkTo("finn@example.org", 0));
    const refusalPage = await browser.submit(page, new URL(page.url).pathname, { password: "short" });
    expect([refusalPage.status, refusalPage.text]).toEqual([422, expect.stringContaining("10 to 200 characters")]);
    const response = await browser.submit(refusalPage, new URL(page.url).pathname, { password: PASSWORD });
    expect(response.location).toBe(`${site.url}/yours`);
  });

  test("guessing: after ten password attempts only a link in an email signs in, for known and unknown addresses", async () => {
    for (const email of ["gina@example.org", "nobody@example.org"]) {
      if (email.startsWith("gina")) await site.signUp(email, { password: PASSWORD });
      const browser = new Browser(site.url);
      const guess = async (password: string) => (await browser.post("/sign-in", { email, password })).status;
      const guesses = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(`wrong password ${n}`)));
      expect([email, ...guesses]).toEqual([email, ...Array.from({ length: 10 }, () => 401)]);
      expect([email, await guess(PASSWORD)]).toEqual([email, 429]);
    }
    await site.signUp("gina@example.org");
  });

  test("following a link does not complete another browser's interaction", async () => {
    const { url } = await site.startAuthorization("openid");
    const attacker = new Browser(site.url);
    const signInPage = await attacker.follow(await attacker.get(url));
    const continueTo = new URL(signInPage.url).searchParams.get("continue")!;
    await attacker.post("/sign-in/link", { email: "hana@example.org", continue: continueTo });
    const victim = new Browser(site.url);
    const page = await victim.get(await site.linkTo("hana@example.org", 0));
    const nextPage = await victim.submit(page, new URL(page.url).pathname);
    expect(nextPage.location).toBe(`${site.url}/yours`);
    expect((await attacker.follow(await attacker.get(url))).text).toContain("Sign in");
    expect(attacker.cookie("etesian_session")).toBeUndefined();
  });

  // Runs last, because it exhausts the limit for the address.
  test("registrations of programs and requests without a session are limited by address", async () => {
    const register = async () => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ redirect_uris: [REDIRECT] });
      return (await fetchWhenReady(`${site.url}/oauth/register`, { method: "POST", headers, body })).status;
    };
    const { url } = await site.startAuthorization("openid");
    const authorize = async () => (await fetchWhenReady(url, { redirect: "manual" })).status;
    const collectStatuses = async (times: number, send: () => Promise<number>): Promise<readonly number[]> => {
      const all: number[] = [];
      while (all.length < times) all.push(...(await Promise.all(Array.from({ length: 10 }, send))));
      return all;
    };
    const registrationStatuses = await collectStatuses(30, register);
    expect(registrationStatuses.filter((status) => status === 201).length).toBeLessThanOrEqual(20);
    expect(new Set(registrationStatuses.slice(20))).toEqual(new Set([429]));
    const authorizationStatuses = await collectStatuses(110, authorize);
    expect(authorizationStatuses.filter((status) => status === 303).length).toBeLessThanOrEqual(100);
    expect(new Set(authorizationStatuses.slice(100))).toEqual(new Set([429]));
    // A signed-in user is not limited.
    const ada = await site.asAda();
    expect((await ada.follow(await ada.get(url))).location).toContain("code=");
  });
}
