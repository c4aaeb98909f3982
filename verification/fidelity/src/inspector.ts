/**
 * `inspector`: compares reports of single hours with the calculated years: all loads and prices of all networks, bit
 * for bit, in every hourly scenario of the reference.
 */
import type { NetworkKey, Solution } from "@etesian/engine";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { forEachScenario, hourlyFiles } from "./hourly.ts";
import { type Command, type Comparison, Tally } from "./report.ts";

/** Hours from 1 April to the following 1 January. */
const FROM_APRIL = 6600;

/** Compares the report of every n-th hour with the year; for a year without hours there is nothing to compare. */
export function compareReports(title: string, solution: Solution, step: number): Comparison {
  const tally = new Tally(title);
  const { hours } = solution;
  if (hours === null) return tally.comparison;
  const price = hours.price();
  for (const [key, { order }] of Object.entries(hours.markets)) {
    const members = [...new Set([...order.dispatchables, ...order.flex])];
    if (members.length === 0) continue;
    const loads = members.map(({ load }) => load);
    for (let hour = 0; hour < HOURS_PER_YEAR; hour += step) {
      const h = (hour + FROM_APRIL) % HOURS_PER_YEAR;
      const report = solution.inspectHour(key as NetworkKey, hour)!;
      const reportedLoads = new Map([...report.flexible, ...report.offers].map(({ node, load }) => [node, load]));
      const compare = (name: string, actual: number, reported: number): void => {
        if (actual === reported) tally.addEqual(1);
        else tally.add(`${key} ${name}, hour ${hour}`, actual, reported);
      };
      members.forEach((member, index) => compare(member.key, loads[index]![h]!, reportedLoads.get(member.key) ?? 0));
      if (report.price !== null) compare("price", price[h]!, report.price);
    }
  }
  return tally.comparison;
}

export const inspectorCommand: Command = {
  description: "reports of single hours compared with their years: every load and price",
  files: async (reference) => hourlyFiles(reference),
  run: forEachScenario((_reference, { file, solution }) => [compareReports(file, solution, 1)]),
};
