/** Tests the settings of questions in Explore: conditions, orders and ranges. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
const GASES = "direct_emissions_total_ghg_excl_bunkers";
const OIL = "costs_oil";

describe.skipIf(chromium === null)(`settings of Explore${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  beforeEach(async () => {
    page = await servedPage.reusedPage();
  });
  afterEach(async () => servedPage.closePages());

  const waitUntilDone = () => page.locator(".runBar [aria-valuenow='100']").waitFor();
  const parameter = (name: string): string | null => new URL(page.url()).searchParams.get(name);
  const valuesOf = (selector: string): Promise<readonly number[]> =>
    page.locator(selector).evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));

  test("sliders that reach a target by violating a condition are listed separately, and the cheapest can come first", async () => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 20_000 } });
    const currentResults = await servedPage.futureOf(id, [GASES, "total_costs"]);
    const target = Number((currentResults[GASES]! - 5).toPrecision(3));
    const view = `slide=electricity_wind&view=explore&explore=target&scope=section&of=${GASES}&target=${target}`;
    await show(page, `${servedPage.url}/s/${id}?${view}`);
    await waitUntilDone();
    const reaching = ".ranking tr[data-slider]:has(.move)";
    const initialCount = await page.locator(reaching).count();
    expect(initialCount).toBeGreaterThan(2);
    await page.locator(".dock .target").waitFor({ state: "attached" });
    await page.getByRole("radio", { name: "Lowest costs" }).click();
    // The columns after the change of costs are the costs per tonne and the button.
    const changes = `${reaching} td:nth-last-child(3) data`;
    await expect
      .poll(async () => {
        const costs = await valuesOf(changes);
        return costs.length === initialCount && costs.every((cost, index) => index === 0 || cost >= costs[index - 1]!);
      })
      .toBe(true);
    const highestCost = (await valuesOf(changes)).at(-1)!;

    await page.getByRole("combobox", { name: "Add a condition" }).selectOption("total_costs");
    const bound = page.getByRole("textbox", { name: "Condition: Annual costs, bln €" });
    const costLimit = Number((currentResults["total_costs"]! / 1e9 + highestCost / 2).toPrecision(4));
    await bound.fill(String(costLimit));
    await page.keyboard.press("Enter");
    await expect.poll(() => parameter("keep")).toBe(`total_costs:${costLimit}`);
    await expect.poll(() => page.locator("[data-violates]").count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator(reaching).count()).toBeLessThan(initialCount);
    for (const change of await valuesOf(changes))
      expect(currentResults["total_costs"]! / 1e9 + change).toBeLessThanOrEqual(costLimit + 1e-9);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove condition: Annual costs" }).click();
    await expect.poll(() => page.locator(reaching).count()).toBe(initialCount);
    expect(parameter("keep")).toBeNull();
  });

  test("good answers meet additional conditions", async () => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    const view = "slide=electricity_wind&view=explore&explore=answers&of=renewability&target=21&n=64";
    await show(page, `${servedPage.url}/s/${id}?${view}`);
    await waitUntilDone();
    const countFeasible = async (): Promise<number> =>
      Number(
        /^(\d+) of/.exec((await page.locator("section[aria-labelledby=cloud-title] .say").textContent()) ?? "")?.[1],
      );
    const initialCount = await countFeasible();
    await page.getByRole("combobox", { name: "Add a condition" }).selectOption(GASES);
    await page.getByRole("textbox", { name: /^Condition: Greenhouse gases/ }).waitFor();
    await expect.poll(countFeasible).toBeLessThan(initialCount);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("the ranges of uncertain sliders are changed, removed and added, and the URL contains them", async () => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [SUN]: 30_000 } });
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_solar&view=explore&explore=sure&of=total_costs&n=64`);
    await waitUntilDone();
    const range = page.locator(".headline li[data-query=total_costs] .range [aria-hidden]");
    const initialRange = (await range.textContent())!;
    const uncertain = page.locator("section[aria-labelledby=uncertain-title]");
    const oil = uncertain.locator(`tr[data-slider="${OIL}"]`);
    await oil.getByRole("textbox", { name: /^High end: / }).fill("16");
    await page.keyboard.press("Enter");
    await expect.poll(() => parameter("ranges")).toBe(`${OIL}:14:16`);
    await waitUntilDone();
    await expect.poll(() => range.textContent()).not.toBe(initialRange);
    const likely = oil.getByRole("textbox", { name: /^Likely value: / });
    await likely.fill("15");
    await page.keyboard.press("Enter");
    await expect.poll(() => parameter("ranges")).toBe(`${OIL}:14:15:16`);
    await waitUntilDone();
    expect(await accessibilityViolations(page)).toEqual([]);
    await likely.fill("");
    await page.keyboard.press("Enter");
    await expect.poll(() => parameter("ranges")).toBe(`${OIL}:14:16`);

    await oil.getByRole("button", { name: /^Keep fixed: / }).click();
    await expect.poll(() => oil.count()).toBe(0);
    await uncertain.getByRole("combobox", { name: "Add a slider" }).selectOption(SUN);
    await uncertain.locator(`tr[data-slider="${SUN}"]`).waitFor();
    await expect.poll(() => parameter("ranges")).toBe(`${OIL}:,${SUN}:27000:33000`);
    await waitUntilDone();
    await expect.poll(async () => uncertain.locator("tbody tr").first().textContent()).toMatch(/\d\u00a0%$/);
    await uncertain.getByRole("combobox", { name: "Add a slider" }).selectOption(OIL);
    await expect.poll(() => parameter("ranges")).toBe(`${SUN}:27000:33000`);
  });

  test("a difference lists effects alone and combined, and one change is copied to the scenario", async () => {
    const id = await servedPage.create({
      area_code: "nl",
      end_year: 2050,
      user_values: { [WIND]: 40_000, [SUN]: 60_000 },
    });
    const otherId = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 10_000 } });
    await show(page, `${servedPage.url}/s/${id}?view=explore&explore=differ&cmp=${otherId}&of=total_costs`);
    await waitUntilDone();
    await page.getByRole("button", { name: "Electricity 2 changes" }).click();
    const wind = page.locator(`tr[data-row="${WIND}"]`);
    const [contribution, effectAlone] = await wind
      .locator("data")
      .evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));
    const copyId = await servedPage.create({ scenario_id: id });
    await servedPage.set(copyId, { [WIND]: 10_000 });
    const [initialCosts, finalCosts] = await Promise.all(
      [id, copyId].map(
        async (scenario) => (await servedPage.futureOf(scenario, ["total_costs"]))["total_costs"]! / 1e9,
      ),
    );
    expect(effectAlone).toBeCloseTo(finalCosts! - initialCosts!, 9);
    expect(Math.sign(contribution!)).toBe(Math.sign(effectAlone!));
    await page.getByText(/^Contributions are exact .* Alone, the changes would add up to/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await wind.getByRole("button", { name: "Copy here: Wind at sea" }).click();
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBe(10_000);
    await page.getByText("The scenario has changed since.").waitFor();
  });
});
