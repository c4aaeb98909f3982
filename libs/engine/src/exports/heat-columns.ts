/** Hourly heat of the members of heat groups, without rounding. */
import type { HeatHours } from "./calculated-scenario.ts";
import { columnOf } from "@etesian/tables";
import type { HourlyColumn } from "./hourly-table.ts";

/** Per group: consumers, then producers; demand and production of each, MW from 1 January. */
export function heatColumns(heat: HeatHours, groups: readonly string[]): readonly HourlyColumn[] {
  return groups.flatMap((name) => {
    const group = heat.groups.find((candidate) => candidate.name === name);
    if (group === undefined) return [];
    return [
      ...group.consumers.map(({ key }) => ({ key, side: "input" })),
      ...group.suppliers.map(({ key }) => ({ key, side: "output" })),
    ].flatMap(({ key, side }) =>
      (["demand", "production"] as const).map((quantity) => ({
        ...columnOf(`${key}.${side}.${quantity} (MW)`),
        curve: heat.nodeCurve(quantity, key),
        decimals: null,
        filler: 0,
      })),
    );
  });
}
