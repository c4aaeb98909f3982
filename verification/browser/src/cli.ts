/**
 * Pictures of the page for its documentation: `npm run pictures [DIRECTORY]`, docs/pictures by default. Starts a server
 * and a browser, and takes pictures of every screen of the included model and an animation of a drag.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { PROJECT } from "@etesian/service-kit";
import { exitWithUsage, flagsOf } from "@etesian/service-kit/program";
import { ServerProcess } from "@etesian/workbench/server-process";
import { waitUntilAtRest, waitForNextFrame } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM, startChromium } from "./chromium.ts";
import { decodePng, encodeAnimatedPng, type Frame } from "./pictures/png.ts";
import { signUp } from "./users.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const COSTS = "total_costs";
const GASES = "direct_emissions_total_ghg_excl_bunkers";
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
const NUCLEAR = "capacity_of_energy_power_nuclear_gen3_uranium_oxide";
const COAL = "capacity_of_energy_power_ultra_supercritical_coal";
const CARS = "transport_car_using_electricity_share";
const HOMES = "households_insulation_level";
const HEAT_PUMPS = "households_heater_heatpump_air_water_electricity_share";
const GREEN_GAS = "greengas_in_gas_network_share";
/** The slider that disables the slider for all homes. */
const DISABLING_SLIDER = "households_number_of_apartments_2005_present";
const CHARTS = "electricity_mix,emissions_to_the_future,hourly_electricity";
const ADA = { email: "ada@example.org", password: "correct horse battery", name: "Ada Lovelace" };
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 1024, height: 768 };
/** Size of the animation, which a README shows unscaled. */
const SMALL = { width: 1280, height: 760 };
/** Number of example scenarios of the included model. */
const EXAMPLES = 12;
const POLL_INTERVAL_MS = 200;
const STEPS = 24;
const STEP_MS = 90;
const REST_MS = 1_400;
/** Size up to which GitHub shows an animation without a delay. */
const MAX_BYTES = 2_500_000;

const HELP = `Usage: npm run pictures [-- DIRECTORY] [--only SCENE[,SCENE]]

Takes the pictures of the page for its documentation, and an animation of a drag; DIRECTORY is docs/pictures by default.

  --only  takes only the pictures of these scenes; an unknown name lists all scenes
`;

const { values, positionals } = flagsOf(HELP, { only: { type: "string" } }, { words: true });
if (positionals.length > 1) exitWithUsage(HELP, `unexpected: ${positionals.slice(1).join(" ")}`);

/** Scenarios of the scenes, by id. */
interface SceneScenarios {
  readonly coast: number;
  readonly target: number;
  readonly policy: number;
}

