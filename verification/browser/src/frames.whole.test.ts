/**
 * Tests the frames of a drag: six panes follow the pointer, one of them with 8,760 hours of more than ten series. All
 * numbers of a frame belong to one recipe, which the page names. The release stores one event, and a cancelled drag
 * stores none. `npm run bench -- frames` measures speed.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import {
  BACK_AND_FORTH,
  type Drag,
  DRAGGED_SLIDER,
  dragView,
  type Frame,
  framesWhile,
  positionsByRecipe,
  pointAtSlider,
  readyToDrag,
  recipesOf,
  valuesOf,
} from "./drag.ts";
import { POINTER } from "./pointer.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { HEADLINE, ServedPage, show } from "./served-page.ts";

/** Minimum number of series in the hourly chart. */
const SERIES = 10;

const chromium = findChromium();

interface Numbers {
  /** Headline numbers in full precision, by query. */
  readonly headline: Readonly<Record<string, number>>;
  /** The numbers in the panes' text. */
  readonly panes: readonly string[];
}
/**
 * Reads the numbers of a frame, in charts from the marks: only larger marks have labels, and labels of differences
 * belong to another recipe.
 */
const READ = `
const numbers = () => ({
  headline: ${HEADLINE},
  panes: Array.from(document.querySelectorAll(".pane"), (pane) =>
    Array.from(pane.querySelectorAll("rect > title, .hours, .inspector text, .inspector p, .inspector dd"),
      (part) => part.getAttribute("aria-valuetext") ?? part.textContent).join(" "),
  ),
});
`;

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

const ESCAPE_STEPS = 4;
/**
 * A pointer that rests at each position until its numbers are shown, however long that takes. It presses Esc before the
 * last position's numbers appear.
 */
const ESCAPE = `
  const shown = headline.dataset;
  for (let step = 1; step <= ${ESCAPE_STEPS}; step++) {
    const before = shown.recipe;
    move(20 * step);
    do await frame(); while (shown.recipe === before);
  }
  pointer.move(${20 * (ESCAPE_STEPS + 1)});
  pointer.escape();
  pointer.release(0);
`;

const CANVAS_STEPS = 6;
/**
 * A pointer that rests at each position: counts the drawings of the hourly chart, and those drawn again after their
 * numbers.
 */
const CANVAS = `(async () => {
  ${POINTER}
  const pointer = pointerOn(${JSON.stringify(DRAGGED_SLIDER)});
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
  pointer.press();
  for (let step = 1; step <= ${CANVAS_STEPS}; step++) {
    const before = pane.dataset.recipe;
    pointer.move(20 * step);
    do await frame(); while (pane.dataset.recipe === before);
    await painted();
    const first = hash();
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (hash() !== first) changedLater++;
    seen.add(first);
  }
  pointer.escape();
  pointer.release(0);
  return { drawn: seen.size, changedLater };
})()`;

