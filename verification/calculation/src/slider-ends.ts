/**
 * Moves every slider alone to both ends of its range and to one position in between. Each position must yield numbers
 * for the whole dashboard, or be refused with a reason.
 */
import { inspect } from "node:util";
import { CalculationError, type Solution } from "@etesian/engine";
import { blankRecipe, type InputFacts, moveSliders } from "@etesian/sliders";
import { type Benchmark, type Print } from "@etesian/workbench/report";
import { dashboardQueries, openWorkbench, type Workbench } from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { runInThread, THREADS } from "@etesian/workbench/threads";

/** Known reasons for refusing a position; any other reason is a problem until it is examined. */
const EXPECTED_REFUSALS: readonly RegExp[] = [
  /is disabled: not available in this area$/,
  // At these positions the reference's recursion does not terminate (docs/fidelity.md).
  /supplies itself through its suppliers, so its energy has no origin$/,
  // Without hours there are no loads; the reference throws as well.
  /^dashboard_total_costs\/future - \S+ follows self: \S+ in electricity; there is no such calculation$/,
];

/** Position in between as a fraction of the range; not the middle, which is more often a special case. */
const BETWEEN = 0.618;

export interface SliderEnds {
  readonly sliderCount: number;
  readonly positionCount: number;
  /** `slider at value: reason` of positions that are refused for a known reason. */
  readonly refusals: readonly string[];
  /** `slider at value: reason` of positions that fail, yield no numbers, or are refused for an unknown reason. */
  readonly problems: readonly string[];
}

/** Moves sliders of an area's blank scenario, one at a time. */
export function checkSliderEnds(workbench: Workbench, sliders: readonly InputFacts[]): SliderEnds {
  const { engine, dataset } = workbench;
  const recipe = blankRecipe(dataset.area, END_YEAR);
  const table = engine.inputs(dataset, END_YEAR);
  const queries = dashboardQueries(workbench);
  const refusals: string[] = [];
  const problems: string[] = [];
  let positionCount = 0;
  const add = (isRefusal: boolean, position: string, problem: string): void => {
    const isExpected = isRefusal && EXPECTED_REFUSALS.some((reason) => reason.test(problem));
    (isExpected ? refusals : problems).push(`${position}: ${problem}`);
  };
  for (const input of sliders) {
    for (const value of positionsOf(input)) {
      positionCount++;
      const position = `${input.key} at ${value}`;
      const sliderChange = moveSliders(table, NOTHING_MOVED, { values: { [input.key]: value } });
      if ("errors" in sliderChange) {
        add(true, position, sliderChange.errors.join("; "));
        continue;
      }
      try {
        const solution = engine.solve(dataset, { ...recipe, ...sliderChange.state });
        for (const query of queries) {
          const problem = problemOf(solution, query);
          if (problem !== null) add(problem.isRefusal, position, problem.problem);
        }
      } catch (error) {
        add(error instanceof CalculationError, position, String(error));
      }
    }
  }
  return { sliderCount: sliders.length, positionCount, refusals, problems };
}

export const END_YEAR = 2050;
const NOTHING_MOVED = { userValues: {}, balancedValues: {}, activeCouplings: [] };

/** Both ends and a position in between; for an enum the first value, the last and one in between. */
export function positionsOf({ min, max, unit, permittedValues }: InputFacts): readonly (number | string)[] {
  if (permittedValues !== null) {
    const middleValue = permittedValues[Math.floor(permittedValues.length / 2)];
    return [...new Set([permittedValues[0], middleValue, permittedValues.at(-1)])].filter(
      (value) => value !== undefined,
    );
  }
  if (min === null || max === null) return [];
  if (unit === "bool" || min === max) return [...new Set([min, max])];
  return [min, min + (max - min) * BETWEEN, max];
}

/** The refusal of a query, or the defect of its result; null if all results are numbers. */
function problemOf(
  solution: Solution,
  query: string,
): { readonly isRefusal: boolean; readonly problem: string } | null {
  const result = solution.query(query);
  if ("errors" in result) return { isRefusal: true, problem: result.errors.join("; ") };
  for (const year of ["present", "future"] as const) {
    const value = solution.evaluation.query(query, year);
    // Without the hourly calculation there is no peak demand, as in the reference.
    const hasHours = year === "future" && solution.hours !== null;
    if (!isFiniteResult(value) && (hasHours || value !== null)) {
      return { isRefusal: false, problem: `${query} of the ${year} is ${inspect(value)}` };
    }
  }
  return null;
}

/** A finite number, or a table in which all numbers are finite; its cells may also be strings or empty. */
function isFiniteResult(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "bigint" || (value instanceof Map && [...value.values()].every(isCell));
}

const isCell = (value: unknown): boolean => value === null || typeof value === "symbol" || isFiniteResult(value);

/** Runs in its own thread (see `runInThread`): every slider whose index modulo `parts` is `part`. */
export async function checkPart({
  part,
  parts,
}: {
  readonly part: number;
  readonly parts: number;
}): Promise<SliderEnds> {
  const workbench = await openWorkbench();
  const sliders = [...workbench.engine.inputs(workbench.dataset, END_YEAR).values()];
  return checkSliderEnds(
    workbench,
    sliders.filter((_, index) => index % parts === part),
  );
}

/** @param share checks one in this many sliders; 1 for all */
export const sliderEndsBenchmark = (share: number): Benchmark => ({
  about: `${share === 1 ? "every slider" : `one in ${share} sliders`} of ${measuredModel.area} at both ends and in between: numbers on the dashboard, or a reason`,
  isProof: true,
  run: async (print) => {
    const parts = await Promise.all(
      Array.from({ length: THREADS }, (_, part) =>
        runInThread<SliderEnds>(import.meta.url, checkPart.name, { part, parts: THREADS * share }),
      ),
    );
    const refusals = parts.flatMap((part) => part.refusals);
    const problems = parts.flatMap((part) => part.problems);
    const total = (count: (part: SliderEnds) => number): number => parts.reduce((sum, part) => sum + count(part), 0);
    print(
      `${total(({ sliderCount }) => sliderCount)} sliders, ${total(({ positionCount }) => positionCount)} positions: ` +
        `${refusals.length} refusals, ${problems.length} problems`,
    );
    printLines(print, "refused", refusals);
    printLines(print, "PROBLEM", problems);
    return problems.length === 0;
  },
});

function printLines(print: Print, label: string, lines: readonly string[]): void {
  for (const line of lines) print(`  ${label} ${line}`);
}
