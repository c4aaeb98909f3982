/** Calculates variants of a sweep: the figures of each, or its error. */
import { CalculationFault, type Solution } from "@etesian/engine";
import { AREAS, type TransferResult, transferTo, TransferError, type Part, quantilesOf } from "@etesian/explore";
import type { AreaDataset } from "@etesian/model/definition";
import type { InputTable, Recipe } from "@etesian/sliders";
import type { Calculation, Output, SweepPlan } from "./plan.ts";
import type { SweepTable } from "./table.ts";

/**
 * Calculates the rows of a part. They are bit-identical in any division into parts, on any thread and after any other work of the
 * engine. A variant that cannot be calculated is a row with its error; rejects on an internal error.
 */
export async function calculateRows(plan: SweepPlan, calculation: Calculation, part: Part): Promise<SweepTable> {
  const { engine } = calculation;
  const table = settingsOf(plan, part);
  for (const row of rowsSortedByChoices(plan, table)) {
    const variant = part.from + row;
    const recipe = recipeOf(plan, variant);
    if (plan.transfer === null || recipe.area === plan.transfer.area) {
      const data = await calculation.dataset(recipe.area);
      calculate(plan, table, row, () => engine.solve(data, recipe));
      continue;
    }
    const transferred = await transferRecipe(recipe, plan.transfer.table, calculation);
    if (typeof transferred === "string") {
      table.errors.set(variant, transferred);
      continue;
    }
    const index = plan.settings.findIndex(({ name }) => name === `factor.${AREAS.omitted}`);
    table.settings[index]![row] = transferred.omitted.length;
    calculate(plan, table, row, () => engine.solve(transferred.data, transferred.recipe));
  }
  return table;
}

/** A scenario in its area, or the reason why it cannot be calculated there. */
async function transferRecipe(
  recipe: Recipe,
  sourceTable: InputTable,
  { engine, dataset }: Calculation,
): Promise<(TransferResult & { readonly data: AreaDataset }) | string> {
  const { area, endYear } = recipe;
  try {
    const data = await dataset(area);
    if (endYear <= data.startYear) return `the end year is ${endYear}; expected a year after ${data.startYear}`;
    return { ...transferTo(area, recipe, { from: sourceTable, to: engine.inputs(data, endYear) }), data };
  } catch (error) {
    if (error instanceof CalculationFault || error instanceof TransferError) return error.message;
    throw error;
  }
}

/** A row whose calculation failed because of a bug. */
export function failedRow(plan: SweepPlan, variant: number, reason: string): SweepTable {
  const table = settingsOf(plan, { from: variant, to: variant + 1 });
  table.errors.set(variant, reason);
  return table;
}

/** Rows that `calculate` fills. */
type UnfinishedTable = SweepTable & { readonly errors: Map<number, string> };

/** The rows of a part with their settings, without figures. */
export function settingsOf({ space, settings, outputs, design }: SweepPlan, { from, to }: Part): UnfinishedTable {
  const rows = to - from;
  const columns = settings.map(() => new Float64Array(rows));
  const point = new Float64Array(design.dimensions);
  for (let row = 0; row < rows; row++) {
    design.point(from + row, point);
    for (const [index, position] of space.settingsAt(point).entries()) columns[index]![row] = position;
  }
  return {
    from,
    rows,
    units: Int32Array.from({ length: rows }, (_, row) => design.blockOf(from + row)),
    settings: columns,
    outputs: outputs.map(() => new Float64Array(rows).fill(NaN)),
    errors: new Map<number, string>(),
  };
}

/** The scenario of a variant. */
export function recipeOf({ space, design }: SweepPlan, variant: number): Recipe {
  const point = new Float64Array(design.dimensions);
  design.point(variant, point);
  return space.recipeAt(point);
}

/** Sets the figures of a row, or its error if the variant cannot be calculated; throws on an internal error. */
export function calculate(plan: SweepPlan, table: UnfinishedTable, row: number, solve: () => Solution): void {
  const { from, outputs, errors } = table;
  try {
    const solution = solve();
    try {
      const problem = setFigures(solution, plan.outputs, (index, figure) => (outputs[index]![row] = figure));
      if (problem !== null) errors.set(from + row, problem);
    } finally {
      solution.release();
    }
  } catch (error) {
    if (!(error instanceof CalculationFault)) throw error;
    errors.set(from + row, error.message);
  }
}

/** Rows with the same area, end year and weather in sequence: consecutive calculations then share the most results. */
function rowsSortedByChoices({ space }: SweepPlan, { rows: count, settings: columns }: SweepTable): readonly number[] {
  const rows = Array.from({ length: count }, (_, row) => row);
  const indices = space.factors
    .flatMap(({ options, settings }) => settings.map(() => options))
    .flatMap((options, index) => (options > 0 ? [index] : []));
  return indices.length === 0
    ? rows
    : rows.toSorted((one, other) => {
        for (const index of indices) {
          const difference = columns[index]![one]! - columns[index]![other]!;
          if (difference !== 0) return difference;
        }
        return one - other;
      });
}

/** Sets the figures of a solution; returns the problems of figures without a value, or null. */
function setFigures(
  { evaluation }: Solution,
  outputs: readonly Output[],
  set: (index: number, figure: number) => void,
): string | null {
  const problems: string[] = [];
  for (const [index, { query, year, statistic }] of outputs.entries()) {
    try {
      const value = evaluation.query(query, year);
      const figure = statistic === null ? figureOf(value) : statisticOf(value, statistic);
      if (typeof figure === "number") set(index, figure);
      else problems.push(`${query}: ${figure.problem}`);
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
      problems.push(`${query}: ${error.message}`);
    }
  }
  return problems.length === 0 ? null : [...new Set(problems)].join("; ");
}

type Figure = number | { readonly problem: string };

/** The value if it is a finite number, otherwise NaN. */
const finiteOrNaN = (number: number): number => (Number.isFinite(number) ? number : NaN);

function figureOf(value: unknown): Figure {
  if (typeof value === "number") return finiteOrNaN(value);
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  return value === null ? NaN : { problem: "its value is not a number" };
}

/** A statistic of hourly values; NaN if the hourly calculation is off, or an hour has no value. */
function statisticOf(value: unknown, statistic: string): Figure {
  const isList = value instanceof Float64Array || Array.isArray(value);
  if (!isList) return value === null ? NaN : { problem: "its value is not a list of hours" };
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