/** The scenes: each takes its pictures. */
const SCENES: { readonly [scene: string]: (scenarios: SceneScenarios) => Promise<void> } = {
  async start() {
    await waitForExamples();
    const start = await openPage("/");
    await start.getByRole("radio", { name: "Utrecht", exact: true }).waitFor();
    // Visible cards draw their charts one by one.
    const visibleCards = await start
      .locator(".examples .price")
      .evaluateAll(
        (cards, height) => cards.filter((card) => card.getBoundingClientRect().top < height).length,
        DESKTOP.height,
      );
    await start
      .locator(".examples .price path")
      .nth(visibleCards - 1)
      .waitFor();
    await takePicturesInBothThemes(start, "start");
  },
  async workbench({ coast }) {
    const workbench = await openPage(`/s/${coast}?charts=${CHARTS}`);
    await waitUntilAtRest(workbench);
    await drag(workbench, 60, 8, () => waitUntilSettled(workbench));
    await waitUntilSettled(workbench);
    await workbench.screenshot({ path: join(folder, "workbench.png") });
    await workbench.mouse.up();
    await waitUntilAtRest(workbench);
    await workbench.keyboard.press("Control+k");
    await workbench.getByRole("searchbox").fill("wind");
    await workbench.getByRole("menuitem").first().waitFor();
    await takePicture(workbench, "palette");
    // The first press clears the field.
    await workbench.keyboard.press("Escape");
    await workbench.keyboard.press("Escape");
    const costs = workbench.locator(`.headline li[data-query=${COSTS}]`);
    await costs.hover();
    await costs.getByRole("button", { name: "Source and unit" }).click();
    await workbench.locator(`[data-why=${COSTS}]`).click();
    await workbench.locator('.whyPanel .treeRow[aria-level="3"]').first().waitFor();
    await takePicture(workbench, "why");
  },
  async dark({ coast }) {
    const four = await openPage(`/s/${coast}?slide=households_heating&charts=${CHARTS},energy_flows`);
    await waitUntilAtRest(four);
    await waitUntilSettled(four);
    await four.getByRole("radio", { name: "Dark" }).click();
    await waitUntilSettled(four);
    await takePicture(four, "workbench-dark");
  },
  async panes({ coast }) {
    const panes = await openPage(
      `/s/${coast}?slide=electricity_wind&charts=merit_order,hourly_electricity,prices_by_hour_and_day&h=497.432-599`,
    );
    await waitUntilAtRest(panes);
    await panes.locator('.inspector[data-hour="497"]').waitFor();
    await waitUntilSettled(panes);
    await takePicture(panes, "hours-panes");
  },
  async timeline({ coast }) {
    const past = await openPage(`/s/${coast}?charts=${CHARTS}`);
    await waitUntilAtRest(past);
    await past.locator(".timeline [role=slider][aria-valuemin='1']").press("ArrowLeft");
    await past.locator(".timeline.visits").waitFor();
    await waitUntilSettled(past);
    await takePicture(past, "timeline");
  },
  async live() {
    const followedId = await createScenario("Coast and heat", { [WIND]: 12_000 });
    const live = await openPage(`/s/${followedId}?charts=${CHARTS}`);
    await waitUntilAtRest(live);
    await waitUntilSettled(live);
    await send("PUT", `/scenarios/${followedId}`, { user_values: { [SUN]: 34_000 } });
    await live.locator(".chip.live").waitFor();
    await waitUntilSettled(live);
    await takePicture(live, "live");
  },
  async states() {
    await takeStates(await createScenario("States", { [DISABLING_SLIDER]: 20_000 }));
  },
  async tablet({ coast }) {
    const tablet = await openPage(`/s/${coast}?charts=${CHARTS}`, TABLET);
    await waitUntilAtRest(tablet);
    await waitUntilSettled(tablet);
    await takePicture(tablet, "tablet");
  },
  async phone({ coast }) {
    const phone = await openPage(`/s/${coast}?charts=${CHARTS}`, PHONE);
    await waitUntilAtRest(phone);
    await drag(phone, 60, 8, () => waitUntilSettled(phone));
    await waitUntilSettled(phone);
    await phone.screenshot({ path: join(folder, "phone.png") });
    await phone.mouse.up();
  },
  async compare({ coast, target, policy }) {
    const compare = await openPage(
      `/s/${coast}?view=compare&cmp=${target},${policy}&charts=electricity_mix,emissions_by_sector,hourly_price`,
    );
    await compare.locator(".differences footer", { hasText: "calculated in your browser" }).waitFor();
    await takePicturesInBothThemes(compare, "compare");
    await compare.getByRole("radiogroup", { name: "All charts" }).getByRole("radio", { name: "Overlay" }).click();
    await waitUntilSettled(compare);
    await takePicture(compare, "overlay");
  },
  async hours({ coast }) {
    const hours = await openPage(`/s/${coast}?view=hours`);
    await hours.locator(".u-over").first().waitFor();
    await waitUntilSettled(hours);
    await hours.getByRole("button", { name: "Highest price" }).click();
    await waitUntilSettled(hours);
    await takePicturesInBothThemes(hours, "hours");
  },
  async explore({ coast, target }) {
    const questions = {
      "explore-influence": `of=${COSTS}&slide=electricity_wind&scope=section`,
      "explore-uncertainty": `of=${COSTS}&explore=sure&charts=electricity_mix`,
      "explore-target": `of=${GASES}&explore=target&slide=electricity_wind&scope=section&target=98`,
      "explore-areas": `of=${COSTS}&explore=areas`,
      "explore-answers": `of=${GASES}&explore=answers&slide=electricity_wind&target=102`,
      "explore-differences": `of=${COSTS}&explore=differ&cmp=${target}`,
    };
    for (const [name, search] of Object.entries(questions)) {
      const explore = await openPage(`/s/${coast}?view=explore&${search}`);
      await explore.locator(".runBar [aria-valuenow='100']").waitFor();
      await waitUntilSettled(explore);
      await takePicture(explore, name);
    }
  },
  async account({ coast }) {
    await signUp(server.url, server.data, ADA);
    const page = await openPage("/yours");
    const dialog = page.getByRole("dialog");
    await page.locator(".card").getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(ADA.email);
    await takePicture(page, "sign-in");
    await page.getByLabel("Password").fill(ADA.password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.locator("#account").waitFor();

    await page.goto(`${server.url}/s/${coast}?charts=${CHARTS}`);
    await waitUntilAtRest(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Title").fill("Coast and heat");
    await dialog.getByRole("button", { name: "Save" }).click();
    const savedMenu = page.getByRole("button", { name: "Saved" });
    await savedMenu.click();
    await page.getByRole("menuitem", { name: "Save a new version" }).click();
    await dialog.waitFor({ state: "detached" });
    await waitUntilAtRest(page);
    await savedMenu.click();
    await page.getByRole("menuitem", { name: "Versions" }).click();
    await dialog.getByText("current version").waitFor();
    await waitUntilSettled(page);
    await takePicture(page, "versions");

    await page.goto(`${server.url}/yours`);
    await page.getByRole("row", { name: /Coast and heat/ }).waitFor();
    await takePicture(page, "yours");
    await page.getByRole("button", { name: "More about Coast and heat" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    await dialog.getByRole("listitem").waitFor();
    await takePicture(page, "share");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator("#account").scrollIntoViewIfNeeded();
    await takePicture(page, "account");
    await page.setViewportSize(PHONE);
    await page.goto(`${server.url}/yours`);
    await page.getByRole("row", { name: /Coast and heat/ }).waitFor();
    await takePicture(page, "yours-phone");
  },
  async data({ coast }) {
    const page = await openPage(`/s/${coast}?charts=${CHARTS}`);
    await waitUntilAtRest(page);
    await waitUntilSettled(page);
    await page.getByRole("button", { name: "Data" }).click();
    for (const [name, tab] of [
      ["downloads", "Downloads"],
      ["orders", "Priority lists"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await waitUntilSettled(page);
      await takePicture(page, name);
    }
    await page.getByRole("tab", { name: "Curves" }).click();
    const hours = Array.from({ length: 8_760 }, (_, hour) => 0.5 + 0.4 * Math.sin(hour / 400));
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "waves.csv", mimeType: "text/csv", buffer: Buffer.from(hours.join("\n")) });
    await page.getByRole("img", { name: /8,760 values/ }).waitFor();
    await waitUntilSettled(page);
    await takePicture(page, "curves");
  },
  async drag() {
    await recordDrag(await createScenario("Wind at sea", { [SUN]: 45_000 }));
  },
};

const selectedScenes = values.only?.split(",") ?? Object.keys(SCENES);
const unknown = selectedScenes.find((scene) => !(scene in SCENES));
if (unknown !== undefined)
  exitWithUsage(HELP, `"${unknown}" is not a scene: expected ${Object.keys(SCENES).join(", ")}`);

const chromium = findChromium();
if (chromium === null) throw new Error(NO_CHROMIUM);
const folder = positionals[0] ?? join(PROJECT, "docs/pictures");
// Tests have their own helpers, which run only in the test runner.
const server = new ServerProcess({ model: join(PROJECT, "models/starter"), hasPage: true, hasExamples: true });
const [browser] = await Promise.all([startChromium(chromium), server.waitUntilReady()]);
await server.waitUntilPageReady();

/** Limit on a wait for the page: pictures are also taken on busy machines. */
const TIMEOUT_MS = 120_000;
async function openPage(path: string, viewport = DESKTOP): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    locale: "en-GB",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(`${server.url}${path}`);
  return page;
}
async function send(method: "POST" | "PUT", path: string, scenario: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scenario }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
const takePicture = async (page: Page, name: string): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(folder, `${name}.png`) });
};
/** Takes a picture in the light theme and one in the dark theme. */
async function takePicturesInBothThemes(page: Page, name: string): Promise<void> {
  await takePicture(page, name);
  await page.getByRole("radio", { name: "Dark" }).click();
  await waitUntilSettled(page);
  await takePicture(page, `${name}-dark`);
  await page.getByRole("radio", { name: "Light" }).click();
}
const waitUntilSettled = async (page: Page): Promise<void> => {
  await page.locator("main:not(.isCalculating)").waitFor();
  // Charts are drawn in the frame after the numbers, and again once the font is loaded.
  await page.evaluate("document.fonts.ready");
  await waitForNextFrame(page);
};

