/** Tests scenarios of several years as a path: interpolated, drawn over time, stepped through and saved. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, PHONE, ServedPage, show } from "./served-page.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const chromium = findChromium();
const LISE = { email: "lise@example.org", password: "correct horse battery", name: "Lise Meitner" };
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`transition paths${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let session: string;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    session = await signUp(servedPage.url, servedPage.data, LISE);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  const headerOf = (page: Page) => page.locator(".yearsHeader");
  const columnsOf = (page: Page): Promise<readonly string[]> => headerOf(page).locator("thead th").allTextContents();
  /** Resolves when every year shows its first number. */
  const waitUntilCalculated = (page: Page): Promise<void> =>
    expect
      .poll(async () => headerOf(page).locator("tbody tr").first().locator("td").allTextContents())
      .toSatisfy((cells: readonly string[]) => cells.length > 1 && cells.every((cell) => /\d/.test(cell)));
  async function openInterpolated(page: Page, id: number, search = ""): Promise<void> {
    await show(page, `${servedPage.url}/s/${id}?view=years&charts=electricity_mix,emissions_by_sector${search}`);
    const years = headerOf(page).getByRole("textbox");
    await expect.poll(() => years.inputValue()).toBe("2030, 2040");
    await years.press("Enter");
    await expect.poll(async () => (await columnsOf(page)).length).toBe(5);
    await waitUntilCalculated(page);
  }

  test("a scenario gets interpolated years, each chart shows all of them, and the URL keeps the path", async () => {
    const page = await servedPage.reusedPage();
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 40_000 });
    await openInterpolated(page, id);
    const [start, ...years] = (await columnsOf(page)).slice(1);
    expect(years).toEqual(["2030", "2040", "2050"]);
    const chart = page.locator(".pane[data-chart=electricity_mix] svg.chart");
    const summary = await chart.getAttribute("aria-label");
    for (const year of [start, ...years]) expect(summary).toContain(`${year}: `);
    expect(await accessibilityViolations(page)).toEqual([]);

    // The year in the middle is on the line between the start and the end.
    const path = new URL(page.url()).searchParams.get("path")!;
    const [middle] = path.split(",").slice(-1);
    expect((await servedPage.userValues(Number(middle)))[WIND]).toBeLessThan(40_000);

    await page.reload();
    await expect.poll(() => columnsOf(page)).toEqual(["Number", start, ...years].map(() => expect.any(String)));
    expect((await columnsOf(page)).slice(2)).toEqual(years);

    // A year is removed in the table.
    await page.locator(".pane[data-chart=electricity_mix] [data-action=table]").click();
    await expect.poll(() => page.locator(".pane[data-chart=electricity_mix] th[scope=col]").count()).toBe(5);
    await page.getByRole("button", { name: "Remove 2030 from the path" }).click();
    await expect.poll(async () => (await columnsOf(page)).slice(2)).toEqual(["2040", "2050"]);
  });

  test("years are stepped through by links and keys in every view, with the keyboard alone", async () => {
    const page = await servedPage.reusedPage();
    const id = await servedPage.create();
    await openInterpolated(page, id);
    const currentPath = (): string => new URL(page.url()).pathname;
    const steps = page.getByRole("navigation", { name: "Years", exact: true });
    await steps.getByRole("link", { name: "2040" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(currentPath).not.toBe(`/s/${id}`);
    expect(new URL(page.url()).searchParams.get("view")).toBe("years");
    await steps.locator("[aria-current=page]", { hasText: "2040" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("show sliders and charts");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".slide [role=slider], .slide input[type=range]").first().waitFor();
    await steps.locator("[aria-current=page]", { hasText: "2040" }).waitFor();
    await page.locator("h1").click();
    await page.keyboard.press(".");
    await expect.poll(currentPath).toBe(`/s/${id}`);
    await steps.locator("[aria-current=page]", { hasText: "2050" }).waitFor();
    await page.keyboard.press(",");
    await expect.poll(currentPath).not.toBe(`/s/${id}`);
  });

  test("a path is saved, listed, opened at its last year, changed and deleted", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    const id = await servedPage.create();
    await openInterpolated(page, id);
    await page.getByRole("button", { name: "Save the path" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Our way to 2050");
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).searchParams.get("collection")).not.toBeNull();

    await page.goto(`${servedPage.url}/yours`);
    const list = page.locator("section[aria-labelledby=paths-title]");
    await list.getByRole("link", { name: "Our way to 2050" }).click();
    await page.waitForURL((url) => url.pathname === `/s/${id}` && url.searchParams.get("view") === "years");
    await expect.poll(async () => (await columnsOf(page)).slice(2)).toEqual(["2030", "2040", "2050"]);
    await page.getByRole("button", { name: "Remove 2030 from the path" }).click();
    await page.getByRole("button", { name: "Save the path" }).click();
    await expect.poll(() => dialog.getByLabel("Title").inputValue()).toBe("Our way to 2050");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });

    await page.goto(`${servedPage.url}/yours`);
    await expect.poll(() => list.getByRole("listitem").count()).toBeLessThan(2);
    await list.getByRole("button", { name: "More about Our way to 2050" }).click();
    await page.getByRole("menuitem", { name: "Delete permanently" }).click();
    await list.getByText("You have no transition paths").waitFor();
    expect((await fetch(`${servedPage.url}/api/v3/scenarios/${id}`)).status).toBe(200);
  });

  test("years are shown in Dutch without accessibility violations, even on a phone", async () => {
    const page = await servedPage.newPage({ isIsolated: true, options: { locale: "nl-NL" } });
    await openInterpolated(page, await servedPage.create());
    await page.getByRole("button", { name: "Pad opslaan" }).waitFor();
    await page.setViewportSize(PHONE);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
