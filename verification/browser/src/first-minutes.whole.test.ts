/**
 * A planner's first five minutes as one walkthrough of the page: a calculated model, a drag, undo, search, a share
 * group, a municipality, a comparison, the facts of a number, an hour, files, and saving. axe finds no violations on
 * any screen.
 */
import type { Locator, Page } from "playwright-core";
import { measuredModel } from "@etesian/workbench/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isExhaustiveRun } from "@etesian/testing/sample";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import type { SharedModel } from "./shared-servers.ts";
import { signUp } from "./users.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { accessibilityViolations, axeViolations, fileOf, headlineOf, ServedPage, show } from "./served-page.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const PLANT = "energy_power_wind_turbine_offshore";
const HEAT_PUMPS = "households_heater_hybrid_heatpump_air_water_electricity_share";
/** The scenario to compare with. Of its three sliders, solar panels have the least effect in winter hours. */
const TARGET = {
  [WIND]: 30_000,
  capacity_of_energy_power_wind_turbine_inland: 14_000,
  capacity_of_energy_power_solar_pv_solar_radiation: 40_000,
};

const chromium = findChromium();

interface Case {
  readonly model: SharedModel;
  readonly name: string;
  readonly area: string;
  /** The search terms for the area and for sliders. */
  readonly words: { readonly area: string; readonly wind: string; readonly heatPumps: string };
  /** Whether screens are checked in the light and the dark theme. */
  readonly hasBothThemes: boolean;
}

const CASES: readonly Case[] = [
  {
    model: "included",
    name: "the included model",
    area: "nl",
    words: { area: "Netherlands", wind: "wind at sea", heatPumps: "hybrid heat pump" },
    hasBothThemes: true,
  },
  {
    model: "reference",
    name: "the reference model",
    area: "nl2023",
    words: { area: "nl2023", wind: "wind turbine offshore", heatPumps: "hybrid heat pump" },
    hasBothThemes: isExhaustiveRun,
  },
];

