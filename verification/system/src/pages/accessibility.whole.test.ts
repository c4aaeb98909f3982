/**
 * Checks the API pages, the pages of links in emails, and error pages with axe; `accessibility.test.ts` checks the
 * sign-in pages.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { testStores } from "@etesian/event-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { Browser as Visitor } from "../sign-in/browser.ts";
import { PASSWORD, Site } from "../sign-in/site.fixture.ts";
import { findChromium, NO_CHROMIUM, startChromium } from "@etesian/browser";
import { faultsOf, DESKTOP, PHONE } from "./faults.ts";

const chromium = findChromium();

const EVE = { email: "eve@example.org", password: PASSWORD };

const OPEN_DETAILS = `for (const each of document.querySelectorAll("details")) each.open = true`;

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
    await signUp();
  });
  async function signUp(): Promise<void> {
    await page.goto(`${site.url}/sign-in`);
    await page.getByLabel("Email").last().fill(EVE.email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.goto(await site.linkTo(EVE.email, 0));
    await page.getByLabel("Password").fill(EVE.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test("axe finds no violations on the API pages, collapsed and expanded", async () => {
    // If the documentation website is built, `/docs` is its first page.
    await page.goto(`${site.url}/docs/api`);
    expect(await faultsOf(page)).toEqual([]);
    const links = await page.locator("main a").evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
    const otherPages = new Set(
      links.map((link) => link.split("#")[0]!).filter((link) => /^\/docs\/[a-z-]+$/.test(link)),
    );
    for (const data of ["/docs/json", "/docs/yaml"]) otherPages.delete(data);
    expect(otherPages.size).toBeGreaterThan(15);
    const chapters = [...otherPages].filter((_, index) => index % sampleSize(3, 1) === 0);
    for (const path of chapters) {
      await page.goto(`${site.url}${path}`);
      await page.evaluate(OPEN_DETAILS);
      // All pages share one style sheet, so the overview suffices to find unreadable colours in the dark theme.
      expect([path, await faultsOf(page, [DESKTOP, PHONE])]).toEqual([path, []]);
    }
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

  test("axe finds no violations on the pages of links, invitations and errors", async () => {
    const eve = new Visitor(site.url);
    await eve.post("/sign-in", EVE);
    const tokenRequest = {
      label: "notebook",
      scopes: ["scenarios:write", "scenarios:delete"],
      days: 7,
      current: EVE.password,
    };
    const { token } = (await eve.sendAsVisitor<{ readonly token: string }>("POST", "/tokens", tokenRequest)).body;
    const response = await site.api("/scenarios", token, "POST", { scenario: { area_code: "village" } });
    const { id } = (await response.json()) as { readonly id: number };
    const member = { user_email: "frank@example.org", role: "scenario_viewer" };
    await site.api(`/scenarios/${id}/users`, token, "POST", { scenario_users: [member] });
    await eve.sendAsVisitor("POST", "/email", { email: "eve@new.example.org", current: EVE.password });
    const newEmail = await site.linkTo("eve@new.example.org", 0);
    const faults = await findFaults({
      "new email": () => page.goto(newEmail),
      "form of another session": async () => {
        await page.evaluate(`document.querySelector("[name=csrf]").value = "x"`);
        await press("Confirm")();
      },
      "expired link": "/sign-in/link/x",
      "new email without a session": async () => {
        await page.context().clearCookies();
        await page.goto(newEmail);
      },
      "unknown URL": "/nonsense",
      invitation: async () => page.goto(await site.linkTo(member.user_email, 0)),
    });
    expect(faults).toEqual({});
  });
});
