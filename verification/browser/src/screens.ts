/** Screens and states of the page, and the sizes that they are checked in. */
import type { Page } from "playwright-core";
import { untilAtRest } from "./at-rest.ts";
import { PHONE, type ServedPage, show } from "./served-page.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
const CARS = "transport_car_using_electricity_share";
const CHARTS = [
  "electricity_mix",
  "emissions_to_the_future",
  "hourly_electricity",
  "energy_flows",
  "final_demand_by_sector",
  "merit_order",
];
const THREE = CHARTS.slice(0, 3).join();
const ABSENT = 999_999;

export const SIZES = {
  "1920": { width: 1920, height: 1080 },
  "1440": { width: 1440, height: 900 },
  "1280": { width: 1280, height: 720 },
  "tablet on its side": { width: 1180, height: 820 },
  tablet: { width: 820, height: 1180 },
  /** A window of 1280 × 720 at 200 %. */
  zoomed: { width: 640, height: 360 },
  phone: PHONE,
};
export type SizeName = keyof typeof SIZES;
export const SIZE_NAMES = Object.keys(SIZES) as readonly SizeName[];

export interface Screen {
  /** `{0}` to `{2}` are scenarios, `{3}` is a read-only one. */
  readonly path: string;
  /** Resolves when the screen is in its state. */
  readonly ready: (page: Page) => Promise<void>;
  /** Leaves the state if navigating to another address does not. */
  readonly leave?: (page: Page) => Promise<void>;
  /** Sizes that `npm test` checks. */
  readonly sample: readonly SizeName[];
}

const isCompared = async (page: Page): Promise<void> => {
  await page.locator(".side").last().locator("td data").first().waitFor();
};
const escape = async (page: Page): Promise<void> => page.keyboard.press("Escape");
const isMissing = async (page: Page): Promise<void> => page.locator(".missing").waitFor();

/** Views of Explore, once their run is complete. */
const explored = (views: {
  readonly [name: string]: { readonly search: string; readonly sample: readonly SizeName[] };
}): { readonly [name: string]: Screen } =>
  Object.fromEntries(
    Object.entries(views).map(([name, { search, sample }]) => [
      name,
      {
        path: `/s/{0}?view=explore&${search}`,
        ready: async (page) => {
          await untilAtRest(page);
          await page.locator(".runBar [aria-valuenow='100']").waitFor();
        },
        sample,
      } satisfies Screen,
    ]),
  );