/** Creates a scenario with a title and a version for each change. */
async function createScenario(title: string, ...changes: readonly object[]): Promise<number> {
  const response = await send("POST", "/scenarios", { area_code: "nl", end_year: 2050, title });
  const { id } = response as { readonly id: number };
  for (const change of changes) await send("PUT", `/scenarios/${id}`, { user_values: change });
  return id;
}

try {
  const coast = await createScenario(
    "Coast and heat",
    { [WIND]: 15_000, [COAL]: 0 },
    { [SUN]: 34_000 },
    { [HEAT_PUMPS]: 34 },
    { [CARS]: 88 },
    { [HOMES]: 30, [GREEN_GAS]: 32 },
    { [WIND]: 21_500 },
  );
  const target = await createScenario("National target", {
    [WIND]: 38_500,
    [SUN]: 26_000,
    [NUCLEAR]: 3_200,
    [COAL]: 0,
    [CARS]: 92,
    [HEAT_PUMPS]: 40,
    [HOMES]: 40,
    [GREEN_GAS]: 45,
  });
  const policy = await createScenario("Today’s policy", { [WIND]: 21_500, [SUN]: 22_000, [CARS]: 60, [GREEN_GAS]: 14 });
  for (const scene of selectedScenes) await SCENES[scene]!({ coast, target, policy });
} finally {
  await browser.close();
  await server.stop();
}

