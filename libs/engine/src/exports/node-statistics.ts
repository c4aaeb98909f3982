/** Selected figures of many energy nodes. */
import type { CalculatedScenario } from "./calculated-scenario.ts";
import { cellOf, nodeFigure } from "./calculated-scenario.ts";

/** The statistics, and the node expression of each. */
const FIGURES: { readonly [name: string]: string } = {
  ...attributeFigures(
    "demand",
    "electricity_output_capacity",
    "input_capacity",
    "number_of_units",
    "storage",
    "initial_investment",
    "technical_lifetime",
    "coefficient_of_performance",
    "full_load_hours",
    "fixed_operation_and_maintenance_costs_per_year",
    "variable_operation_and_maintenance_costs_per_full_load_hour",
    "variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour",
    "heat_output_capacity",
    "marginal_heat_costs",
  ),
  fixed_operation_and_maintenance_costs_per_year_per_mw: "fixed_operation_and_maintenance_costs_per(:mw_heat)",
  total_initial_investment_per_mw: "total_initial_investment_per(:mw_heat)",
};

/** The statistics returned by default. */
const DEFAULTS = Object.keys(FIGURES).slice(0, 12);

function attributeFigures(...names: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** Thrown for an unknown statistic. The message names it. */
export class UnknownStatistic extends Error {
  override readonly name = "UnknownStatistic";
}

export interface NodeStatistics {
  readonly [node: string]: {
    readonly [figure: string]: { readonly present: number | null; readonly future: number | null };
  };
}

/** Figures by node; null instead of a list selects the defaults. Throws `UnknownStatistic`. */
export function nodeStatistics(
  scenario: CalculatedScenario,
  requested: { readonly [node: string]: readonly string[] | null },
): NodeStatistics {
  const entries = Object.entries(requested).map(([key, names]): [string, NodeStatistics[string]] => {
    const index = scenario.present.energy.topology.nodeByKey.get(key);
    if (index === undefined) throw new UnknownStatistic(`There is no energy node ${key}`);
    const figures = (names ?? DEFAULTS).map((name): [string, NodeStatistics[string][string]] => {
      const expression = Object.hasOwn(FIGURES, name) ? FIGURES[name] : undefined;
      if (expression === undefined) {
        throw new UnknownStatistic(
          `${name} is not a node statistic; expected one of ${Object.keys(FIGURES).join(", ")}`,
        );
      }
      const inYear = (year: "present" | "future"): number | null =>
        numberOf(cellOf(nodeFigure(scenario, scenario[year].energy.nodes.at(index), expression, year)));
      return [name, { present: inYear("present"), future: inYear("future") }];
    });
    return [key, Object.fromEntries(figures)];
  });
  return Object.fromEntries(entries);
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}
