/** Tests of signing in to our pages with another issuer's account. */
import { expect, test } from "vitest";
import { Browser, formsOf, type Page } from "./browser.ts";
import { PASSWORD, type Site } from "./site.fixture.ts";

export function otherIssuers(site: Site): void {
  /** The URL to which the issuer redirects a browser that follows the button on a page. */
  async function followIssuer(browser: Browser, page: Page): Promise<string> {
    const link = /<a class="button" href="([^"]+)">Sign in with The &lt;University&gt;<\/a>/.exec(page.text)![1]!;
    const redirect = await browser.get(link);
    expect(redirect.location).toMatch(new RegExp(`^${site.issuer.url}/authorize\\?`));
    const response = await fetch(redirect.location!, { redirect: "manual" });
    return response.headers.get("location")!;
  }
  /** Resolves to the signed-in browser. */
  async function signInWithIssuer(): Promise<Browser> {
    const browser = new Browser(site.url);
    const page = await browser.get(await followIssuer(browser, await browser.get("/sign-in")));
    expect([page.status, page.location]).toEqual([303, `${site.url}/yours`]);
    return browser;
  }
  const idOf = async (browser: Browser): Promise<unknown> => (await browser.person())?.id;

  test("a user of the issuer gets an account at the first sign-in, identified by the issuer's subject from then on", async () => {
    site.issuer.signIn({ sub: "u-1", email: "zoe@uni.example.org", email_verified: true, name: "Zoe" });
    const first = await signInWithIssuer();
    expect(await first.person()).toMatchObject({ name: "Zoe", email: "zoe@uni.example.org" });
    site.issuer.signIn({ sub: "u-1" });
    expect(await idOf(await signInWithIssuer())).toBe(await idOf(first));
  });

  test("an email identifies its account only if the issuer has verified it", async () => {
    const owner = await site.signUp("owner@uni.example.org", { password: PASSWORD });
    site.issuer.signIn({ sub: "thief", email: "owner@uni.example.org" });
    const thief = await signInWithIssuer();
    expect(await idOf(thief)).not.toBe(await idOf(owner));
    expect((await thief.person())?.email).not.toBe("owner@uni.example.org");
    site.issuer.signIn({ sub: "u-2", email: "owner@uni.example.org", email_verified: true });
    expect(await idOf(await signInWithIssuer())).toBe(await idOf(owner));
  });

  test("a user who came from a program returns to it", async () => {
    site.issuer.signIn({ sub: "u-3", email: "yan@uni.example.org", email_verified: true });
    const program = await site.startAuthorization("openid email scenarios:read");
    const browser = new Browser(site.url);
    const callbackUrl = await followIssuer(browser, await browser.follow(await browser.get(program.url)));
    const finalPage = await browser.follow(await browser.get(callbackUrl));
    const tokens = await program.exchange(finalPage.location!);
    expect((await site.api("/scenarios", tokens.access_token)).status).toBe(200);
  });

  test("a refusal by the issuer, or a response for another browser, signs no user in", async () => {
    site.issuer.signIn(null);
    const browser = new Browser(site.url);
    const refusalPage = await browser.get(await followIssuer(browser, await browser.get("/sign-in")));
    expect([refusalPage.status, refusalPage.text]).toEqual([401, expect.stringContaining("did not sign you in")]);

    site.issuer.signIn({ sub: "u-1" });
    const callbackUrl = await followIssuer(browser, await browser.get("/sign-in"));
    const otherBrowser = new Browser(site.url);
    expect((await otherBrowser.get(callbackUrl)).text).toContain("has expired");
    await followIssuer(otherBrowser, await otherBrowser.get("/sign-in"));
    expect((await otherBrowser.get(callbackUrl)).status).toBe(401);
    // The state that a browser returns is valid only once.
    expect((await otherBrowser.get(callbackUrl)).text).toContain("has expired");
    const forgedUrl = callbackUrl.replace(/code=[^&]+/, "code=guessed");
    expect((await browser.get(forgedUrl)).status).toBe(401);
    for (const visitor of [browser, otherBrowser]) expect(await visitor.person()).toBeNull();
    expect((await browser.get("/sign-in/with/nobody")).status).toBe(404);
  });

  test("the page reports that an unavailable issuer did not sign the user in, and offers other ways to sign in", async () => {
    site.issuer.signIn({ sub: "u-1" });
    const browser = new Browser(site.url);
    const callbackUrl = await followIssuer(browser, await browser.get("/sign-in"));
    site.issuer.setUnavailable(true);
    const page = await browser.get(callbackUrl);
    site.issuer.setUnavailable(false);
    expect([page.status, page.text]).toEqual([401, expect.stringContaining("did not sign you in")]);
    expect(formsOf(page).map(({ action }) => action)).toContain("/sign-in/link");
    expect((await (await signInWithIssuer()).person())?.name).toBe("Zoe");
  });
}
