/**
 * A drag of one slider with six panes on the screen, for tests and benchmarks, and the content of each painted frame.
 */
import type { Page } from "playwright-core";
import { recipeHash } from "@etesian/sliders";
import { waitUntilAtRest } from "./at-rest.ts";
import { POINTER } from "./pointer.ts";

/** The dragged slider; its step is 1 MW. */
export const DRAGGED_SLIDER = "capacity_of_energy_power_wind_turbine_offshore";

const PANES = [
  "hourly_electricity",
  "electricity_mix",
  "emissions_by_sector",
  "costs_of_the_system",
  "final_demand_by_carrier",
  // Selector of the hour's report.
  "merit_order",
];

/** The hour that the hourly chart marks and the report describes. */
const HOUR = 497;

/** The view in which a scenario's slider is dragged. */
export const dragView = (id: number): string => `/s/${id}?slide=electricity_wind&h=${HOUR}&charts=${PANES.join(",")}`;

/** Resolves when a page with `dragView` can be used: all panes show their numbers. */
export async function readyToDrag(page: Page): Promise<void> {
  await waitUntilAtRest(page);
  // The report of an hour is requested once its pane exists.
  await page.locator(".inspector dd").first().waitFor();
  const panes = await page.locator(".pane").count();
  if (panes !== PANES.length) throw new Error(`expected ${PANES.length} panes, found ${panes}`);
}

/** Moves the pointer to the slider, as before a drag, and waits for its response curve: 13 positions are calculated. */
export async function pointAtSlider(page: Page): Promise<void> {
  await page.locator(`[data-input="${DRAGGED_SLIDER}"] .name`).hover();
  await page.locator(".dock .response").waitFor();
}

/** A frame just before it is painted. */
export interface Frame {
  /** Time at which it was painted (ms). */
  readonly painted: number;
  readonly recipe: string;
  /** The recipes of the panes, in order. */
  readonly recipes: readonly string[];
  readonly isCalculating: boolean;
  /** Number of preceding pointer moves. */
  readonly moves: number;
}

export interface Drag<F = Frame> {
  readonly frames: readonly F[];
  readonly moves: readonly { readonly at: number; readonly value: number }[];
}

const DRAG_MS = 2_000;

/** Moves to the right and back within two seconds, one position per frame. */
export const BACK_AND_FORTH = `
  const reach = Math.min(140, pointer.room - 10);
  const startedAt = performance.now();
  let at = 0;
  for (;;) {
    await frame();
    const passed = (performance.now() - startedAt) / ${DRAG_MS};
    if (passed >= 1) break;
    // Positions recur on the way back, with the same numbers.
    const place = 2 * Math.round((reach * (1 - Math.abs(2 * passed - 1))) / 2) + 4;
    if (place === at) continue;
    at = place;
    move(at);
  }
  pointer.release(at);
`;

/**
 * A script for the page: records frames while `dragScript` drags and releases, until the numbers are current. It
 * resolves to a `Drag`.
 * @param readExpression expression that reads each frame's numbers, which slows the page down; if absent, only their
 * recipes are read
 */
export const framesWhile = (dragScript: string, readExpression = "() => null"): string => `(async () => {
  ${POINTER}
  const pointer = pointerOn(${JSON.stringify(DRAGGED_SLIDER)});
  const [frames, moves] = [[], []];
  const main = document.querySelector("main");
  const headline = document.querySelector(".headline");
  const panes = Array.from(document.querySelectorAll(".pane"));
  const read = ${readExpression};
  let isOpen = true;
  const watch = async () => {
    while (isOpen) {
      await frame();
      // The pointer position that this frame shows.
      if (moves.length > 0 && moves.at(-1).value === null) moves.at(-1).value = pointer.value();
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
    pointer.move(place);
  };
  await frame();
  pointer.press();
  ${dragScript}
  do { await frame(); await frame(); } while (main.classList.contains("isCalculating"));
  isOpen = false;
  await watching;
  await painted();
  return { frames, moves };
})()`;

/**
 * The values (MW) to which the pointer moved the slider. A pointer controlled by the test is slightly off the slider's
 * step.
 */
export const valuesOf = ({ moves }: Pick<Drag, "moves">): readonly number[] =>
  moves.map(({ value }) => Math.round(value));

/** Performs `GET /api/v3…` on the server. */
type Get = <T>(path: string) => Promise<T>;

/** The recipe of a scenario of `nl` in 2050 with the slider at a value (MW); null for its initial value. */
export async function recipesOf(get: Get, id: number): Promise<(value: number | null) => string> {
  const recipe = await get<{
    readonly user_values: object;
    readonly balanced_values: object;
    readonly active_couplings: readonly string[];
  }>(`/scenarios/${id}/recipe`);
  const { dataset } = await get<{ readonly dataset: string }>("/model/areas/nl?end_year=2050");
  const values = { ...recipe.user_values };
  return (value) =>
    recipeHash(
      {
        area: "nl",
        endYear: 2050,
        userValues: value === null ? values : { ...values, [DRAGGED_SLIDER]: value },
        balancedValues: { ...recipe.balanced_values },
        activeCouplings: recipe.active_couplings,
        orders: {},
        curves: {},
        scaling: null,
      },
      dataset,
    );
}

/** Pointer positions by their recipe, including −1, the position before the drag. */
export function positionsByRecipe(
  drag: Drag,
  recipeOf: (value: number | null) => string,
  initialValue: number | null,
): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>([[recipeOf(initialValue), [-1]]]);
  for (const [index, value] of valuesOf(drag).entries()) {
    const recipe = recipeOf(value);
    positions.set(recipe, [...(positions.get(recipe) ?? []), index]);
  }
  return positions;
}

/** Number of frames whose numbers differ from the previous frame. */
export const countUpdates = (frames: readonly Frame[]): number =>
  frames.filter(({ recipe }, index) => index > 0 && recipe !== frames[index - 1]!.recipe).length;

/** Time (ms) from each move to the paint of its result or of a later one. */
export function delaysOf(
  { frames, moves }: Drag,
  positions: ReadonlyMap<string, readonly number[]>,
): readonly number[] {
  let frameIndex = 0;
  let reachedIndex = -1;
  const reachedByFrame = frames.map(({ recipe }) => {
    reachedIndex = positions.get(recipe)?.find((index) => index >= reachedIndex) ?? reachedIndex;
    return reachedIndex;
  });
  return moves.map(({ at: movedAt }, index) => {
    while (reachedByFrame[frameIndex]! < index) frameIndex++;
    return frames[frameIndex]!.painted - movedAt;
  });
}

/**
 * A script for the page: a pointer waits at each of `steps` positions until all panes show its result, so that each
 * position has one move, one result and one paint. Runs with different numbers use different positions.
 */
export const stepScript = (run: number, steps: number): string => `(async () => {
  ${POINTER}
  const pointer = pointerOn(${JSON.stringify(DRAGGED_SLIDER)});
  const panes = Array.from(document.querySelectorAll(".pane"));
  await frame();
  pointer.press();
  for (let step = 1; step <= ${steps}; step++) {
    const before = panes.at(-1).dataset.recipe;
    pointer.move(4 + 2 * step + 0.6 * ${run});
    do await frame(); while (panes.some(({ dataset }) => dataset.recipe === before));
    await painted();
  }
  pointer.escape();
  pointer.release(0);
  await frame();
})()`;
