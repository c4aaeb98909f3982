/**
 * Moves every slider alone to both ends of its range and to one position in between. Each position has to give the dashboard
 * its numbers, or be refused with a reason that names the obstacle.
 */
import { inspect } from "node:util";
import { CalculationError, type Solution } from "@etesian/engine";
import { blankRecipe, type InputFacts, moveSliders } from "@etesian/sliders";
import { type Benchmark, type Print } from "@etesian/workbench/report";
import { dashboardQueries, openWorkbench, type Workbench } from "@etesian/workbench/scenarios";
import { measured } from "@etesian/workbench/server";
import { inThread, THREADS } from "@etesian/workbench/threads";

/** Known reasons for refusing a position; any other reason is a problem until it is examined. */
const EXPECTED_REFUSALS: readonly RegExp[] = [
  /is disabled: not available in this area$/,
  // The reference's recursion does not terminate there (docs/fidelity.md).
  /supplies itself through its suppliers, so its energy has no origin$/,
  // Without hours there are no loads; the reference raises as well.
  /^dashboard_total_costs\/future - \S+ follows self: \S+ in electricity; there is no such calculation$/,
];

/** Share of the range at which the position in between lies: not the middle, which is more often a special case. */
const BETWEEN = 0.618;

export interface SliderEnds {
  readonly sliders: number;
  readonly positions: number;
  /** `slider at value: reason` of positions that are refused for a known reason. */
  readonly refused: readonly string[];
  /** The same for positions whose results are not numbers, that fail, or that are refused for an unknown reason. */
  readonly problems: readonly string[];
}

/** Moves sliders of an area's blank scenario, one at a time. */
export function atEnds(workbench: Workbench, sliders: readonly InputFacts[]): SliderEnds {
  const { engine, dataset } = workbench;
  const recipe = blankRecipe(dataset.area, END_YEAR);
  const table = engine.inputs(dataset, END_YEAR);
  const queries = dashboardQueries(workbench);
  const refused: string[] = [];
  const problems: string[] = [];
  let positions = 0;
  const add = (isRefusal: boolean, where: string, problem: string): void => {
    const isExpected = isRefusal && EXPECTED_REFUSALS.some((reason) => reason.test(problem));
    (isExpected ? refused : problems).push(`${where}: ${problem}`);
  };
  for (const input of sliders) {
    for (const value of positionsOf(input)) {
      positions++;
      const where = `${input.key} at ${value}`;
      const moved = moveSliders(table, NOTHING_MOVED, { values: { [input.key]: value } });
      if ("errors" in moved) {
        add(true, where, moved.errors.join("; "));
        continue;
      }
      try {
        const solution = engine.solve(dataset, { ...recipe, ...moved.state });
        for (const query of queries) {
          const found = problemOf(solution, query);
          if (found !== null) add(found.isRefusal, where, found.problem);
        }
      } catch (error) {
        add(error instanceof CalculationError, where, String(error));
      }
    }
  }
  return { sliders: sliders.length, positions, refused, problems };
}

export const END_YEAR = 2050;
const NOTHING_MOVED = { userValues: {}, balancedValues: {}, activeCouplings: [] };

/** Both ends and a position in between; for an enum the first value, the last and one in between. */
export function positionsOf({ min, max, unit, permittedValues }: InputFacts): readonly (number | string)[] {
  if (permittedValues !== null) {
    const between = permittedValues[Math.floor(permittedValues.length / 2)];
    return [...new Set([permittedValues[0], between, permittedValues.at(-1)])].filter((value) => value !== undefined);
  }
  if (min === null || max === null) return [];
  if (unit === "bool" || min === max) return [...new Set([min, max])];
  return [min, min + (max - min) * BETWEEN, max];
}

/** The refusal of a query, or the defect of its result; null when the result is all numbers. */
function problemOf(
  solution: Solution,
  query: string,
): { readonly isRefusal: boolean; readonly problem: string } | null {
  const answer = solution.query(query);
  if ("errors" in answer) return { isRefusal: true, problem: answer.errors.join("; ") };
  for (const year of ["present", "future"] as const) {
    const value = solution.evaluation.query(query, year);
    // Without hourly calculation there is no peak of demand, in the reference either.
    const hasHours = year === "future" && solution.hours !== null;
    if (!isFiniteResult(value) && (hasHours || value !== null)) {
      return { isRefusal: false, problem: `${query} of the ${year} is ${inspect(value)}` };
    }
  }
  return null;
}

/** A finite number, or a table in which all numbers are finite; its cells may also be texts or empty. */
function isFiniteResult(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "bigint" || (value instanceof Map && [...value.values()].every(isCell));
}

const isCell = (value: unknown): boolean => value === null || typeof value === "symbol" || isFiniteResult(value);

/** Runs in its own thread (see `inThread`): every slider whose index modulo `parts` is `part`. */
export async function endsOfPart({
  part,
  parts,
}: {
  readonly part: number;
  readonly parts: number;
}): Promise<SliderEnds> {
  const workbench = await openWorkbench();
  const sliders = [...workbench.engine.inputs(workbench.dataset, END_YEAR).values()];
  return atEnds(
    workbench,
    sliders.filter((_, index) => index % parts === part),
  );
}

/** @param share takes one in this many sliders; 1 for all */
export const sliderEndsBenchmark = (share: number): Benchmark => ({
  about: `${share === 1 ? "every slider" : `one in ${share} sliders`} of ${measured.area} at both ends and between: numbers on the dashboard, or a reason`,
  isProof: true,
  run: async (print) => {
    const parts = await Promise.all(
      Array.from({ length: THREADS }, (_, part) =>
        inThread<SliderEnds>(import.meta.url, endsOfPart.name, { part, parts: THREADS * share }),
      ),
    );
    const refused = parts.flatMap((part) => part.refused);
    const problems = parts.flatMap((part) => part.problems);
    const total = (count: (part: SliderEnds) => number): number => parts.reduce((sum, part) => sum + count(part), 0);
    print(
      `${total(({ sliders }) => sliders)} sliders, ${total(({ positions }) => positions)} positions: ` +
        `${refused.length} refusals, ${problems.length} problems`,
    );
    list(print, "refused", refused);
    list(print, "PROBLEM", problems);
    return problems.length === 0;
  },
});

function list(print: Print, label: string, lines: readonly string[]): void {
  for (const line of lines) print(`  ${label} ${line}`);
}