describe.skipIf(chromium === null)(`frames of a drag${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  async function open(id: number, pagePromise = servedPage.reusedPage()): Promise<Page> {
    const page = await pagePromise;
    await show(page, `${servedPage.url}${dragView(id)}`);
    await readyToDrag(page);
    const text = await page.locator(".hours").getAttribute("aria-valuetext");
    expect(text!.split(", ").filter((part) => /\d$|\d GW$/.test(part)).length).toBeGreaterThanOrEqual(SERIES);
    return page;
  }
  const recipesFor = (id: number) => recipesOf((path) => servedPage.send("GET", path), id);

  test("every frame of a drag has the server's numbers for one recipe", async () => {
    const id = await servedPage.create();
    const page = await open(id);
    const recipeOf = await recipesFor(id);
    await pointAtSlider(page);
    const drag = await page.evaluate<Drag<Frame & Numbers>>(framesWhile(BACK_AND_FORTH, NUMBERS));
    expectFollows(drag, recipeOf, null);
    expectSameNumbersPerRecipe(drag.frames);
    const values = valuesOf(drag);
    await expectServersNumbers(id, drag.frames, new Map(values.map((value) => [recipeOf(value), value])));
    const { recipe, headline, panes } = drag.frames.at(-1)!;
    expect(recipe).toBe(recipeOf(values.at(-1)!));
    await expect.poll(async () => (await servedPage.userValues(id))[DRAGGED_SLIDER]).toBe(values.at(-1));

    // The panes of a page that was opened with the scenario's current state.
    const fresh = await open(id, servedPage.newPage({ isIsolated: true }));
    const freshNumbers = await fresh.evaluate<Numbers>(`(() => { ${READ} return numbers(); })()`);
    await expect.poll(() => fresh.locator(".headline").getAttribute("data-recipe")).toBe(recipe);
    expect(freshNumbers).toEqual({ headline, panes });
  });

  test("six panes follow the pointer, and each release is one event", async () => {
    const id = await servedPage.create();
    const page = await open(id);
    const recipeOf = await recipesFor(id);
    let initialValue: number | null = null;
    await pointAtSlider(page);
    for (let n = 0; n < 2; n++) {
      const drag: Drag = await page.evaluate<Drag>(framesWhile(BACK_AND_FORTH));
      expectFollows(drag, recipeOf, initialValue);
      initialValue = valuesOf(drag).at(-1)!;
      expect(drag.frames.at(-1)!.recipe).toBe(recipeOf(initialValue));
      // Even on a busy machine, positions between the first and the last are shown.
      expect(new Set(drag.frames.map(({ recipe }) => recipe)).size).toBeGreaterThan(2);
    }
    await waitUntilAtRest(page);
    await expect.poll(async () => (await servedPage.userValues(id))[DRAGGED_SLIDER]).toBe(initialValue);
    expect((await servedPage.changes(id)).map(({ type }) => type)).toEqual([
      "inputs_set",
      "inputs_set",
      "scenario_created",
    ]);
  });

  test("a drag that Esc ends stores no event, and the previous numbers reappear immediately", async () => {
    const id = await servedPage.create();
    const page = await open(id);
    const recipeOf = await recipesFor(id);
    const drag = await page.evaluate<Drag<Frame & Numbers>>(framesWhile(ESCAPE, NUMBERS));
    const { frames } = drag;
    const shownRecipes = frames.map(({ recipe }) => recipe).filter((recipe, index, all) => recipe !== all[index - 1]);
    const values = valuesOf(drag);
    expect(new Set(values).size).toBe(ESCAPE_STEPS);
    expect(shownRecipes).toEqual([null, ...values, null].map(recipeOf));
    const lastFrame = frames.at(-1)!;
    expect([lastFrame.headline, lastFrame.panes]).toEqual([frames[0]!.headline, frames[0]!.panes]);
    // A change would have been sent with the release.
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))");
    expect((await servedPage.changes(id)).map(({ type }) => type)).toEqual(["scenario_created"]);
  });

  test("a canvas is painted with the numbers, not after them", async () => {
    const page = await open(await servedPage.create());
    const { drawn, changedLater } = await page.evaluate<{ readonly drawn: number; readonly changedLater: number }>(
      CANVAS,
    );
    expect(drawn).toBe(CANVAS_STEPS + 1);
    expect(changedLater).toBe(0);
  });

  /**
   * All parts of a frame belong to one recipe; recipes follow the pointer; an outdated recipe is marked.
   * @param initialValue the slider's initial position
   */
  function expectFollows(drag: Drag, recipeOf: (value: number | null) => string, initialValue: number | null): void {
    const positions = positionsByRecipe(drag, recipeOf, initialValue);
    let reachedIndex = -1;
    for (const { recipe, recipes, isCalculating, moves } of drag.frames) {
      expect(new Set([recipe, ...recipes])).toEqual(new Set([recipe]));
      const recipePositions = positions.get(recipe) ?? [];
      expect(recipePositions.length).toBeGreaterThan(0);
      // Results never go back to an earlier position than the previous frame's.
      const next = recipePositions.find((index) => index >= reachedIndex);
      expect(next).not.toBeUndefined();
      reachedIndex = next!;
      expect([isCalculating, moves, recipePositions]).toSatisfy(
        () => isCalculating || moves === 0 || recipePositions.includes(moves - 1),
      );
    }
  }

  /** Frames of one recipe have the same numbers. */
  function expectSameNumbersPerRecipe(frames: readonly (Frame & Numbers)[]): void {
    const texts = new Map<string, readonly string[]>();
    for (const { recipe, headline, panes } of frames) {
      const text = [JSON.stringify(headline), ...panes];
      const firstText = texts.get(recipe) ?? text;
      expect(text.filter((item, index) => item !== firstText[index])).toEqual(
        firstText.filter((item, index) => item !== text[index]),
      );
      texts.set(recipe, text);
    }
  }

  /** The numbers shown for a recipe equal the server's. */
  async function expectServersNumbers(
    id: number,
    frames: readonly (Frame & Numbers)[],
    values: ReadonlyMap<string, number>,
  ): Promise<void> {
    const shownFrames = [...new Map(frames.map((frame) => [frame.recipe, frame])).values()].filter(({ recipe }) =>
      values.has(recipe),
    );
    const step = Math.max(1, Math.floor(shownFrames.length / sampleSize(6, shownFrames.length)));
    for (const { recipe, headline } of shownFrames.filter((_, index) => index % step === 0)) {
      const response = await fetch(`${servedPage.url}/api/v3/scenarios/${id}/preview`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          scenario: { user_values: { [DRAGGED_SLIDER]: values.get(recipe) } },
          gqueries: Object.keys(headline),
        }),
      });
      const { gqueries } = (await response.json()) as {
        readonly gqueries: Readonly<Record<string, { readonly future: number }>>;
      };
      expect(response.headers.get("x-etesian-recipe")).toBe(recipe);
      expect(Object.fromEntries(Object.entries(gqueries).map(([key, { future }]) => [key, future]))).toEqual(headline);
    }
  }
});
