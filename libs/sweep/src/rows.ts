/** Calculates variants of a sweep: the figures of each, or its error. */
import { CalculationFault, type Solution } from "@etesian/engine";
import { type Part, quantilesOf } from "@etesian/explore";
import type { Recipe } from "@etesian/sliders";
import type { Calculation, Output, SweepPlan } from "./plan.ts";
import type { SweepTable } from "./table.ts";

/**
 * The rows of a part. They have the same bits in any division into parts, on any thread and after any other work of the
 * engine. A variant that cannot be calculated is a row with its error; a defect rejects.
 */
export async function rowsOf(plan: SweepPlan, { engine, dataset }: Calculation, part: Part): Promise<SweepTable> {
  const table = emptyTable(plan, part);
  const { from, settings, outputs, errors } = table;
  const variants = variantsOf(plan, part);
  for (const [row, { settings: own }] of variants.entries())
    for (const [place, position] of own.entries()) settings[place]![row] = position;
  for (const row of inOrderOfChoices(plan, variants)) {
    const { recipe } = variants[row]!;
    const data = await dataset(recipe.area);
    try {
      const solution = engine.solve(data, recipe);
      try {
        const problem = answer(solution, plan.outputs, (place, figure) => (outputs[place]![row] = figure));
        if (problem !== null) errors.set(from + row, problem);
      } finally {
        solution.release();
      }
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
      errors.set(from + row, error.message);
    }
  }
  return table;
}

/** A row whose calculation ended with a defect. */
export function failedRow(plan: SweepPlan, variant: number, reason: string): SweepTable {
  const part = { from: variant, to: variant + 1 };
  const table = emptyTable(plan, part);
  for (const [place, position] of variantsOf(plan, part)[0]!.settings.entries()) table.settings[place]![0] = position;
  table.errors.set(variant, reason);
  return table;
}

function emptyTable({ settings, outputs, design }: SweepPlan, { from, to }: Part) {
  const rows = to - from;
  return {
    from,
    rows,
    units: Int32Array.from({ length: rows }, (_, row) => design.unitOf(from + row)),
    settings: settings.map(() => new Float64Array(rows)),
    outputs: outputs.map(() => new Float64Array(rows).fill(NaN)),
    errors: new Map<number, string>(),
  };
}

interface Variant {
  readonly recipe: Recipe;
  readonly settings: readonly number[];
}

function variantsOf({ design, space }: SweepPlan, { from, to }: Part): readonly Variant[] {
  const point = new Float64Array(design.dimensions);
  return Array.from({ length: to - from }, (_, row) => {
    design.point(from + row, point);
    return { recipe: space.recipeAt(point), settings: space.settingsAt(point) };
  });
}

/** Variants with the same area, end year and weather in a row: the engine then reuses most between neighbours. */
function inOrderOfChoices({ space }: SweepPlan, variants: readonly Variant[]): readonly number[] {
  const rows = [...variants.keys()];
  const places = space.factors
    .flatMap(({ options, settings }) => settings.map(() => options))
    .flatMap((options, place) => (options > 0 ? [place] : []));
  return places.length === 0
    ? rows
    : rows.toSorted((one, other) => {
        for (const place of places) {
          const difference = variants[one]!.settings[place]! - variants[other]!.settings[place]!;
          if (difference !== 0) return difference;
        }
        return one - other;
      });
}

/** Sets the figures of a solution; returns the problems of those without one, or null. */
function answer(
  { evaluation }: Solution,
  outputs: readonly Output[],
  set: (place: number, figure: number) => void,
): string | null {
  const problems: string[] = [];
  for (const [place, { query, statistic }] of outputs.entries()) {
    try {
      const value = evaluation.query(query, "future");
      const figure = statistic === null ? figureOf(value) : statisticOf(value, statistic);
      if (typeof figure === "number") set(place, figure);
      else problems.push(`${query}: ${figure.problem}`);
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
      problems.push(`${query}: ${error.message}`);
    }
  }
  return problems.length === 0 ? null : [...new Set(problems)].join("; ");
}

type Figure = number | { readonly problem: string };

/** A finite number; NaN for none. */
const finite = (number: number): number => (Number.isFinite(number) ? number : NaN);

function figureOf(value: unknown): Figure {
  if (typeof value === "number") return finite(value);
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  return value === null ? NaN : { problem: "its value is no number" };
}

/** A statistic of hourly values; NaN where the hourly calculation is off, or an hour has no value. */
function statisticOf(value: unknown, statistic: string): Figure {
  const isList = value instanceof Float64Array || Array.isArray(value);
  if (!isList) return value === null ? NaN : { problem: "its value is no list of hours" };
  const hours = Float64Array.from(value as ArrayLike<unknown>, (hour) => {
    const figure = figureOf(hour);
    return typeof figure === "number" ? figure : NaN;
  });
  if (hours.length === 0 || hours.some(Number.isNaN)) return NaN;
  switch (statistic) {
    case "min":
      return hours.reduce((least, hour) => Math.min(least, hour));
    case "max":
      return hours.reduce((most, hour) => Math.max(most, hour));
    case "sum":
      return hours.reduce((sum, hour) => sum + hour, 0);
    case "mean":
      return hours.reduce((sum, hour) => sum + hour, 0) / hours.length;
    default:
      return quantilesOf(hours, [Number(statistic.slice(1)) / 100])[0]!;
  }
}
