/** axe checks the pages of the API, of the account and of saved scenarios; `accessibility.test.ts` the sign-in pages. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { testStores } from "@etesian/event-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampled } from "@etesian/testing/sample";
import { PASSWORD, Site } from "../sign-in/site.fixture.ts";
import { findChromium, NO_CHROMIUM, startChromium } from "@etesian/browser";
import { faultsOf, SCREEN, TELEPHONE } from "./faults.ts";

const chromium = findChromium();

const EVE = { email: "eve@example.org", password: PASSWORD };

const FOLDS = `for (const each of document.querySelectorAll("details")) each.open = true`;

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

  test("axe finds no fault in pages of the API, folded and unfolded", async () => {
    // Where the website of the documentation is built, `/docs` is its first page.
    await page.goto(`${site.url}/docs/api`);
    expect(await faultsOf(page)).toEqual([]);
    const links = await page.locator("main a").evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
    const others = new Set(links.map((link) => link.split("#")[0]!).filter((link) => /^\/docs\/[a-z-]+$/.test(link)));
    for (const data of ["/docs/json", "/docs/yaml"]) others.delete(data);
    expect(others.size).toBeGreaterThan(15);
    const chapters = [...others].filter((_, index) => index % sampled(6, 1) === 0);
    for (const path of chapters) {
      await page.goto(`${site.url}${path}`);
      await page.evaluate(FOLDS);
      // All share one style sheet, so the overview also shows unreadable colours of the dark theme.
      expect([path, await faultsOf(page, [SCREEN, TELEPHONE])]).toEqual([path, []]);
    }
  });

  /** Opens addresses, or performs steps on a page that lead to others, and checks each. */
  async function faultsOn(steps: { readonly [name: string]: string | (() => Promise<unknown>) }) {
    const found: Record<string, readonly string[]> = {};
    for (const [name, step] of Object.entries(steps)) {
      if (typeof step === "string") await page.goto(`${site.url}${step}`);
      else await step();
      const faults = await faultsOf(page);
      if (faults.length > 0) found[name] = faults;
    }
    return found;
  }
  const press = (name: string) => () => page.getByRole("button", { name }).first().click();

  test("axe finds no fault in pages of the account and of saved scenarios", async () => {
    const before = await faultsOn({
      "nothing saved": "/account/saved-scenarios",
      account: "/account",
      token: async () => {
        await page.getByLabel("Purpose").fill("my notebook, which reads what others have shared with me");
        for (const box of await page.getByRole("checkbox").all()) await box.check();
        await page.getByLabel("Your password").fill(EVE.password);
        await press("Create token")();
      },
    });
    expect(before).toEqual({});
    // On a desktop a row is one line; on a phone the button is below the cells, and no word is broken.
    for (const { width } of [SCREEN, TELEPHONE]) {
      await page.setViewportSize({ width, height: 800 });
      const revoke = (await page.getByRole("button", { name: "Revoke" }).first().boundingBox())!;
      const used = (await page.getByRole("cell", { name: "never" }).first().boundingBox())!;
      expect(revoke.height).toBeLessThan(45);
      expect(revoke.y - used.y).toBeLessThan(width === SCREEN.width ? 20 : 45);
    }
    await press("Copy")();
    await page.getByText(/Copied|Selected/).waitFor();
    const token = /etm_\w+/.exec(await page.content())![0];
    const post = async (path: string, body: object) => {
      const response = await site.api(path, token, "POST", body);
      return (await response.json()) as { readonly id: number };
    };
    const scenario = await post("/scenarios", { scenario: { area_code: "village" } });
    const saved = await post("/saved_scenarios", { scenario_id: scenario.id, title: "Heat pumps everywhere" });
    const member = { user_email: "frank@example.org", role: "scenario_viewer" };
    await site.api(`/scenarios/${scenario.id}/users`, token, "POST", { scenario_users: [member] });
    const faults = await faultsOn({
      settings: "/account/settings",
      "a name is changed": press("Change name"),
      "a password is wrong": async () => {
        for (const field of await page.getByLabel("Current password").all()) await field.fill("not it at all");
        await page.getByLabel("New email").fill("eve@new.example.org");
        await press("Send confirmation link")();
      },
      "new email": async () => {
        for (const field of await page.getByLabel("Current password").all()) await field.fill(EVE.password);
        await page.getByLabel("New email").fill("eve@new.example.org");
        await press("Send confirmation link")();
        await page.goto(await site.linkTo("eve@new.example.org", 0));
      },
      saved: "/account/saved-scenarios",
      versions: `/account/saved-scenarios/${saved.id}`,
      trash: "/account/saved-scenarios?trash=1",
      "address of nothing": "/nonsense",
      "form of another session": async () => {
        await page.goto(`${site.url}/account`);
        await page.evaluate(`document.querySelector("[name=csrf]").value = "x"`);
        await press("Sign out")();
      },
      invitation: async () => page.goto(await site.linkTo(member.user_email, 0)),
      "address added": press("Add this address"),
    });
    expect(faults).toEqual({});
  });
});
