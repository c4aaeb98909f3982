/**
 * A planner's first five minutes as one walkthrough of the page: a calculated model, a drag, undo, search, a share
 * group, a municipality, a comparison, the facts of a number, an hour, files, and saving. axe finds no faults on any
 * screen.
 */
import type { Locator, Page } from "playwright-core";
import { measured } from "@etesian/workbench/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runsWhole } from "@etesian/testing/sample";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import type { SharedModel } from "./shared-servers.ts";
import { signUp } from "./users.ts";
import { untilAtRest } from "./at-rest.ts";
import { accessibilityFaults, axeFaults, fileOf, headlineOf, ServedPage, show } from "./served-page.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const PLANT = "energy_power_wind_turbine_offshore";
const HEAT_PUMPS = "households_heater_hybrid_heatpump_air_water_electricity_share";
/** The scenario to compare with. Of the three sliders, sun has the least effect in winter hours. */
const TARGET = {
  [WIND]: 30_000,
  capacity_of_energy_power_wind_turbine_inland: 14_000,
  capacity_of_energy_power_solar_pv_solar_radiation: 40_000,
};

const found = findChromium();

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
    hasBothThemes: runsWhole,
  },
];

describe.skipIf(found === null)(`the first five minutes${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  for (const each of CASES) {
    const isAbsent = each.model === "reference" && !measured.isReference;
    describe.skipIf(isAbsent)(`of ${each.name}${isAbsent ? " (it is absent)" : ""}`, () => {
      walk(each);
    });
  }
});

function walk({ model, area, words, hasBothThemes }: Case): void {
  const planner = { email: `planner-${model}@example.org`, password: "correct horse battery", name: "Pim Planner" };
  let served: ServedPage;
  let page: Page;
  const faults: string[] = [];
  const screens = new Set<string>();

  beforeAll(async () => {
    served = await ServedPage.start(found!, model);
    await signUp(served.url, served.data, planner);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  async function look(screen: string): Promise<void> {
    screens.add(screen);
    const seen = hasBothThemes ? await accessibilityFaults(page) : await axeFaults(page);
    faults.push(...seen.map((fault) => `${screen}, ${fault}`));
  }
  const scenario = (): number => Number(/\/s\/(\d+)/.exec(page.url())![1]);
  const row = (key: string): Locator => page.locator(`[data-input="${key}"]`);
  const kinds = async (): Promise<readonly string[]> => (await served.changes(scenario())).map(({ type }) => type);
  const choose = async (name: string, key: string): Promise<void> => {
    await show(page, served.url);
    await page.getByRole("textbox", { name: "Search for an area" }).fill(name);
    const option = page.getByRole("option").filter({ has: page.locator(`[title="${key}"]`) });
    // The data's year is shown next to its name.
    expect(await option.textContent()).toMatch(/data from 20\d\d$/);
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
    if (key === HEAT_PUMPS) await look("search");
    await item.click();
    await row(key).first().waitFor();
  }

  test("a planner sees a calculated model, explores it, and saves the work", async () => {
    page = await served.newPage({ isAlone: true });

    // An area, without an account and without a dialog.
    await choose(words.area, area);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await look("start");
    await start();
    await untilAtRest(page);
    const own = scenario();
    expect(await page.locator(".headline data").count()).toBeGreaterThanOrEqual(6);
    await page.locator(".pane svg.chart, .pane canvas").first().waitFor();
    expect(await page.getByText("Calculating on the server").count()).toBe(0);
    // Sliders that matter, of several sections.
    expect(await page.locator(".slide [data-input]").count()).toBeGreaterThanOrEqual(10);
    await look("workbench");

    // A drag: numbers and charts follow, a ghost stays, and the response curve appears.
    await find(WIND, words.wind);
    await row(WIND).hover();
    await page.locator(".dock path.response").waitFor();
    const before = await headlineOf(page);
    const present = await recipes();
    const thumb = (await row(WIND).locator(".thumb").boundingBox())!;
    const [x, y] = [thumb.x + thumb.width / 2, thumb.y + thumb.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) await page.mouse.move(x + step * 6, y);
    await expect.poll(() => headlineOf(page)).not.toEqual(before);
    expect(await page.locator(".pane .ghost").count()).toBeGreaterThan(0);
    expect(await kinds()).toEqual(["scenario_created"]);
    for (const recipe of await recipes()) expect(present).not.toContain(recipe);
    await page.mouse.up();
    await expect.poll(kinds).toEqual(["inputs_set", "scenario_created"]);

    // Undo by keyboard, with the focus where the drag has left it.
    await page.getByRole("button", { name: "Undo", disabled: false }).waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(() => served.userValues(own)).toEqual({});
    await untilAtRest(page);
    expect(await headlineOf(page)).toEqual(before);

    // The address encodes the view: a colleague sees the same.
    const colleague = await served.newPage({ isAlone: true });
    await colleague.goto(page.url());
    await untilAtRest(colleague);
    expect(await viewOf(colleague)).toEqual(await viewOf(page));
    await colleague.close();

    // A share group balances during a drag, and names the share that adjusts.
    await find(HEAT_PUMPS, words.heatPumps);
    const group = page.locator(".group", { has: row(HEAT_PUMPS) });
    const members = group.locator(".member input");
    const shares = async (): Promise<readonly number[]> =>
      (await members.evaluateAll((all) => all.map((each) => each.getAttribute("value")))).map(Number);
    const shareBefore = await shares();
    await group.locator(".shares").scrollIntoViewIfNeeded();
    const edges = await Promise.all(
      (await group.locator(".shares [role=slider]").all()).map(async (edge) => (await edge.boundingBox())!),
    );
    // The edge of the largest share that no other edge covers.
    const [largest] = edges
      .map((edge, index) => ({ edge, share: shareBefore[index]!, next: edges[index + 1]?.x ?? Infinity }))
      .filter(({ edge, next }) => next - edge.x > edge.width)
      .toSorted((one, other) => other.share - one.share);
    const { edge } = largest!;
    const [fromX, fromY] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await page.mouse.move(fromX - 40, fromY, { steps: 6 });
    // One share shrinks, others grow.
    const changed = async (): Promise<number> =>
      (await shares()).filter((share, index) => Math.abs(share - shareBefore[index]!) > 0.05).length;
    await expect.poll(changed).toBeGreaterThan(1);
    await expect.poll(async () => (await shares()).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    expect((await kinds()).length).toBe(3);
    // Before the release, the dock names the member, and each row has its start value and the new one.
    const titles = await group.locator(".member .name > span:first-child").allTextContents();
    expect(titles).toContain(await page.locator(".dock > b").textContent());
    const differing = await group
      .locator(".member")
      .evaluateAll((rows) =>
        rows.filter((each) => each.querySelector(".was")!.textContent !== each.querySelector("input")!.value),
      );
    expect(differing.length).toBeGreaterThan(1);
    await page.mouse.up();
    await expect.poll(async () => (await kinds()).length).toBe(4);
    await untilAtRest(page);
    await look("share group");
    const work = page.url();
    const stored = await served.userValues(own);

    // The planner's own municipality, with the source of its data.
    await choose("Groningen", "GM0014_groningen");
    await start();
    const municipality = model === "included" ? "Groningen" : "Groningen (municipality)";
    await page.locator(".about", { hasText: `${municipality} · 2050 · data from 20` }).waitFor();
    const source = model === "included" ? "Source: Included model" : "Source: ETSource";
    expect(await page.locator(".pane footer", { hasText: source }).count()).toBe(await page.locator(".pane").count());

    // A scenario to compare with: every chart shows both, and sliders are sorted by effect.
    const target = await served.create({ area_code: area, end_year: 2050, title: "Target" });
    await served.set(target, TARGET);
    await show(page, work);
    await untilAtRest(page);
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Compare with" }).click();
    await page.getByRole("textbox", { name: "Number or address" }).fill(String(target));
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".differences footer", { hasText: "calculated in your browser" }).waitFor();
    expect(await page.locator(".side").count()).toBe(2);
    const effects = await page
      .locator(".differences tbody tr")
      .evaluateAll((rows) => rows.map((each) => each.querySelector("td.right")!.textContent));
    // The share group, and the three sliders of the target.
    expect(effects.length).toBe(4);
    const sizes = effects.map((text) => Math.abs(Number(text.replace("−", "-").replace("±", ""))));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(await page.locator(".board .pane svg.chart").count()).toBeGreaterThan(0);
    await look("comparison");

    // The explanation of a number: its parts in place of the sliders.
    await show(page, work);
    await untilAtRest(page);
    const number = page.locator(".headline li").first();
    await number.hover();
    await number.getByRole("button", { name: "Source and unit" }).click();
    const facts = page.getByRole("dialog");
    await look("facts");
    await facts.locator("[data-why]").click();
    await page.locator(".whyPanel .treeRow").first().waitFor();
    expect(await page.locator(".whyPanel .treeTotal data").getAttribute("value")).toBe(
      await number.locator("data").getAttribute("value"),
    );
    await look("parts");
    // A plant with its hours.
    const plant = new URL(page.url());
    plant.searchParams.set("node", PLANT);
    await show(page, plant.href);
    expect(Number(await page.locator(".whyPanel .makes data").first().getAttribute("value"))).toBeGreaterThan(0);
    await look("plant");
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
    expect(await report.locator(".when").textContent()).toContain("17:00");
    expect(await report.locator(".price b").textContent()).toMatch(/\d/);
    expect(await report.locator(".verdict p").last().textContent()).not.toBe("");
    await look("hours");

    // A chart as numbers and as a picture.
    await show(page, work);
    await untilAtRest(page);
    const pane = page.locator(".pane").first();
    for (const [name, isWhole] of [
      ["Data (CSV)", (bytes: Buffer) => bytes.toString().trim().split("\n").length > 3],
      ["Image (PNG)", (bytes: Buffer) => bytes.toString("latin1", 1, 4) === "PNG" && bytes.length > 5_000],
    ] as const) {
      expect([name, isWhole(await fileOf(pane, name))]).toEqual([name, true]);
    }

    // Saving requires signing in, which loses nothing.
    const shown = await headlineOf(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Sign in to save this").waitFor();
    await look("sign-in");
    await page.getByRole("dialog").getByLabel("Email").fill(planner.email);
    await page.getByRole("dialog").getByLabel("Password").fill(planner.password);
    await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Title").fill("First minutes");
    await look("save");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    await untilAtRest(page);
    expect(scenario()).not.toBe(own);
    expect(await headlineOf(page)).toEqual(shown);
    expect(await served.userValues(scenario())).toEqual(stored);
    await look("saved");

    expect(screens.size).toBe(12);
    expect(faults).toEqual([]);
  });

  /** The recipes behind the headline numbers and the panes. */
  const recipes = (): Promise<readonly (string | null)[]> =>
    page.locator(".headline, .pane").evaluateAll((all) => all.map((each) => each.getAttribute("data-recipe")));
  /** The parts of a view: slide, charts, numbers. */
  const viewOf = async (of: Page): Promise<object> => ({
    slide: await of.locator(".slide h2").textContent(),
    charts: await of.locator(".pane").evaluateAll((all) => all.map((each) => each.getAttribute("data-chart"))),
    numbers: await headlineOf(of),
  });
}
