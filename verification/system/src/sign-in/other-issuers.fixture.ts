/** Tests of signing in on our pages with an account of another issuer. */
import { expect, test } from "vitest";
import { Browser, type Page } from "./browser.ts";
import { PASSWORD, type Site } from "./site.fixture.ts";

export function otherIssuers(site: Site): void {
  const WITH = "/sign-in/with/university";
  /** The page to which a browser returns after following the button of a page. */
  async function sentBack(browser: Browser, page: Page): Promise<string> {
    const link = /<a class="button" href="([^"]+)">Sign in with The &lt;University&gt;<\/a>/.exec(page.text)![1]!;
    const away = await browser.get(link);
    expect(away.location).toMatch(new RegExp(`^${site.issuer.url}/authorize\\?`));
    const answer = await fetch(away.location!, { redirect: "manual" });
    return answer.headers.get("location")!;
  }
  /** The account that is signed in at the end. */
  async function enter(): Promise<{ readonly browser: Browser; readonly account: string }> {
    const browser = new Browser(site.url);
    const entered = await browser.get(await sentBack(browser, await browser.get("/sign-in")));
    expect([entered.status, entered.location]).toEqual([303, `${site.url}/account`]);
    return { browser, account: (await browser.get("/account")).text };
  }
  const personOf = async (browser: Browser): Promise<unknown> =>
    (JSON.parse((await browser.get("/account/session")).text) as { readonly id: unknown }).id;

  test("a user of the issuer gets an account at the first sign-in, identified by the issuer's subject from then on", async () => {
    site.issuer.signIn({ sub: "u-1", email: "zoe@uni.example.org", email_verified: true, name: "Zoe" });
    const first = await enter();
    expect(first.account).toContain("Zoe zoe@uni.example.org");
    site.issuer.signIn({ sub: "u-1" });
    const again = await enter();
    expect(await personOf(again.browser)).toBe(await personOf(first.browser));
  });

  test("an email identifies its account only if the issuer has verified it", async () => {
    const owner = await site.signUp("owner@uni.example.org", { password: PASSWORD });
    site.issuer.signIn({ sub: "thief", email: "owner@uni.example.org" });
    const thief = await enter();
    expect(await personOf(thief.browser)).not.toBe(await personOf(owner));
    expect(thief.account).not.toContain("owner@uni.example.org");
    site.issuer.signIn({ sub: "u-2", email: "owner@uni.example.org", email_verified: true });
    expect(await personOf((await enter()).browser)).toBe(await personOf(owner));
  });

  test("a user who came from a program returns to it", async () => {
    site.issuer.signIn({ sub: "u-3", email: "yan@uni.example.org", email_verified: true });
    const program = await site.startAuthorization("openid email scenarios:read");
    const browser = new Browser(site.url);
    const back = await sentBack(browser, await browser.follow(await browser.get(program.url)));
    const left = await browser.follow(await browser.get(back));
    const tokens = await program.exchange(left.location!);
    expect((await site.api("/scenarios", tokens.access_token)).status).toBe(200);
  });

  test("a refusal of the issuer, or an answer for another browser, signs no user in", async () => {
    site.issuer.signIn(null);
    const browser = new Browser(site.url);
    const refused = await browser.get(await sentBack(browser, await browser.get("/sign-in")));
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining("did not sign you in")]);

    site.issuer.signIn({ sub: "u-1" });
    const theirs = await sentBack(browser, await browser.get("/sign-in"));
    const other = new Browser(site.url);
    expect((await other.get(theirs)).text).toContain("has expired");
    await sentBack(other, await other.get("/sign-in"));
    expect((await other.get(theirs)).status).toBe(401);
    // The state that a browser returns is valid once.
    expect((await other.get(theirs)).text).toContain("has expired");
    const forged = theirs.replace(/code=[^&]+/, "code=guessed");
    expect((await browser.get(forged)).status).toBe(401);
    for (const each of [browser, other]) expect((await each.get("/account")).location).toBe(`${site.url}/sign-in`);
    expect((await browser.get("/sign-in/with/nobody")).status).toBe(404);
  });

  test("the page reports that the issuer is unavailable, and offers other ways to sign in", async () => {
    site.issuer.setUnavailable(true);
    const browser = new Browser(site.url);
    site.issuer.signIn({ sub: "u-1" });
    const theirs = new URL(`${WITH}/callback?code=x&state=y`, site.url).href;
    await browser.get(WITH);
    expect((await browser.get(theirs)).status).toBe(401);
    site.issuer.setUnavailable(false);
    expect((await enter()).account).toContain("Zoe");
  });
}
