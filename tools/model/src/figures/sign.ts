/** The residual load: demand less supply that no price moves. */
import type { AuditedScenario } from "./audited-scenario.ts";
import type { Check, Checked, Fault } from "./check.ts";
import { digits } from "./gaps.ts";

const PRICE = "merit_order_price_curve";
/** The table whose first column is the residual load of electricity. */
const TABLE = "residual_load_csv";

export const sign: Check = {
  of: "scenario",
  subjects: "exports",
  proves: "the residual load is above its mean in the hours of the highest price, and charts do not draw it below zero",
  *run(scenario) {
    const query = residualLoad(scenario.of.model.definition.config[TABLE]);
    if (query === null || scenario.solution.hours === null) return;
    yield { subject: "residual_load", faults: [...upsideDown(scenario, query), ...drawnBelow(scenario, query)] };
  },
};

function residualLoad(config: unknown): string | null {
  const [first] = Array.isArray(config) ? (config as readonly unknown[]) : [];
  if (typeof first !== "object" || first === null || !("query" in first)) return null;
  return typeof first.query === "string" ? first.query : null;
}

function upsideDown(scenario: AuditedScenario, query: string): Checked["faults"] {
  const [load, price] = [scenario.curve(query), scenario.curve(PRICE)];
  if (load === null || price === null) return [];
  const [highest, lowest] = [Math.max(...price), Math.min(...price)];
  if (highest === lowest) return [];
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const dear = mean(load.filter((_, hour) => price[hour] === highest));
  const all = mean(load);
  if (dear >= all) return [];
  const hour = price.indexOf(highest);
  const message = `${digits(dear)} at the highest price, ${digits(all)} in the mean of the year`;
  return [{ subject: "residual_load", part: query, hour, missing: all - dear, unit: "MW", message }];
}

function* drawnBelow(scenario: AuditedScenario, query: string): Generator<Fault> {
  for (const { key, series } of scenario.of.charts.values()) {
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
