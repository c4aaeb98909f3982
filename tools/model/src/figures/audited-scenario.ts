/** A calculated scenario as checks of figures see it: results of queries in the units of charts. */
import type { Solution } from "@etesian/engine";
import type { ChartSeries } from "@etesian/interface";
import { CalculationFault, HOURS_PER_YEAR } from "@etesian/numeric";
import type { AuditedModel } from "./audited-model.ts";

export type Year = "present" | "future";

export class AuditedScenario {
  readonly of: AuditedModel;
  readonly area: string;
  readonly solution: Solution;

  constructor(of: AuditedModel, area: string, solution: Solution) {
    this.of = of;
    this.area = area;
    this.solution = solution;
  }

  /** The result of a query; null where it has none that is a finite number. */
  number(query: string, year: Year): number | null {
    const value = this.#result(query, year);
    const number = typeof value === "bigint" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : null;
  }

  /** 8,760 values of the future from 1 January; null where the query has no curve. */
  curve(query: string): Float64Array | null {
    const value = this.#result(query, "future");
    if (value instanceof Float64Array) return value.length === HOURS_PER_YEAR ? value : null;
    const isCurve = Array.isArray(value) && value.length === HOURS_PER_YEAR;
    return isCurve ? Float64Array.from(value, Number) : null;
  }

  /** The sum of a series in one year, in the unit of its chart; null where no term has a value. */
  annual({ terms }: Pick<ChartSeries, "terms">, year: Year): number | null {
    const values = terms.map(({ query, factor }) => [this.number(query, year), factor] as const);
    if (values.every(([value]) => value === null)) return null;
    return values.reduce((sum, [value, factor]) => sum + (value ?? 0) * factor, 0);
  }

  /** The hourly sum of several series, in the unit of their chart. */
  hourly(series: readonly Pick<ChartSeries, "terms">[]): Float64Array {
    const sum = new Float64Array(HOURS_PER_YEAR);
    for (const { query, factor } of series.flatMap(({ terms }) => terms)) {
      const curve = this.curve(query);
      if (curve !== null) for (let hour = 0; hour < HOURS_PER_YEAR; hour++) sum[hour]! += curve[hour]! * factor;
    }
    return sum;
  }

  #result(query: string, year: Year): unknown {
    try {
      return this.solution.evaluation.query(query, year);
    } catch (error) {
      if (error instanceof CalculationFault) return null;
      throw error;
    }
  }
}
