/** A calculated scenario in the form that figure checks use: query results in the units of charts. */
import type { Solution } from "@etesian/engine";
import type { ChartSeries } from "@etesian/interface";
import type { AreaDataset } from "@etesian/model";
import { CalculationFault, HOURS_PER_YEAR } from "@etesian/numeric";
import type { AuditedModel } from "./audited-model.ts";

export type Year = "present" | "future";

/** The input that enables the hourly calculation. */
const HOURS_SWITCH = "settings_enable_merit_order";

/** The query language returns integers as BigInt. */
function finiteOrNull(value: unknown): number | null {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export class AuditedScenario {
  readonly auditedModel: AuditedModel;
  readonly area: string;
  readonly solution: Solution;

  readonly #dataset: AreaDataset;

  constructor(auditedModel: AuditedModel, area: string, solution: Solution, dataset: AreaDataset) {
    this.auditedModel = auditedModel;
    this.area = area;
    this.solution = solution;
    this.#dataset = dataset;
  }

  /** Keys of the inputs that the scenario sets; with none, the end year has the energy system of the start year. */
  get changedInputs(): readonly string[] {
    return Object.keys(this.solution.recipe.userValues);
  }

  /**
   * The same scenario without the hourly calculation, which the caller releases; null if it has no hourly calculation.
   */
  withoutHours(): AuditedScenario | null {
    if (this.solution.hours === null) return null;
    const { recipe } = this.solution;
    const userValues = { ...recipe.userValues, [HOURS_SWITCH]: 0 };
    const solution = this.auditedModel.engine.solve(this.#dataset, { ...recipe, userValues });
    return new AuditedScenario(this.auditedModel, this.area, solution, this.#dataset);
  }

  /** The result of a query text; null unless it is a finite number. */
  value(text: string, year: Year): number | null {
    try {
      const { evaluation } = this.solution;
      return finiteOrNull(evaluation.run(evaluation.library.compileProgram(text), year));
    } catch (error) {
      if (error instanceof CalculationFault) return null;
      throw error;
    }
  }

  /** The result of a query; null unless it is a finite number. */
  number(query: string, year: Year): number | null {
    return finiteOrNull(this.#result(query, year));
  }

  /** 8,760 future values from 1 January; null if the query has no curve. */
  curve(query: string): Float64Array | null {
    const value = this.#result(query, "future");
    if (value instanceof Float64Array) return value.length === HOURS_PER_YEAR ? value : null;
    const isCurve = Array.isArray(value) && value.length === HOURS_PER_YEAR;
    return isCurve ? Float64Array.from(value, Number) : null;
  }

  /** The sum of a series in one year, in its chart's unit; null if no term has a value. */
  annualSum({ terms }: Pick<ChartSeries, "terms">, year: Year): number | null {
    const values = terms.map(({ query, factor }) => [this.number(query, year), factor] as const);
    if (values.every(([value]) => value === null)) return null;
    return values.reduce((sum, [value, factor]) => sum + (value ?? 0) * factor, 0);
  }

  /** The hourly sum of several series, in their chart's unit. */
  hourlySum(series: readonly Pick<ChartSeries, "terms">[]): Float64Array {
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
