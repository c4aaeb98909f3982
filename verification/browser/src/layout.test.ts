/**
 * No text is covered, cut off or outside the edge on any screen, in the page's font and in one that is 15 % wider:
 * browsers use another font where the page's cannot be loaded, and users enlarge text.
 */
import type { Page } from "playwright-core";
import { takesAll } from "@etesian/testing/sample";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { layoutFaults, settledFaults } from "./layout-faults.ts";
import { widen } from "./fonts.ts";
import { PHONE, ServedPage, show } from "./served-page.ts";

const found = findChromium();
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
/** Percent of the font's normal width. */
const WIDER = 115;

const SIZES = {
  "1440": { width: 1440, height: 900 },
  "1280": { width: 1280, height: 720 },
  tablet: { width: 820, height: 1180 },
  phone: PHONE,
};
type SizeName = keyof typeof SIZES;

/** Screens by name, with the selector to wait for and the sizes of the sample; `{0}` to `{2}` are scenarios. */
interface Screen {
  readonly path: string;
  readonly ready: (page: Page) => Promise<void>;
  readonly sample: readonly SizeName[];
}
const compared = async (page: Page): Promise<void> => {
  await page.locator(".side").last().locator("dd data").first().waitFor();
};
const SCREENS: { readonly [name: string]: Screen } = {
  start: {
    path: "/",
    ready: (page) => page.getByRole("option").first().waitFor(),
    sample: ["1280"],
  },
  "one chart": { path: `/s/{0}?charts=${CHARTS[0]}`, ready: untilAtRest, sample: [] },
  "three charts": {
    path: `/s/{0}?slide=electricity_wind&charts=${CHARTS.slice(0, 3).join()}`,
    ready: untilAtRest,
    sample: ["1280", "phone"],
  },
  "six charts": {
    path: `/s/{0}?slide=households_heating&charts=${CHARTS.join()}`,
    ready: untilAtRest,
    sample: ["1280", "tablet"],
  },
  compare: { path: "/s/{0}?view=compare&cmp={1},{2}", ready: compared, sample: ["1280", "phone"] },
  hours: { path: "/s/{0}?view=hours&h=497.432-599", ready: untilAtRest, sample: ["1280", "phone"] },
  yours: { path: "/yours", ready: (page) => page.getByRole("main").waitFor(), sample: [] },
};

/** Scenarios with titles of usual length, and a change on the timeline. */
const SCENARIOS = [
  { title: "Coast and heat", values: { [WIND]: 21_500 } },
  { title: "National target", values: { [WIND]: 38_500, [SUN]: 26_000 } },
  { title: "Policy of today", values: { [SUN]: 22_000, [CARS]: 60 } },
];

const LANGUAGES = takesAll ? ["en-GB", "nl-NL"] : ["en-GB"];
const WIDTHS = takesAll ? [100, WIDER] : [WIDER];

describe.skipIf(found === null)(`the layout${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let scenarios: readonly number[];
  beforeAll(async () => {
    served = await ServedPage.start(found!);
    scenarios = await Promise.all(
      SCENARIOS.map(async ({ title, values }) => {
        const id = await served.create({ area_code: "nl", end_year: 2050, title });
        await served.set(id, values);
        return id;
      }),
    );
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  test.each(LANGUAGES.flatMap((locale) => WIDTHS.map((percent) => ({ locale, percent }))))(
    "no screen has a text or a control that is covered or cut off, at $percent % of the font's width ($locale)",
    async ({ locale, percent }) => {
      const page = await served.newPage({ isAlone: true, options: { locale } });
      const faults: string[] = [];
      let isWide = false;
      for (const [name, { path, ready, sample }] of Object.entries(SCREENS)) {
        const sizes = takesAll ? (Object.keys(SIZES) as readonly SizeName[]) : sample;
        if (sizes.length === 0) continue;
        await page.setViewportSize(SIZES[sizes[0]!]);
        await show(
          page,
          `${served.url}${path.replaceAll(/\{(\d)\}/g, (_, index) => String(scenarios[Number(index)]))}`,
        );
        await ready(page);
        if (!isWide && percent !== 100) await widen(page, percent);
        isWide = true;
        for (const size of sizes) {
          await page.setViewportSize(SIZES[size]);
          const rest = await settledFaults(page);
          faults.push(...rest.map((fault) => `${name}, ${size}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    },
  );

  test("the check finds texts and controls that are covered, cut off, colliding or outside the edge, and nothing else", async () => {
    const page = await served.newPage();
    await page.setViewportSize({ width: 600, height: 400 });
    const at = (x: number, y: number): string => `position: absolute; left: ${x}px; top: ${y}px; white-space: nowrap;`;
    await page.setContent(`<!doctype html><style>p { margin: 0 }</style><body style="font: 14px/20px sans-serif">
      <p style="${at(10, 0)}">alone</p>
      <p style="${at(10, 40)}">under a button</p><button style="${at(60, 40)} opacity: 0">hidden until hover</button>
      <button style="${at(10, 90)}">lower button</button><button style="${at(40, 90)}">upper button</button>
      <p style="${at(10, 140)} width: 60px; overflow: hidden">cut off in a box</p>
      <p style="${at(10, 180)} width: 60px; overflow: hidden; text-overflow: ellipsis">shortened in a box</p>
      <p style="${at(10, 220)}">first label</p><p style="${at(50, 222)}">second label</p>
      <div style="${at(10, 270)} width: 80px; overflow: auto"><button>a button in a box that scrolls</button></div>
      <p style="${at(10, 320)}"><label>Name <input size="4" /></label></p>
      <div style="${at(10, 360)}">on a plot<div role="slider" style="position: absolute; inset: 0"></div></div>
      <button style="${at(560, 0)}">beyond the edge</button>
    </body>`);
    const said = (await layoutFaults(page)).map((fault) =>
      fault.replaceAll(/ \([^)]*\)/g, "").replace(/is \d+ wide, 600 are shown$/, "is wider than the viewport"),
    );
    expect(said.toSorted()).toEqual(
      [
        'control "beyond the edge" is outside the edge',
        'control "lower button" is covered by "upper button"',
        'text "lower button" is covered by "upper button"',
        'text "cut off in a box" is cut off by "cut off in a box"',
        'text "first label" collides with "second label"',
        'text "under a button" is covered by "hidden until hover"',
        "the page is wider than the viewport",
      ].toSorted(),
    );
  });
});
