/**
 * Tests versions and collaborators: visiting versions on the timeline, restoring a version, and several users of one
 * scenario.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { skipUnlessExhaustiveRun, sampleSize } from "@etesian/testing/sample";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { accessibilityViolations, headlineOf, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
/** Versions of the long history. */
const VERSIONS = sampleSize(40, 500);
/** Time during which two browsers and a script change one scenario (ms). */
const CONCURRENT_MS = sampleSize(4_000, 60_000);
/** Sliders that the long history moves in turn, including a share group. */
const MOVED_SLIDERS = [WIND, SUN, "households_number_of_residences", "transport_car_using_gasoline_mix_share"];

const SCRUBBED_VERSIONS = 12;
/**
 * A pointer that rests at some positions of the timeline until their versions are shown; returns the number of
 * versions.
 */
const SCRUB = `(async () => {
  const timeline = document.querySelector(".timeline");
  const strip = timeline.querySelector(".ticks");
  const { left, width, top } = strip.getBoundingClientRect();
  const point = (type, x) => strip.dispatchEvent(
    new PointerEvent(type, { pointerId: 1, button: 0, buttons: 1, clientX: x, clientY: top + 8, bubbles: true }),
  );
  // No pointer has this ID, so it cannot be captured.
  strip.setPointerCapture = () => {};
  point("pointerdown", left + width);
  const seen = new Set();
  for (let place = 1; place <= ${SCRUBBED_VERSIONS}; place++) {
    const before = timeline.dataset.shown;
    point("pointermove", left + width * (1 - place / ${SCRUBBED_VERSIONS}));
    do await new Promise((resolve) => requestAnimationFrame(resolve)); while (timeline.dataset.shown === before);
    seen.add(timeline.dataset.shown);
  }
  point("pointerup", left);
  return seen.size;
})()`;

/** Steps from version to version by keyboard until the last; returns each version's headline numbers. */
const WALK = `(async () => {
  const timeline = document.querySelector(".timeline");
  const strip = timeline.querySelector(".ticks");
  const main = document.querySelector("main");
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const walked = [];
  for (;;) {
    const version = Number(strip.ariaValueNow) + 1;
    if (version > Number(strip.ariaValueMax)) return walked;
    strip.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    do await frame(); while (Number(timeline.dataset.shown) !== version || main.classList.contains("isCalculating"));
    walked.push([version, Object.fromEntries(
      Array.from(document.querySelectorAll(".headline li"), (item) => [
        item.dataset.query,
        Number(item.querySelector("data").value),
      ]),
    )]);
  }
})()`;