describe.skipIf(chromium === null)(`the first five minutes${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  for (const item of CASES) {
    const isAbsent = item.model === "reference" && !measuredModel.isReference;
    describe.skipIf(isAbsent)(`${item.name}${isAbsent ? " (absent)" : ""}`, () => {
      walk(item);
    });
  }
});

function walk({ model, area, words, hasBothThemes }: Case): void {
  const planner = { email: `planner-${model}@example.org`, password: "correct horse battery", name: "Pim Planner" };
  let servedPage: ServedPage;
  let page: Page;
  const faults: string[] = [];
  const screens = new Set<string>();

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!, model);
    await signUp(servedPage.url, servedPage.data, planner);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  async function checkScreen(screen: string): Promise<void> {
    screens.add(screen);
    const screenViolations = hasBothThemes ? await accessibilityViolations(page) : await axeViolations(page);
    faults.push(...screenViolations.map((fault) => `${screen}, ${fault}`));
  }
  const scenarioId = (): number => Number(/\/s\/(\d+)/.exec(page.url())![1]);
  const row = (key: string): Locator => page.locator(`[data-input="${key}"]`);
  const changeTypes = async (): Promise<readonly string[]> =>
    (await servedPage.changes(scenarioId())).map(({ type }) => type);
  const choose = async (name: string, key: string): Promise<void> => {
    await show(page, servedPage.url);
    await page.getByRole("textbox", { name: "Search for an area" }).fill(name);
    const option = page.getByRole("option").filter({ has: page.locator(`[title="${key}"]`) });
    // The data's year is shown next to its name.
    await expect.poll(() => option.textContent()).toMatch(/data from 20\d\d$/);
    await option.click();
  };
  const start = async (): Promise<void> => {
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/s\/\d+/);
    await page.locator(".headline data").first().waitFor();
  };
  /** Finds a slider in the palette. */
  async function find(key: string, text: string): Promise<void> {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill(text);
    const item = page.locator(`[role=menuitem][data-key="slider ${key}"]`);
    await item.waitFor();
    if (key === HEAT_PUMPS) await checkScreen("search");
    await item.click();
    await row(key).first().waitFor();
  }

  test("a planner sees a calculated model, explores it, and saves the work", async () => {
    page = await servedPage.newPage({ isIsolated: true });

    // Choose an area, without an account and without a dialog.
    await choose(words.area, area);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await checkScreen("start");
    await start();
    await waitUntilAtRest(page);
    const ownId = scenarioId();
    await expect.poll(() => page.locator(".headline data").count()).toBeGreaterThanOrEqual(6);
    await page.locator(".pane svg.chart, .pane canvas").first().waitFor();
    await expect.poll(() => page.getByText("Calculating on the server").count()).toBe(0);
    // The important sliders of several sections.
    await expect.poll(() => page.locator(".slide [data-input]").count()).toBeGreaterThanOrEqual(10);
    await checkScreen("workbench");

    // Drag a slider: numbers and charts follow, a ghost remains, and the response curve appears.
    await find(WIND, words.wind);
    await row(WIND).hover();
    await page.locator(".dock path.response").waitFor();
    const initialHeadline = await headlineOf(page);
    const initialRecipes = await recipes();
    const thumb = (await row(WIND).locator(".thumb").boundingBox())!;
    const [x, y] = [thumb.x + thumb.width / 2, thumb.y + thumb.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) await page.mouse.move(x + step * 6, y);
    await expect.poll(() => headlineOf(page)).not.toEqual(initialHeadline);
    await expect.poll(() => page.locator(".pane .ghost").count()).toBeGreaterThan(0);
    expect(await changeTypes()).toEqual(["scenario_created"]);
    for (const recipe of await recipes()) expect(initialRecipes).not.toContain(recipe);
    await page.mouse.up();
    await expect.poll(changeTypes).toEqual(["inputs_set", "scenario_created"]);

    // Undo by keyboard, with the focus on the dragged slider.
    await page.getByRole("button", { name: "Undo", disabled: false }).waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(() => servedPage.userValues(ownId)).toEqual({});
    await waitUntilAtRest(page);
    expect(await headlineOf(page)).toEqual(initialHeadline);

    // The URL encodes the view: a colleague sees the same.
    const colleague = await servedPage.newPage({ isIsolated: true });
    await colleague.goto(page.url());
    await waitUntilAtRest(colleague);
    expect(await viewOf(colleague)).toEqual(await viewOf(page));
    await colleague.close();

    // A share group balances during a drag, and names the share that adjusts.
    await find(HEAT_PUMPS, words.heatPumps);
    const group = page.locator(".group", { has: row(HEAT_PUMPS) });
    const members = group.locator(".member input");
    const shares = async (): Promise<readonly number[]> =>
      (await members.evaluateAll((all) => all.map((element) => element.getAttribute("value")))).map(Number);
    const initialShares = await shares();
    await group.locator(".shares").scrollIntoViewIfNeeded();
    const edges = await Promise.all(
      (await group.locator(".shares [role=slider]").all()).map(async (edge) => (await edge.boundingBox())!),
    );
    // The edge of the largest share, if no other edge covers it.
    const [largest] = edges
      .map((edge, index) => ({ edge, share: initialShares[index]!, next: edges[index + 1]?.x ?? Infinity }))
      .filter(({ edge, next }) => next - edge.x > edge.width)
      .toSorted((one, other) => other.share - one.share);
    const { edge } = largest!;
    const [fromX, fromY] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await page.mouse.move(fromX - 40, fromY, { steps: 6 });
    // One share shrinks, others grow.
    const countChanged = async (): Promise<number> =>
      (await shares()).filter((share, index) => Math.abs(share - initialShares[index]!) > 0.05).length;
    await expect.poll(countChanged).toBeGreaterThan(1);
    await expect.poll(async () => (await shares()).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    expect((await changeTypes()).length).toBe(3);
    // Before the release, the dock names the member, and each row has its start value and the new one.
    const titles = await group.locator(".member .name > span:first-child").allTextContents();
    expect(titles).toContain(await page.locator(".dock .heading b").textContent());
    const differingRows = await group
      .locator(".member")
      .evaluateAll((rows) =>
        rows.filter((row) => row.querySelector(".was")!.textContent !== row.querySelector("input")!.value),
      );
    expect(differingRows.length).toBeGreaterThan(1);
    await page.mouse.up();
    await expect.poll(async () => (await changeTypes()).length).toBe(4);
    await waitUntilAtRest(page);
    await checkScreen("share group");
    const workUrl = page.url();
    const storedValues = await servedPage.userValues(ownId);

    // The planner's own municipality, with the source of its data.
    await choose("Groningen", "GM0014_groningen");
    await start();
    const municipality = model === "included" ? "Groningen" : "Groningen (municipality)";
    await page.locator(".about", { hasText: `${municipality} · 2050 · data from 20` }).waitFor();
    const source = model === "included" ? "Source: Included model" : "Source: ETSource";
    await expect
      .poll(() => page.locator(".pane footer", { hasText: source }).count())
      .toBe(await page.locator(".pane").count());

    // A scenario to compare with: every chart shows both, and sliders are sorted by effect.
    const target = await servedPage.create({ area_code: area, end_year: 2050, title: "Target" });
    await servedPage.set(target, TARGET);
    await show(page, workUrl);
    await waitUntilAtRest(page);
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Compare with" }).click();
    await page.getByRole("textbox", { name: "Scenario ID or link" }).fill(String(target));
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".differences footer", { hasText: "calculated in your browser" }).waitFor();
    await expect.poll(() => page.locator(".side").count()).toBe(2);
    const effects = await page
      .locator(".differences tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.querySelector("td.right")!.textContent));
    // The share group, and the three sliders of the target.
    expect(effects.length).toBe(4);
    const sizes = effects.map((text) => Math.abs(Number(text.replace("−", "-").replace("±", ""))));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    await expect.poll(() => page.locator(".board .pane svg.chart").count()).toBeGreaterThan(0);
    await checkScreen("comparison");

    // The explanation of a number: its parts in place of the sliders.
    await show(page, workUrl);
    await waitUntilAtRest(page);
    const number = page.locator(".headline li").first();
    await number.hover();
    await number.getByRole("button", { name: "Source and unit" }).click();
    const facts = page.getByRole("dialog");
    await checkScreen("facts");
    await facts.locator("[data-why]").click();
    await page.locator(".whyPanel .treeRow").first().waitFor();
    await expect
      .poll(() => page.locator(".whyPanel .treeTotal data").getAttribute("value"))
      .toBe(await number.locator("data").getAttribute("value"));
    await checkScreen("parts");
    // Open a plant with its hours.
    const plant = new URL(page.url());
    plant.searchParams.set("node", PLANT);
    await show(page, plant.href);
    expect(Number(await page.locator(".whyPanel .makes data").first().getAttribute("value"))).toBeGreaterThan(0);
    await checkScreen("plant");
    await page.getByRole("link", { name: "See its hours" }).click();
    await page.locator(".hoursScreen .inspector").waitFor();

    // The darkest week, and the plant that sets the price at 17:00.
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Hours" }).click();
    await page.getByRole("button", { name: "Darkest week" }).click();
    const report = page.locator(".inspector");
    await report.waitFor();
    const darkest = Number(await report.getAttribute("data-hour"));
    const evening = darkest - (darkest % 24) + 17;
    await page.locator(".hours[role=slider]").first().focus();
    for (let hour = darkest; hour !== evening; hour += Math.sign(evening - darkest)) {
      await page.keyboard.press(evening > darkest ? "ArrowRight" : "ArrowLeft");
    }
    await page.locator(`.inspector[data-hour="${evening}"]`).waitFor();
    await expect.poll(() => report.locator(".when").textContent()).toContain("17:00");
    await expect.poll(() => report.locator(".price b").textContent()).toMatch(/\d/);
    await expect.poll(() => report.locator(".verdict p").last().textContent()).not.toBe("");
    await checkScreen("hours");

    // Download a chart as CSV and as PNG.
    await show(page, workUrl);
    await waitUntilAtRest(page);
    const pane = page.locator(".pane").first();
    for (const [name, isWhole] of [
      ["Data (CSV)", (bytes: Buffer) => bytes.toString().trim().split("\n").length > 3],
      ["Image (PNG)", (bytes: Buffer) => bytes.toString("latin1", 1, 4) === "PNG" && bytes.length > 5_000],
    ] as const) {
      expect([name, isWhole(await fileOf(pane, name))]).toEqual([name, true]);
    }

    // Saving requires signing in, which loses no changes.
    const headline = await headlineOf(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Sign in to save this").waitFor();
    await checkScreen("sign-in");
    await page.getByRole("dialog").getByLabel("Email").fill(planner.email);
    await page.getByRole("dialog").getByLabel("Password").fill(planner.password);
    await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Title").fill("First minutes");
    await checkScreen("save");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    await waitUntilAtRest(page);
    expect(scenarioId()).not.toBe(ownId);
    expect(await headlineOf(page)).toEqual(headline);
    expect(await servedPage.userValues(scenarioId())).toEqual(storedValues);
    await checkScreen("saved");

    expect(screens.size).toBe(12);
    expect(faults).toEqual([]);
  });

  /** The recipes behind the headline numbers and the panes. */
  const recipes = (): Promise<readonly (string | null)[]> =>
    page.locator(".headline, .pane").evaluateAll((all) => all.map((element) => element.getAttribute("data-recipe")));
  /** Reads the parts of a view: slide, charts, numbers. */
  const viewOf = async (page: Page): Promise<object> => ({
    slide: await page.locator(".slide h2").textContent(),
    charts: await page.locator(".pane").evaluateAll((all) => all.map((element) => element.getAttribute("data-chart"))),
    numbers: await headlineOf(page),
  });
}
