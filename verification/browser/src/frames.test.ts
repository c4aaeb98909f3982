/**
 * Frames of a drag: six panes follow the hand, one of them with 8,760 hours of more than ten series. All numbers of a frame are
 * of one recipe, which the page names; the release is one event, and a cancelled drag is none.
 */
import type { Page } from "playwright-core";
import { recipeHash } from "@etesian/sliders";
import { percentile } from "@etesian/workbench/report";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sampled } from "@etesian/testing/sample";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { HAND, type ProcessorTime, processorTimes, spentBetween } from "./hand.ts";
import { atRest } from "./at-rest.ts";
import { HEADLINE, isQuiet, ServedPage, show, whereQuiet } from "./served-page.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const PANES = [
  "hourly_electricity",
  "electricity_mix",
  "emissions_by_sector",
  "costs_of_the_system",
  "final_demand_by_carrier",
  // The report of an hour.
  "merit_order",
];
const SERIES = 10;
const DRAG_MS = 2_000;
/** An hour whose values the hourly chart says, and which is reported. */
const HOUR = 497;

/** Goals of the clock, of the best of three drags on a quiet machine. */
const GOAL = { updates: 40, moveToPaintP95Ms: 120 };
/** Limits that a machine of half the speed keeps. */
const LEAST_UPDATES = GOAL.updates;
const MOVE_TO_PAINT_P95_MS = 200;
/** More than the first and the last place of the hand are shown, however busy the machine is. */
const LEAST_WHEN_BUSY = 3;
/** Limits of processor time for a painted update, on every machine. */
const MAIN_MS = 45;
const WORKER_MS = 55;

const found = findChromium();

/** A frame, as it is about to be painted. */
interface Frame {
  /** Milliseconds, when it had been painted. */
  readonly painted: number;
  readonly recipe: string;
  /** Of the panes, in their order. */
  readonly recipes: readonly string[];
  readonly isCalculating: boolean;
  /** Moves of the hand until then. */
  readonly moves: number;
}
interface Numbers {
  /** Headline numbers in full precision, by query. */
  readonly headline: Readonly<Record<string, number>>;
  /** The numbers written in the panes. */
  readonly panes: readonly string[];
}
interface Drag<F = Frame> {
  readonly frames: readonly F[];
  readonly moves: readonly { readonly at: number; readonly value: number }[];
}

/** Reads the numbers of a frame: of charts those of all marks. Labels are for the larger ones, and differences are from another recipe. */
const READ = `
const numbers = () => ({
  headline: ${HEADLINE},
  panes: Array.from(document.querySelectorAll(".pane"), (pane) =>
    Array.from(pane.querySelectorAll("rect > title, .hours, .inspector text, .inspector p, .inspector dd"),
      (part) => part.getAttribute("aria-valuetext") ?? part.textContent).join(" "),
  ),
});
`;

/**
 * Frames while a script moves a hand and lets go, until the numbers are at rest.
 * @param reading of each frame's numbers, which takes the page's time; absent: only their recipes are read
 */
const framesWhile = (moving: string, reading = "() => null"): string => `(async () => {
  ${HAND}
  const hand = handOn(${JSON.stringify(WIND)});
  const [frames, moves] = [[], []];
  const main = document.querySelector("main");
  const headline = document.querySelector(".headline");
  const panes = Array.from(document.querySelectorAll(".pane"));
  const read = ${reading};
  let isOpen = true;
  const watch = async () => {
    while (isOpen) {
      await frame();
      // The place of the hand that this frame shows.
      if (moves.length > 0 && moves.at(-1).value === null) moves.at(-1).value = hand.value();
      const shown = {
        painted: 0,
        moves: moves.length,
        recipe: headline.dataset.recipe,
        recipes: panes.map((pane) => pane.dataset.recipe),
        isCalculating: main.classList.contains("isCalculating"),
        ...read(),
      };
      painted().then((at) => (shown.painted = at));
      frames.push(shown);
    }
  };
  const watching = watch();
  const move = (place) => {
    moves.push({ at: performance.now(), value: null });
    hand.move(place);
  };
  await frame();
  hand.press();
  ${moving}
  do { await frame(); await frame(); } while (main.classList.contains("isCalculating"));
  isOpen = false;
  await watching;
  await painted();
  return { frames, moves };
})()`;

/** The numbers of each frame. Unchanged ones are not read again. */
const NUMBERS = `(() => {
  ${READ}
  let last;
  const observer = new MutationObserver(() => (last = undefined));
  const all = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["data-recipe"] };
  for (const part of document.querySelectorAll(".headline, .board")) observer.observe(part, all);
  return () => {
    if (observer.takeRecords().length > 0) last = undefined;
    return (last ??= numbers());
  };
})()`;