/** Resolves when all example scenarios of the model exist; the first start creates them. */
async function waitForExamples(): Promise<void> {
  for (;;) {
    const response = await (await fetch(`${server.url}/api/v1/featured_scenarios`)).json();
    if ((response as { readonly featured_scenarios: readonly object[] }).featured_scenarios.length === EXAMPLES) return;
    await pause(POLL_INTERVAL_MS);
  }
}

/** Takes pictures of a slider that another disables, a refused value, and a change that waits for a connection. */
async function takeStates(scenario: number): Promise<void> {
  const page = await openPage(`/s/${scenario}?slide=households_size&charts=${CHARTS}`);
  await waitUntilAtRest(page);
  const fields = page.locator(".slide input.field");
  await fields.first().fill("999999999");
  await fields.first().press("Enter");
  await page.locator(".slide .refused").first().waitFor();
  await page.context().setOffline(true);
  await fields.last().fill("20");
  await fields.last().press("Enter");
  await page.getByText(/Offline: still calculating here/).waitFor();
  await waitUntilSettled(page);
  await takePicture(page, "states");
}

/** Moves the offshore wind slider by a number of pixels, and calls `onStep` after each step. */
async function drag(page: Page, pixels: number, steps: number, onStep: () => Promise<unknown>): Promise<void> {
  const box = (await page.locator(`[data-input="${WIND}"] .thumb`).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step++) {
    await page.mouse.move(x + (pixels * step) / steps, y);
    await onStep();
  }
}

/** Records a drag, with a pointer drawn into the page, because screenshots do not include one. */
async function recordDrag(scenario: number): Promise<void> {
  const page = await openPage(`/s/${scenario}?slide=electricity_wind&charts=electricity_mix,hourly_electricity`, SMALL);
  await waitUntilAtRest(page);
  await waitUntilSettled(page);
  await page.evaluate(`(() => {
    const pointer = document.createElement("div");
    pointer.style.cssText = "position:fixed;z-index:99;pointer-events:none;width:20px;height:20px";
    pointer.innerHTML = '<svg width="20" height="20" viewBox="0 0 20 20"><path d="M3 1.500V16l4-3.500 2.500 5.500 2.500-1.100-2.500-5.400H15z" fill="#000" stroke="#fff" stroke-width="1.200"/></svg>';
    document.body.append(pointer);
    addEventListener("pointermove", ({ clientX, clientY }) => {
      pointer.style.left = clientX - 2 + "px";
      pointer.style.top = clientY + "px";
    }, { capture: true });
  })()`);
  const frames: Frame[] = [];
  const frame = async (milliseconds: number): Promise<void> => {
    await waitUntilSettled(page);
    frames.push({ pixels: decodePng(await page.screenshot()), milliseconds });
  };
  await drag(page, 240, STEPS, () => frame(STEP_MS));
  await page.mouse.up();
  await waitUntilAtRest(page);
  await frame(REST_MS);
  const bytes = encodeAnimatedPng(frames);
  if (bytes.length > MAX_BYTES)
    throw new Error(`the animation has ${bytes.length} bytes; expected at most ${MAX_BYTES}`);
  writeFileSync(join(folder, "drag.png"), bytes);
  console.log(`drag.png: ${frames.length} frames, ${bytes.length} bytes`);
}
