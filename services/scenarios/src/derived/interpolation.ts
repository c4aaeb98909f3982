/** A scenario for a year between others: slider values are interpolated linearly. */
import type { InputTable, Values } from "@etesian/sliders";
import type { FieldProblem } from "../deciding/origin.ts";
import type { Contents, Scenario } from "../deciding/scenario-state.ts";

/** A scenario with its id. */
export interface Source {
  readonly id: number;
  readonly scenario: Scenario;
}

/** The scenarios to interpolate between; `from` is null for the start year of the area's data. */
export interface InterpolationSpan {
  readonly from: Source | null;
  readonly to: Source;
  /** Start year of an area. */
  readonly startYearOf: (area: string) => number;
}

/** Messages about an invalid year or invalid scenarios. */
export function interpolationProblems({ from, to, startYearOf }: InterpolationSpan, year: number): readonly string[] {
  const { area, endYear, scaling } = to.scenario;
  const problems: string[] = [];
  if (scaling !== null || (from !== null && from.scenario.scaling !== null)) {
    problems.push("cannot interpolate scaled scenarios");
  }
  if (year >= endYear) problems.push("must be prior to the original scenario end year");
  if (year <= startYearOf(area)) problems.push("must be posterior to the dataset analysis year");
  if (from === null) return problems;
  const { scenario: start } = from;
  if (year <= start.endYear) problems.push("must be posterior to the start scenario end year");
  if (from.id === to.id) problems.push("start scenario must not be the same as the original scenario");
  if (start.endYear >= endYear) {
    problems.push("start scenario end year must be prior to original scenario end year");
  }
  if (startYearOf(start.area) !== startYearOf(area)) {
    problems.push("start scenario start year must match original scenario start year");
  }
  if (start.area !== area) problems.push("start scenario area code must match original scenario area code");
  return problems;
}

/** Interpolates a scenario without problems. `table`: inputs of the area. Unknown inputs are omitted. */
export function interpolate({ from, to, startYearOf }: InterpolationSpan, year: number, table: InputTable): Contents {
  const { scenario } = to;
  const firstYear = from?.scenario.endYear ?? startYearOf(scenario.area);
  const interpolateValues = <V extends Values>(values: V, startValues: Values): V => {
    const result: { [input: string]: number | string } = {};
    for (const [key, value] of Object.entries(values)) {
      const input = table.get(key);
      if (input === undefined) continue;
      const start = startValues[key] ?? input.default;
      const isAmount = typeof value === "number" && typeof start === "number" && input.unit !== "bool";
      // The order of operations affects the last bits: the difference per year comes first.
      result[key] = isAmount ? start + ((value - start) / (scenario.endYear - firstYear)) * (year - firstYear) : value;
    }
    return result as V;
  };
  return {
    ...contentsOf(scenario),
    endYear: year,
    userValues: interpolateValues(scenario.userValues, from?.scenario.userValues ?? {}),
    balancedValues: interpolateValues(scenario.balancedValues, from?.scenario.balancedValues ?? {}),
  };
}

export const contentsOf = ({
  area,
  endYear,
  scaling,
  userValues,
  balancedValues,
  activeCouplings,
  orders,
}: Scenario): Contents => ({ area, endYear, scaling, userValues, balancedValues, activeCouplings, orders });

interface YearInSpan {
  readonly year: number;
  readonly span: InterpolationSpan;
}

/** For each distinct year, in order, the scenarios to interpolate between; or the problem with the request. */
export function spansFor(
  years: readonly number[],
  sources: readonly Source[],
  startYearOf: InterpolationSpan["startYearOf"],
): { readonly spans: readonly YearInSpan[] } | { readonly problem: FieldProblem } {
  const toProblem = (attribute: string, message: string) => ({ problem: { attribute, message } });
  if (sources.some(({ scenario }) => scenario.scaling !== null)) {
    return toProblem("scenario_ids", "cannot interpolate scaled scenarios");
  }
  if (new Set(sources.map(({ scenario }) => scenario.area)).size > 1) {
    return toProblem("scenario_ids", "all scenarios must have the same area code");
  }
  const byYear = sources.toSorted((a, b) => a.scenario.endYear - b.scenario.endYear);
  const spans: YearInSpan[] = [];
  for (const year of [...new Set(years)].toSorted((a, b) => a - b)) {
    const to = byYear.find(({ scenario }) => scenario.endYear > year);
    if (to === undefined) return toProblem("end_years", `${year} must be prior to the latest scenario end year`);
    if (year <= startYearOf(to.scenario.area)) {
      return toProblem("end_years", `${year} must be posterior to the first scenario start year`);
    }
    const from = byYear.findLast(({ scenario }) => scenario.endYear < year) ?? null;
    spans.push({ year, span: { from, to, startYearOf } });
  }
  return { spans };
}