export const SCREENS: { readonly [name: string]: Screen } = {
  start: { path: "/", ready: (page) => page.getByRole("option").first().waitFor(), sample: ["1280"] },
  "one chart": { path: `/s/{0}?charts=${CHARTS[0]}`, ready: untilAtRest, sample: [] },
  "three charts": {
    path: `/s/{0}?slide=electricity_wind&charts=${THREE}`,
    ready: untilAtRest,
    sample: ["1280", "phone"],
  },
  "six charts": {
    path: `/s/{0}?slide=households_heating&charts=${CHARTS.join()}`,
    ready: untilAtRest,
    sample: ["1280", "tablet"],
  },
  compare: { path: "/s/{0}?view=compare&cmp={1},{2}", ready: isCompared, sample: ["1280", "phone"] },
  years: {
    path: "/s/{0}?view=years&path={0},{1}",
    ready: async (page) => page.locator(".yearsHeader tbody tr:first-child td:last-child", { hasText: /\d/ }).waitFor(),
    sample: ["1280", "phone"],
  },
  hours: { path: "/s/{0}?view=hours&h=497.432-599", ready: untilAtRest, sample: ["1280", "phone"] },
  ...explored({
    explore: { search: "slide=electricity_wind", sample: [] },
    uncertainty: { search: "explore=sure&charts=electricity_mix", sample: [] },
    target: { search: "explore=target&slide=electricity_wind&of=total_costs", sample: [] },
    areas: { search: "explore=areas&of=total_costs", sample: [] },
    answers: {
      search: "explore=answers&slide=electricity_wind&of=renewability&target=21&n=256",
      sample: [],
    },
    differences: { search: "explore=differ&cmp={1}&of=total_costs", sample: [] },
  }),
  "an earlier version": { path: `/s/{0}?charts=${THREE}&v=1`, ready: untilAtRest, sample: [] },
  why: {
    path: `/s/{0}?charts=${THREE}&why=total_costs`,
    ready: async (page) => {
      await untilAtRest(page);
      await page.locator(".whyPanel .treeRow").first().waitFor();
    },
    sample: [],
  },
  present: {
    path: `/s/{0}?view=present&slide=electricity_wind&charts=${THREE}`,
    ready: async (page) => {
      await untilAtRest(page);
      await page.locator(".present .pane svg").first().waitFor();
    },
    sample: ["1280"],
  },
  report: {
    path: `/s/{0}?view=report&charts=${THREE}&text=Wind`,
    ready: async (page) => {
      await page.locator(".reportNumbers data").first().waitFor();
      await page.locator(".report .figurePane svg").first().waitFor();
    },
    sample: ["1280"],
  },
  "choice of a chart": {
    path: `/s/{0}?charts=${THREE}`,
    ready: async (page) => {
      await untilAtRest(page);
      await page.locator(".pane .other").first().click();
      await page.locator(".chartPicker").waitFor();
    },
    leave: escape,
    sample: [],
  },
  search: {
    path: `/s/{0}?charts=${THREE}`,
    ready: async (page) => {
      await untilAtRest(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill("wind");
      await page.locator(".palette [role=menuitem]").first().waitFor();
    },
    leave: escape,
    sample: [],
  },
  "read-only": {
    path: `/s/{3}?charts=${THREE}`,
    ready: async (page) => {
      await untilAtRest(page);
      await page.locator(".readOnly").waitFor();
    },
    sample: [],
  },
  offline: {
    path: `/s/{1}?slide=electricity_wind&charts=${THREE}`,
    ready: async (page) => {
      await untilAtRest(page);
      await page.context().setOffline(true);
      // The page notices when a change does not reach the server.
      await page.getByRole("slider").first().press("ArrowRight");
      await page.locator(".notice").first().waitFor();
    },
    leave: async (page) => {
      await page.context().setOffline(false);
      await page.locator(".notice").waitFor({ state: "hidden" });
    },
    sample: [],
  },
  dictionary: {
    path: "/dictionary?find=wind",
    ready: async (page) => page.locator("[data-entry]").first().waitFor(),
    sample: [],
  },
  yours: { path: "/yours", ready: (page) => page.getByRole("main").waitFor(), sample: [] },
  private: { path: `/s/${ABSENT}`, ready: isMissing, sample: [] },
  missing: { path: "/s/1/nothing", ready: isMissing, sample: [] },
};

/** Scenarios with titles of usual length, and a change on the timeline. */
const SCENARIOS = [
  { title: "Coast and heat", values: { [WIND]: 21_500 } },
  { title: "National target", values: { [WIND]: 38_500, [SUN]: 26_000 } },
  { title: "Policy of today", values: { [SUN]: 22_000, [CARS]: 60 } },
];

/** Creates the scenarios of the screens, in the order of their places in addresses. */
export async function createScenarios(served: ServedPage): Promise<readonly number[]> {
  const changeable = SCENARIOS.map(async ({ title, values }) => {
    const id = await served.create({ area_code: "nl", end_year: 2050, title });
    await served.set(id, values);
    return id;
  });
  const readOnly = served.create({ area_code: "nl", end_year: 2050, title: "Adopted plan", read_only: true });
  return Promise.all([...changeable, readOnly]);
}

/** Shows a screen, and resolves when it is in its state. */
export async function showScreen(
  page: Page,
  { url }: ServedPage,
  { path, ready }: Screen,
  scenarios: readonly number[],
): Promise<void> {
  await show(page, `${url}${path.replaceAll(/\{(\d)\}/g, (_, index) => String(scenarios[Number(index)]))}`);
  await ready(page);
}
