/** The residual load: demand less supply that does not react to prices. */
import type { AuditedScenario } from "./audited-scenario.ts";
import type { Check, Fault } from "./check.ts";
import { formatFigure, roundingTolerance } from "./gaps.ts";

const PRICE = "merit_order_price_curve";
/** The table whose first column is the residual load of electricity. */
const TABLE = "residual_load_csv";

export const sign: Check = {
  scope: "scenario",
  subjects: "exports",
  proves:
    "the residual load is above 0 in the hour of the highest price, or prices are on average higher when it is above 0; no chart draws it below zero",
  *run(scenario) {
    const query = residualLoad(scenario.auditedModel.model.definition.config[TABLE]);
    if (query === null || scenario.solution.hours === null) return;
    yield {
      subject: "residual_load",
      faults: [...invertedPrices(scenario, query), ...seriesBelowZero(scenario, query)],
    };
  },
};

function residualLoad(config: unknown): string | null {
  const [first] = Array.isArray(config) ? (config as readonly unknown[]) : [];
  if (typeof first !== "object" || first === null || !("query" in first)) return null;
  return typeof first.query === "string" ? first.query : null;
}

/** Finds a mean price that is higher in hours with a surplus of inflexible supply than in hours with a shortage. */
function invertedPrices(scenario: AuditedScenario, query: string): readonly Fault[] {
  const [load, price] = [scenario.curve(query), scenario.curve(PRICE)];
  if (load === null || price === null) return [];
  const meanPrice = (condition: (value: number) => boolean): number => {
    const prices = price.filter((_, hour) => condition(load[hour]!));
    return prices.reduce((sum, value) => sum + value, 0) / prices.length;
  };
  const [shortagePrice, surplusPrice] = [meanPrice((value) => value > 0), meanPrice((value) => value < 0)];
  // If all hours have the same sign, prices cannot be compared.
  const hour = price.indexOf(Math.max(...price));
  if (!(surplusPrice - shortagePrice > roundingTolerance([surplusPrice])) || load[hour]! >= 0) return [];
  const message = `mean prices are ${formatFigure(shortagePrice)} when the residual load is above 0 and ${formatFigure(surplusPrice)} when it is below 0; in the hour of the highest price, the load is ${formatFigure(load[hour]!)} MW`;
  return [
    { subject: "residual_load", part: query, hour, missing: surplusPrice - shortagePrice, unit: "€/MWh", message },
  ];
}

function* seriesBelowZero(scenario: AuditedScenario, query: string): Generator<Fault> {
  for (const { key, series } of scenario.auditedModel.charts.values()) {
    const isBelow = series.some(({ terms, drawn }) => drawn === "below" && terms.some((term) => term.query === query));
    if (isBelow)
      yield {
        subject: key,
        part: query,
        hour: null,
        missing: null,
        unit: "",
        message: "the residual load is drawn below zero",
      };
  }
}