describe.skipIf(chromium === null)(`time${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  async function open(id: number, pagePromise = servedPage.reusedPage()): Promise<Page> {
    const page = await pagePromise;
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind`);
    await waitUntilAtRest(page);
    // Earlier versions can be visited only once the history is loaded.
    await ticks(page).and(page.locator("[aria-valuemin='1']")).waitFor();
    return page;
  }
  const timeline = (page: Page) => page.locator(".timeline");
  const ticks = (page: Page) => timeline(page).getByRole("slider");
  const fieldOf = (page: Page, key: string) => page.locator(`[data-input="${key}"] input.field`);
  /** Resolves when the displayed numbers belong to a version. */
  async function waitForVersion(page: Page, version: number): Promise<void> {
    await page.locator(`.workbench:not(.isCalculating) .timeline[data-shown="${version}"]`).waitFor();
  }

  test("keys visit an earlier version: its sliders and numbers are shown, nothing is stored, and Esc returns", async () => {
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 12_000 });
    await servedPage.set(id, { [WIND]: 24_000, [SUN]: 30_000 });
    const page = await open(id);
    const changed = page.locator(".rail .changed").first();
    await expect.poll(() => changed.textContent()).toBe("2");
    const currentHeadline = await headlineOf(page);
    await expect
      .poll(async () => ticks(page).getAttribute("aria-valuetext"))
      .toMatch(/^Version 3 of 3: .*Wind at sea 24\.0 GW.* · Guest/);
    await ticks(page).press("ArrowLeft");
    await waitForVersion(page, 2);
    await expect.poll(() => fieldOf(page, WIND).inputValue()).toBe("12.0");
    // The counts belong to the version, as do the sliders.
    await expect.poll(() => changed.textContent()).toBe("1");
    await expect.poll(() => fieldOf(page, WIND).isDisabled()).toBe(true);
    expect(await headlineOf(page)).not.toEqual(currentHeadline);
    await expect.poll(() => page.locator(".pane .ghost").count()).toBeGreaterThan(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await ticks(page).press("Escape");
    await waitForVersion(page, 3);
    expect(await headlineOf(page)).toEqual(currentHeadline);
    expect((await servedPage.changes(id)).length).toBe(3);
  });

  test("a version is restored as a new event", async () => {
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 12_000 });
    await servedPage.set(id, { [WIND]: 24_000, [SUN]: 30_000 });
    const page = await open(id);
    await ticks(page).press("ArrowLeft");
    await waitForVersion(page, 2);
    const visitedHeadline = await headlineOf(page);
    await page.getByRole("button", { name: "Restore this version" }).click();
    await expect.poll(async () => servedPage.userValues(id)).toEqual({ [WIND]: 12_000 });
    await waitForVersion(page, 4);
    expect(await headlineOf(page)).toEqual(visitedHeadline);
    expect((await servedPage.changes(id)).map(({ type }) => type)).toEqual([
      "scenario_restored",
      "inputs_set",
      "inputs_set",
      "scenario_created",
    ]);
    await timeline(page)
      .getByText(/Version 2 restored/)
      .waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(async () => servedPage.userValues(id)).toEqual({ [WIND]: 24_000, [SUN]: 30_000 });
  });

  test("a branch is a new scenario that starts as the visited version", async () => {
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 12_000 });
    await servedPage.set(id, { [WIND]: 24_000 });
    const page = await open(id);
    await ticks(page).press("ArrowLeft");
    await waitForVersion(page, 2);
    const visitedHeadline = await headlineOf(page);
    await page.waitForURL((url) => url.searchParams.get("v") === "2");
    await page.getByRole("button", { name: "Branch from here" }).click();
    // The branch has no version 2.
    await page.waitForURL((url) => url.pathname !== `/s/${id}` && !url.searchParams.has("v"));
    await waitForVersion(page, 1);
    await expect.poll(() => page.locator(".timeline .fault").count()).toBe(0);
    await page.getByRole("heading", { name: `Scenario ${id}, copy` }).waitFor();
    const branchId = Number(/\d+$/.exec(new URL(page.url()).pathname)![0]);
    expect(await servedPage.userValues(branchId)).toEqual({ [WIND]: 12_000 });
    expect(await headlineOf(page)).toEqual(visitedHeadline);
    expect((await servedPage.changes(id)).length).toBe(3);

    // A user who has navigated away meanwhile stays on the new screen.
    let respond = (): void => {};
    const isRequested = new Promise<void>((resolveRequested) => {
      void page.route("**/api/v3/scenarios", async (route) => {
        await new Promise<void>((resolve) => {
          respond = resolve;
          resolveRequested();
        });
        await route.continue();
      });
    });
    await page.getByRole("button", { name: "Branch from here" }).click();
    await isRequested;
    await page.locator("a[href='/']").first().click();
    await page.waitForURL(`${servedPage.url}/`);
    const response = page.waitForResponse("**/api/v3/scenarios");
    respond();
    await (await response).finished();
    await page.waitForTimeout(200);
    expect(page.url()).toBe(`${servedPage.url}/`);
  });

  test(`each of ${VERSIONS} scrubbed versions has the numbers that it had when it was current`, async () => {
    const queries = Object.keys(await headlineOf(await open(await servedPage.create())));
    const id = await servedPage.create();
    const inputs = await servedPage.send<Record<string, { readonly min: number; readonly max: number }>>(
      "GET",
      `/scenarios/${id}/inputs`,
    );
    const recordedNumbers = new Map<number, Readonly<Record<string, number>>>();
    for (let version = 2; version <= VERSIONS; version++) {
      const key = MOVED_SLIDERS[version % MOVED_SLIDERS.length]!;
      const { min, max } = inputs[key]!;
      // Each value occurs only once.
      const value = min + (max - min) * ((version * 0.618) % 1);
      const { gqueries } = await servedPage.send<{ readonly gqueries: Record<string, { readonly future: number }> }>(
        "PUT",
        `/scenarios/${id}`,
        { scenario: { user_values: { [key]: value } }, gqueries: queries },
      );
      recordedNumbers.set(
        version,
        Object.fromEntries(Object.entries(gqueries).map(([query, { future }]) => [query, future])),
      );
    }
    const page = await open(id);
    await waitForVersion(page, VERSIONS);

    expect(await page.evaluate<number>(SCRUB)).toBe(SCRUBBED_VERSIONS);

    await ticks(page).press("Home");
    await waitForVersion(page, 1);
    const visitedVersions =
      await page.evaluate<readonly (readonly [version: number, numbers: Record<string, number>])[]>(WALK);
    expect(visitedVersions.length).toBe(VERSIONS - 1);
    const differingVersions = visitedVersions.filter(([version, numbers]) =>
      queries.some((query) => numbers[query] !== recordedNumbers.get(version)![query]),
    );
    expect(differingVersions).toEqual([]);
    expect((await servedPage.changes(id))[0]!.version).toBe(VERSIONS);
  });

  test("another user's change to the previous scenario does not affect the scenario on the screen", async () => {
    const [id, nextId] = [await servedPage.create(), await servedPage.create()];
    await servedPage.set(nextId, { [WIND]: 24_000 });
    const page = await open(id);
    // Answers are numbered within a scenario; this scenario's next number exceeds the next scenario's.
    for (const value of ["12", "13", "14"]) {
      await fieldOf(page, WIND).fill(value);
      await fieldOf(page, WIND).press("Enter");
    }
    await waitForVersion(page, 4);
    const isReleased = Promise.withResolvers<void>();
    const isRequested = Promise.withResolvers<void>();
    await page.route(`**/api/v3/scenarios/${id}`, async (route) => {
      isRequested.resolve();
      await isReleased.promise;
      await route.continue();
    });
    await servedPage.set(id, { [SUN]: 30_000 });
    await isRequested.promise;
    await open(nextId);
    const numbers = await headlineOf(page);
    const recipe = page.waitForResponse(`**/api/v3/scenarios/${id}/recipe*`);
    isReleased.resolve();
    await (await recipe).finished();
    // The next answer follows any answer about the previous scenario.
    await fieldOf(page, WIND).fill("30");
    await fieldOf(page, WIND).press("Enter");
    await expect.poll(async () => servedPage.userValues(nextId)).toEqual({ [WIND]: 30_000 });
    await waitForVersion(page, 3);
    const keys = Object.keys(numbers);
    expect(await headlineOf(page)).toEqual(await servedPage.futureOf(nextId, keys));
  });

  test("another user's change shows its author for 3 s at the slider, and then in its details", async () => {
    const id = await servedPage.create();
    const page = await open(id);
    await servedPage.set(id, { [WIND]: 20_000 });
    const chip = page.locator(`[data-input="${WIND}"] .chip.live`);
    await chip.waitFor();
    await expect.poll(() => chip.textContent()).toBe("Guest, just now");
    const startedAt = Date.now();
    await chip.waitFor({ state: "detached" });
    expect(Date.now() - startedAt).toBeGreaterThan(1_500);
    await page.locator(`[data-input="${WIND}"]`).hover();
    await page.locator(".dock .mover", { hasText: "Last moved by Guest, just now" }).waitFor();
  });

  test("the user's own change has no chip, and undo skips sliders that another user has moved since", async () => {
    const id = await servedPage.create();
    const page = await open(id);
    for (const [key, value] of [
      [WIND, "12"],
      ["capacity_of_energy_power_wind_turbine_inland", "9"],
    ] as const) {
      await fieldOf(page, key).fill(value);
      await fieldOf(page, key).press("Enter");
    }
    await expect
      .poll(async () => servedPage.userValues(id))
      .toEqual({
        [WIND]: 12_000,
        capacity_of_energy_power_wind_turbine_inland: 9_000,
      });
    await expect.poll(async () => ticks(page).getAttribute("aria-valuenow")).toBe("3");
    await expect.poll(() => page.locator(".chip.live").count()).toBe(0);
    await servedPage.set(id, { [WIND]: 30_000 });
    await page.locator(`[data-input="${WIND}"] .chip.live`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => servedPage.userValues(id)).toEqual({ [WIND]: 30_000 });
    await expect.poll(() => page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
  });

  test("two browsers and a script change one scenario concurrently: all end in the same state, nothing is lost, no drag is interrupted", async (context) => {
    skipUnlessExhaustiveRun(context, "timed drags need a machine that is not busy");
    const id = await servedPage.create();
    const [first, second] = [await open(id), await open(id, servedPage.newPage({ isIsolated: true }))];
    const endTime = Date.now() + CONCURRENT_MS;
    const counts = { drags: 0, script: 0 };
    /** On a busy machine, the drags and the script make fewer changes. */
    const isOver = (): boolean => Date.now() >= endTime && counts.script > 10 && counts.drags > 3;
    const INLAND = "capacity_of_energy_power_wind_turbine_inland";

    /** Tolerated distance from the pointer to the thumb (px): on a busy machine it is painted late. */
    async function measureDistance(thumb: Locator, x: number): Promise<number> {
      for (let attempt = 0; ; attempt++) {
        const box = (await thumb.boundingBox())!;
        const distance = Math.abs(box.x + box.width / 2 - x);
        if (distance <= 4 || attempt === 20) return distance;
        await thumb.page().waitForTimeout(50);
      }
    }
    /** Drags its slider repeatedly, and reports where the thumb did not stay under the pointer. */
    async function dragRepeatedly(page: Page, key: string): Promise<readonly string[]> {
      const interruptions: string[] = [];
      while (!isOver()) {
        const thumb = page.locator(`[data-input="${key}"] .thumb`);
        const track = (await page.locator(`[data-input="${key}"] .track`).boundingBox())!;
        const box = (await thumb.boundingBox())!;
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        const targetX = track.x + track.width * (0.1 + 0.8 * Math.random());
        for (let step = 1; step <= 6; step++) {
          await page.mouse.move(box.x + ((targetX - box.x) * step) / 6, box.y + box.height / 2);
          await page.waitForTimeout(60);
        }
        const distance = await measureDistance(thumb, targetX);
        const isHeld = (await page.locator(`[data-input="${key}"].held`).count()) === 1;
        if (distance > 4 || !isHeld)
          interruptions.push(`${key}: ${distance} px from the pointer, ${isHeld ? "held" : "not held"}`);
        await page.mouse.up();
        counts.drags++;
        await page.waitForTimeout(150);
      }
      return interruptions;
    }
    async function runScript(): Promise<void> {
      while (!isOver()) {
        await servedPage.set(id, { [SUN]: 10_000 + counts.script });
        counts.script++;
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
    }
    const [one, two] = await Promise.all([dragRepeatedly(first, WIND), dragRepeatedly(second, INLAND), runScript()]);
    expect([...one, ...two]).toEqual([]);
    await Promise.all([waitUntilAtRest(first), waitUntilAtRest(second)]);

    // Nothing is lost: each release and each change by the script is an event.
    const total = async (): Promise<number> =>
      (await servedPage.send<{ readonly meta: { readonly total: number } }>("GET", `/scenarios/${id}/history`)).meta
        .total;
    const versions = 1 + counts.drags + counts.script;
    await expect.poll(total).toBe(versions);
    await Promise.all([waitForVersion(first, versions), waitForVersion(second, versions)]);
    expect(await headlineOf(first)).toEqual(await headlineOf(second));
    const queries = Object.keys(await headlineOf(first));
    const { gqueries } = await servedPage.send<{ readonly gqueries: Record<string, { readonly future: number }> }>(
      "PUT",
      `/scenarios/${id}`,
      { gqueries: queries },
    );
    expect(await headlineOf(first)).toEqual(
      Object.fromEntries(Object.entries(gqueries).map(([query, { future }]) => [query, future])),
    );
    const storedValues = await servedPage.userValues(id);
    for (const page of [first, second]) {
      for (const key of [WIND, INLAND]) {
        expect(Number(await fieldOf(page, key).inputValue())).toBeCloseTo(storedValues[key]! / 1000, 1);
      }
    }
  });
});
