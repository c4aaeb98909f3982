/**
 * Random visits to several scenarios: sliders move, changes are undone, versions are visited and restored, and other
 * clients change the scenarios, often before the page has finished the previous step. Afterwards the page has the
 * server's numbers.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { Random } from "@etesian/workbench/random";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { headlineOf, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const RUNS = sampleSize(10, 200);
const STEPS = 24;
/** Average number of steps between comparisons with the server. */
const STEPS_PER_COMPARISON = 6;
/** Sliders of the slide on the screen, with their maximum (GW) in these tests. */
const SLIDERS: readonly (readonly [key: string, maximum: number])[] = [
  ["capacity_of_energy_power_wind_turbine_offshore", 30],
  ["capacity_of_energy_power_wind_turbine_inland", 12],
];
const VIEWS = ["", "&view=hours", "&view=years", "&view=compare", "&view=explore"];
/** Time (ms) after which a step is abandoned, because the page does not allow it now. */
const LIMIT = { timeout: 300 };
/** Maximum time until the page has the server's numbers. */
const AT_REST = { timeout: 20_000 };

interface Visit {
  readonly page: Page;
  readonly servedPage: ServedPage;
  readonly scenarios: readonly number[];
  readonly random: Random;
  /** The scenario on the screen. */
  current: number;
}

const addressOf = ({ servedPage, current }: Visit, view = ""): string =>
  `${servedPage.url}/s/${current}?slide=electricity_wind${view}`;

/** Presses a button if it is on the screen and enabled, without waiting for the effect. */
const pressIfEnabled = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("button", { name, exact: true, disabled: false })
    .first()
    .click(LIMIT)
    .catch(() => {});

const STEP: Readonly<Record<string, (visit: Visit) => Promise<unknown>>> = {
  "move a slider": async ({ page, random }) => {
    const [key, maximum] = random.pick(SLIDERS);
    const field = page.locator(`[data-input="${key}"] input.field`);
    await field.fill(String(random.index(maximum)), LIMIT).catch(() => {});
    await field.press("Enter", LIMIT).catch(() => {});
  },
  undo: ({ page }) => pressIfEnabled(page, "Undo"),
  redo: ({ page }) => pressIfEnabled(page, "Redo"),
  "visit the previous version": ({ page }) =>
    page
      .locator(".timeline [role=slider]")
      .first()
      .press("ArrowLeft", LIMIT)
      .catch(() => {}),
  "restore the visited version": ({ page }) => pressIfEnabled(page, "Restore this version"),
  "another client changes a slider": ({ servedPage, random, scenarios }) => {
    const [key, maximum] = random.pick(SLIDERS);
    return servedPage.set(random.pick(scenarios), { [key]: 1_000 * random.index(maximum) });
  },
  "open another scenario": async (visit) => {
    visit.current = visit.random.pick(visit.scenarios);
    await show(visit.page, addressOf(visit));
  },
  "open a view": (visit) => show(visit.page, addressOf(visit, visit.random.pick(VIEWS))),
  wait: ({ page, random }) => page.waitForTimeout(random.index(300)),
};

describe.skipIf(chromium === null)(`random visits${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  test.each(Array.from({ length: RUNS }, (_, run) => run))(
    "after the steps of run %d, the page has the server's numbers",
    async (run) => {
      const random = new Random(run);
      // Scenarios of one area and year share a worker.
      const scenarios = await Promise.all(
        [2050, 2050, 2040].map((end_year) => servedPage.create({ area_code: "nl", end_year })),
      );
      const page = await servedPage.reusedPage();
      const visit: Visit = { page, servedPage, scenarios, random, current: scenarios[0]! };
      await show(page, addressOf(visit));
      await waitUntilAtRest(page);
      const steps: string[] = [];
      for (let step = 1; step <= STEPS; step++) {
        const name = random.pick(Object.keys(STEP));
        steps.push(`${name} (${visit.current})`);
        await STEP[name]!(visit);
        if (step < STEPS && !random.chance(1 / STEPS_PER_COMPARISON)) continue;
        // Leaves the visited version and the view.
        await show(page, addressOf(visit));
        await expect
          .poll(
            async () => {
              if ((await page.locator("main:not(.isCalculating) .headline data").count()) === 0) return "no numbers";
              const numbers = await headlineOf(page);
              const serverNumbers = await servedPage.futureOf(visit.current, Object.keys(numbers));
              return Object.entries(serverNumbers).filter(([query, value]) => numbers[query] !== value);
            },
            { ...AT_REST, message: steps.join(", ") },
          )
          .toEqual([]);
      }
    },
  );
});
