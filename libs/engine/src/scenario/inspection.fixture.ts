/** Compares reports of hours with the calculated year. */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { ROTATION } from "../hourly/curves/arithmetic.ts";
import { borrow } from "../hourly/curves/curve.ts";
import { NETWORKS } from "../hourly/markets/networks.ts";
import type { Solution } from "./solution.ts";

/** Compares all loads and prices of every `step`-th hour of all networks, bit for bit. */
export function compareReports(
  solution: Solution,
  step: number,
): { readonly count: number; readonly problems: readonly string[] } {
  const hours = solution.hours!;
  const price = hours.price();
  const problems: string[] = [];
  let count = 0;
  const compare = (name: string, hour: number, reported: number, actual: number): void => {
    count++;
    if (reported !== actual) problems.push(`${name}, hour ${hour}: reported ${reported}, is ${actual}`);
  };
  for (const { key } of NETWORKS) {
    const { order } = hours.markets[key];
    const members = new Set([...order.dispatchables, ...order.flex]);
    if (members.size === 0) continue;
    for (let hour = 0; hour < HOURS_PER_YEAR; hour += step) {
      const h = (hour + HOURS_PER_YEAR - ROTATION) % HOURS_PER_YEAR;
      const report = solution.inspectHour(key, hour)!;
      const loads = new Map([...report.flexible, ...report.offers].map(({ node, load }) => [node, load]));
      for (const member of members)
        compare(`${key} ${member.key}`, hour, loads.get(member.key) ?? 0, borrow(member.anyLoad)[h]!);
      if (report.price !== null) compare("price", hour, report.price, price[h]!);
    }
  }
  return { count, problems };
}
