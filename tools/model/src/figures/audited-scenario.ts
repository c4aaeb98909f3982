/** A calculated scenario as checks of figures see it: results of queries in the units of charts. */
import type { Solution } from "@etesian/engine";
import type { ChartSeries } from "@etesian/interface";
import type { AreaDataset } from "@etesian/model";
import { CalculationFault, HOURS_PER_YEAR } from "@etesian/numeric";
import type { AuditedModel } from "./audited-model.ts";

export type Year = "present" | "future";

/** The input that has hours calculated. */
const HOURS_SWITCH = "settings_enable_merit_order";

/** Whole numbers of the query language are exact. */
function finite(value: unknown): number | null {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export class AuditedScenario {
  readonly of: AuditedModel;
  readonly area: string;
  readonly solution: Solution;

  readonly #dataset: AreaDataset;

  constructor(of: AuditedModel, area: string, solution: Solution, dataset: AreaDataset) {
    this.of = of;
    this.area = area;
    this.solution = solution;
    this.#dataset = dataset;
  }

  /** The same scenario without the hourly calculation, to be given back by the caller; null: it has none itself. */
  withoutHours(): AuditedScenario | null {
    if (this.solution.hours === null) return null;
    const { recipe } = this.solution;
    const userValues = { ...recipe.userValues, [HOURS_SWITCH]: 0 };
    const solution = this.of.engine.solve(this.#dataset, { ...recipe, userValues });
    return new AuditedScenario(this.of, this.area, solution, this.#dataset);
  }

  /** The result of any text of the query language; null where it is no finite number. */
  value(text: string, year: Year): number | null {
    try {
      const { evaluation } = this.solution;
      return finite(evaluation.run(evaluation.library.compileProgram(text), year));
    } catch (error) {
      if (error instanceof CalculationFault) return null;
      throw error;
    }
  }

  /** The result of a query; null where it has none that is a finite number. */
  number(query: string, year: Year): number | null {
    return finite(this.#result(query, year));
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
