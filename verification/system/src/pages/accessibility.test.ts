/**
 * Checks the sign-in pages with axe in a real browser: on a desktop and on a phone, in the light and the dark theme.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { testStores } from "@etesian/event-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, REDIRECT, Site } from "../sign-in/site.fixture.ts";
import { findChromium, NO_CHROMIUM, startChromium } from "@etesian/browser";
import { faultsOf } from "./faults.ts";

const chromium = findChromium();

const EVE = { email: "eve@example.org", password: PASSWORD };

describe.skipIf(chromium === null)(`pages in a browser${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  const site = new Site();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    const [store] = await testStores();
    [browser] = await Promise.all([startChromium(chromium!), site.open(store!)]);
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  /** Opens URLs, or performs steps that lead to other pages, and checks each page. */
  async function findFaults(steps: { readonly [name: string]: string | (() => Promise<unknown>) }) {
    const faultsByPage: Record<string, readonly string[]> = {};
    for (const [name, step] of Object.entries(steps)) {
      if (typeof step === "string") await page.goto(`${site.url}${step}`);
      else await step();
      const faults = await faultsOf(page);
      if (faults.length > 0) faultsByPage[name] = faults;
    }
    return faultsByPage;
  }
  const press = (name: string) => () => page.getByRole("button", { name }).first().click();

  test("axe finds no violations on the sign-in pages", async () => {
    const open = async () => page.goto(await site.linkTo(EVE.email, 0));
    const faults = await findFaults({
      home: "/",
      "sign in": "/sign-in",
      "wrong password": async () => {
        await page.getByLabel("Email").first().fill(EVE.email);
        await page.getByLabel("Password").fill("not it at all");
        await press("Sign in")();
      },
      "link is sent": async () => {
        await page.getByLabel("Email").last().fill(EVE.email);
        await press("Send me a link")();
      },
      link: open,
      account: async () => {
        await page.getByLabel("Password").fill(EVE.password);
        await press("Create account")();
      },
      "link again": open,
      "unknown issuer": "/sign-in/with/nobody",
      consent: async () =>
        page.goto((await site.startAuthorization("openid email scenarios:write", await register())).url),
      "request from an unknown client": "/oauth/authorize?client_id=nobody",
      "unknown OAuth path": "/oauth/nonsense",
      "signing out of programs": "/oauth/sign-out",
    });
    expect(faults).toEqual({});
  });

  async function register(): Promise<string> {
    const response = await fetch(`${site.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Charts", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" }),
    });
    return ((await response.json()) as { client_id: string }).client_id;
  }

  test("forms on the API pages send their fields with the signed-in user's session", async () => {
    await page.goto(`${site.url}/docs/account`);
    const form = page.locator('form[data-method="PUT"][data-path="/api/v3/user"]');
    await page.locator(".try", { has: form }).locator("summary").click();
    await form.locator("textarea").fill(JSON.stringify({ user: { name: "Eve" } }));
    await form.getByRole("button", { name: "Send" }).click();
    await form.locator("pre", { hasText: '"name": "Eve"' }).waitFor();
    expect(await form.getByRole("status").textContent()).toBe("200 OK");
    await page.getByLabel("Token").fill("none");
    await form.getByRole("button", { name: "Send" }).click();
    await form.locator("pre", { hasText: "Invalid or expired token" }).waitFor();
    expect(await form.getByRole("status").textContent()).toBe("401 Unauthorized");
  });
});