/** To the right and back within the time, a place each frame. */
const DRAG = `
  const reach = Math.min(140, hand.room - 10);
  const begun = performance.now();
  let at = 0;
  for (;;) {
    await frame();
    const passed = (performance.now() - begun) / ${DRAG_MS};
    if (passed >= 1) break;
    // Places come again on the way back: numbers are the same then.
    const place = 2 * Math.round((reach * (1 - Math.abs(2 * passed - 1))) / 2) + 4;
    if (place === at) continue;
    at = place;
    move(at);
  }
  hand.release(at);
`;

const ESCAPE_STEPS = 4;
/** A hand that rests at each place until its numbers are shown, however long that takes; Esc comes before those of the last. */
const ESCAPE = `
  const shown = headline.dataset;
  for (let step = 1; step <= ${ESCAPE_STEPS}; step++) {
    const before = shown.recipe;
    move(20 * step);
    do await frame(); while (shown.recipe === before);
  }
  hand.move(${20 * (ESCAPE_STEPS + 1)});
  hand.escape();
  hand.release(0);
`;

const CANVAS_STEPS = 6;
/** A hand that rests at each place: how many drawings of the hours there were, and how many changed after their numbers. */
const CANVAS = `(async () => {
  ${HAND}
  const hand = handOn(${JSON.stringify(WIND)});
  const pane = document.querySelector(".pane[data-chart=hourly_electricity]");
  const hash = () => {
    const canvas = pane.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let at = 0; at < data.length; at++) sum = (Math.imul(sum, 31) + data[at]) | 0;
    return sum;
  };
  const seen = new Set([hash()]);
  let changedLater = 0;
  await frame();
  hand.press();
  for (let step = 1; step <= ${CANVAS_STEPS}; step++) {
    const before = pane.dataset.recipe;
    hand.move(20 * step);
    do await frame(); while (pane.dataset.recipe === before);
    await painted();
    const first = hash();
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (hash() !== first) changedLater++;
    seen.add(first);
  }
  hand.escape();
  hand.release(0);
  return { drawn: seen.size, changedLater };
})()`;

const STEP_COUNT = 30;
/** A hand that waits with each place until all panes show the one before: one move, one answer and one paint each. Runs differ. */
const stepsOf = (run: number): string => `(async () => {
  ${HAND}
  const hand = handOn(${JSON.stringify(WIND)});
  const panes = Array.from(document.querySelectorAll(".pane"));
  await frame();
  hand.press();
  for (let step = 1; step <= ${STEP_COUNT}; step++) {
    const before = panes.at(-1).dataset.recipe;
    hand.move(4 + 2 * step + 0.6 * ${run});
    do await frame(); while (panes.some(({ dataset }) => dataset.recipe === before));
    await painted();
  }
  hand.escape();
  hand.release(0);
  await frame();
})()`;

describe.skipIf(found === null)(
  `frames of a drag${found === null ? ` (${NO_CHROMIUM})` : ""}`,
  { timeout: 180_000 },
  () => {
    let served: ServedPage;
    beforeAll(async () => {
      served = await ServedPage.start(found!, "included", true);
    }, 180_000);
    afterAll(async () => served.stop());
    afterEach(async () => served.closePages());

    async function open(id: number, opening = served.keptPage()): Promise<Page> {
      const page = await opening;
      await show(page, `${served.url}/s/${id}?slide=electricity_wind&h=${HOUR}&charts=${PANES.join(",")}`);
      await atRest(page);
      // The report of an hour is asked for once its pane is there.
      await page.locator(".inspector dd").first().waitFor();
      expect(await page.locator(".pane").count()).toBe(PANES.length);
      const said = await page.locator(".hours").getAttribute("aria-valuetext");
      expect(said!.split(", ").filter((part) => /\d$|\d GW$/.test(part)).length).toBeGreaterThanOrEqual(SERIES);
      return page;
    }
    /** A hand points at a slider before it takes it, and sees its response: 13 of its places are calculated. */
    async function pointAt(page: Page): Promise<void> {
      await page.locator(`[data-input="${WIND}"] .name`).hover();
      await page.locator(".dock .response").waitFor();
    }
    /** The recipe of the scenario with the slider at a value. */
    async function recipeWith(id: number): Promise<(value: number | null) => string> {
      const recipe = await served.send<{
        readonly user_values: object;
        readonly balanced_values: object;
        readonly active_couplings: readonly string[];
      }>("GET", `/scenarios/${id}/recipe`);
      const { dataset } = await served.send<{ readonly dataset: string }>("GET", "/model/areas/nl?end_year=2050");
      const values = { ...recipe.user_values };
      return (value) =>
        recipeHash(
          {
            area: "nl",
            endYear: 2050,
            userValues: value === null ? values : { ...values, [WIND]: value },
            balancedValues: { ...recipe.balanced_values },
            activeCouplings: recipe.active_couplings,
            orders: {},
            curves: {},
            scaling: null,
          },
          dataset,
        );
    }

    test("every frame of a drag has the numbers of one recipe, which are those of the server", async () => {
      const id = await served.create();
      const page = await open(id);
      const recipeOf = await recipeWith(id);
      await pointAt(page);
      const drag = await page.evaluate<Drag<Frame & Numbers>>(framesWhile(DRAG, NUMBERS));
      expectFollows(drag, recipeOf, null);
      expectOneTextEach(drag.frames);
      const values = valuesOf(drag);
      await expectServersNumbers(id, drag.frames, new Map(values.map((value) => [recipeOf(value), value])));
      const { recipe, headline, panes } = drag.frames.at(-1)!;
      expect(recipe).toBe(recipeOf(values.at(-1)!));
      await expect.poll(async () => (await served.userValues(id))[WIND]).toBe(values.at(-1));

      // The panes of a page that was opened with the scenario as it is now.
      const fresh = await open(id, served.newPage({ isAlone: true }));
      const opened = await fresh.evaluate<Numbers>(`(() => { ${READ} return numbers(); })()`);
      expect(await fresh.locator(".headline").getAttribute("data-recipe")).toBe(recipe);
      expect(opened).toEqual({ headline, panes });
    });

    test("six panes follow the hand, and each release is one event", async () => {
      const id = await served.create();
      const page = await open(id);
      const recipeOf = await recipeWith(id);
      const updates: number[] = [];
      const delays: number[] = [];
      let before: number | null = null;
      await pointAt(page);
      do {
        const drag = await page.evaluate<Drag>(framesWhile(DRAG));
        const places = expectFollows(drag, recipeOf, before);
        const { frames, moves } = drag;
        before = valuesOf(drag).at(-1)!;
        expect(frames.at(-1)!.recipe).toBe(recipeOf(before));
        updates.push(frames.filter(({ recipe }, index) => index > 0 && recipe !== frames[index - 1]!.recipe).length);
        delays.push(p95OfDelays(frames, moves, places));
        // The first drag is that of code that is not compiled yet.
      } while (
        updates.length < 3 &&
        (Math.max(...updates) < GOAL.updates || Math.min(...delays) > GOAL.moveToPaintP95Ms)
      );
      console.log(
        `${Math.max(...updates)} painted updates, move to paint p95 ${Math.min(...delays).toFixed(0)} ms${isQuiet() ? "" : ", on a busy machine"}`,
      );
      expect(Math.max(...updates)).toBeGreaterThanOrEqual(isQuiet() ? LEAST_UPDATES : LEAST_WHEN_BUSY);
      expect(Math.min(...delays)).toBeLessThanOrEqual(whereQuiet(MOVE_TO_PAINT_P95_MS));
      await atRest(page);
      await expect.poll(async () => (await served.userValues(id))[WIND]).toBe(before);
      expect((await served.changes(id)).map(({ type }) => type)).toEqual([
        ...updates.map(() => "inputs_set"),
        "scenario_created",
      ]);
    });

    test("a drag that Esc ends is no event, and shows the numbers of before at once", async () => {
      const id = await served.create();
      const page = await open(id);
      const recipeOf = await recipeWith(id);
      const drag = await page.evaluate<Drag<Frame & Numbers>>(framesWhile(ESCAPE, NUMBERS));
      const { frames } = drag;
      const shown = frames.map(({ recipe }) => recipe).filter((recipe, index, all) => recipe !== all[index - 1]);
      const values = valuesOf(drag);
      expect(new Set(values).size).toBe(ESCAPE_STEPS);
      expect(shown).toEqual([null, ...values, null].map(recipeOf));
      const atEnd = frames.at(-1)!;
      expect([atEnd.headline, atEnd.panes]).toEqual([frames[0]!.headline, frames[0]!.panes]);
      // A change would have been sent with the release.
      await page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))");
      expect((await served.changes(id)).map(({ type }) => type)).toEqual(["scenario_created"]);
    });

    test("a canvas is painted with the numbers, not after them", async () => {
      const page = await open(await served.create());
      const { drawn, changedLater } = await page.evaluate<{ readonly drawn: number; readonly changedLater: number }>(
        CANVAS,
      );
      expect(drawn).toBe(CANVAS_STEPS + 1);
      expect(changedLater).toBe(0);
    });

    test.skipIf(process.platform !== "linux")(
      `a painted update takes ${MAIN_MS} ms of the main thread's time and ${WORKER_MS} ms of the worker's at most${process.platform === "linux" ? "" : " (counted by Linux)"}`,
      async () => {
        const page = await open(await served.create());
        const spent: ProcessorTime[] = [];
        const within = ({ main, workers }: ProcessorTime): boolean => main <= MAIN_MS && workers <= WORKER_MS;
        do {
          const before = await processorTimes(served.browser);
          await page.evaluate(stepsOf(spent.length));
          const { main, workers } = spentBetween(before, await processorTimes(served.browser));
          spent.push({ main: main / STEP_COUNT, workers: workers / STEP_COUNT });
          // The first steps are those of code that is not compiled yet.
        } while (spent.length < 4 && !spent.slice(1).some(within));
        const [{ main, workers }] = spent.slice(1).toSorted((a, b) => a.main + a.workers - b.main - b.workers) as [
          ProcessorTime,
        ];
        console.log(`processor time of a painted update: main ${main.toFixed(1)} ms, worker ${workers.toFixed(1)} ms`);
        expect(main).toBeLessThanOrEqual(MAIN_MS);
        expect(workers).toBeLessThanOrEqual(WORKER_MS);
      },
    );

    /** Where the hand moved the slider; its step is 1 MW, and the control of the browser has it a little off. */
    const valuesOf = ({ moves }: Pick<Drag, "moves">): readonly number[] => moves.map(({ value }) => Math.round(value));

    /**
     * All parts of a frame are of one recipe; recipes follow the hand; one that the hand has left is marked.
     * @param before where the slider stood
     * @returns the places of the hand by their recipe, that of before among them
     */
    function expectFollows(
      drag: Drag,
      recipeOf: (value: number | null) => string,
      before: number | null,
    ): ReadonlyMap<string, readonly number[]> {
      const places = new Map<string, number[]>([[recipeOf(before), [-1]]]);
      for (const [place, value] of valuesOf(drag).entries()) {
        const recipe = recipeOf(value);
        places.set(recipe, [...(places.get(recipe) ?? []), place]);
      }
      let reached = -1;
      for (const { recipe, recipes, isCalculating, moves } of drag.frames) {
        expect(new Set([recipe, ...recipes])).toEqual(new Set([recipe]));
        const of = places.get(recipe) ?? [];
        expect(of.length).toBeGreaterThan(0);
        // The newest answer: never one of an earlier place than the frame before.
        const next = of.find((place) => place >= reached);
        expect(next).not.toBeUndefined();
        reached = next!;
        expect([isCalculating, moves, of]).toSatisfy(() => isCalculating || moves === 0 || of.includes(moves - 1));
      }
      return places;
    }

    /** Frames of one recipe have the same numbers. */
    function expectOneTextEach(frames: readonly (Frame & Numbers)[]): void {
      const texts = new Map<string, readonly string[]>();
      for (const { recipe, headline, panes } of frames) {
        const text = [JSON.stringify(headline), ...panes];
        const known = texts.get(recipe) ?? text;
        expect(text.filter((each, index) => each !== known[index])).toEqual(
          known.filter((each, index) => each !== text[index]),
        );
        texts.set(recipe, text);
      }
    }

    /** The numbers that were shown for a recipe are those that the server calculates for it. */
    async function expectServersNumbers(
      id: number,
      frames: readonly (Frame & Numbers)[],
      values: ReadonlyMap<string, number>,
    ): Promise<void> {
      const shown = [...new Map(frames.map((frame) => [frame.recipe, frame])).values()].filter(({ recipe }) =>
        values.has(recipe),
      );
      const step = Math.max(1, Math.floor(shown.length / sampled(6, shown.length)));
      for (const { recipe, headline } of shown.filter((_, index) => index % step === 0)) {
        const answer = await fetch(`${served.url}/api/v3/scenarios/${id}/preview`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            scenario: { user_values: { [WIND]: values.get(recipe) } },
            gqueries: Object.keys(headline),
          }),
        });
        const { gqueries } = (await answer.json()) as {
          readonly gqueries: Readonly<Record<string, { readonly future: number }>>;
        };
        expect(answer.headers.get("x-etesian-recipe")).toBe(recipe);
        expect(Object.fromEntries(Object.entries(gqueries).map(([key, { future }]) => [key, future]))).toEqual(
          headline,
        );
      }
    }

    /** From a move to the paint of an answer to it, or to a later one. */
    function p95OfDelays(
      frames: readonly Frame[],
      moves: Drag["moves"],
      places: ReadonlyMap<string, readonly number[]>,
    ): number {
      let from = 0;
      let reached = -1;
      const reachedBy = frames.map(({ recipe }) => {
        reached = places.get(recipe)!.find((place) => place >= reached) ?? reached;
        return reached;
      });
      const delays = moves.map(({ at }, place) => {
        while (reachedBy[from]! < place) from++;
        return frames[from]!.painted - at;
      });
      return percentile(
        delays.toSorted((a, b) => a - b),
        0.95,
      );
    }
  },
);
