/** Compares reports of hours with the calculated year. */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { ROTATION } from "../hourly/curves/arithmetic.ts";
import { borrow } from "../hourly/curves/curve.ts";
import { NETWORKS } from "../hourly/markets/networks.ts";
import type { Solution } from "./solution.ts";

/** Compares all loads and prices, to the bit, of every n-th hour of all networks. */
export function compareReports(
  solution: Solution,
  step: number,
): { readonly compared: number; readonly wrong: readonly string[] } {
  const hours = solution.hours!;
  const price = hours.price();
  const wrong: string[] = [];
  let compared = 0;
  const compare = (name: string, hour: number, reported: number, actual: number): void => {
    compared++;
    if (reported !== actual) wrong.push(`${name}, hour ${hour}: reported ${reported}, is ${actual}`);
  };
  for (const { key } of NETWORKS) {
    const { order } = hours.markets[key];
    const members = new Set([...order.dispatchables, ...order.flex]);
    if (members.size === 0) continue;
    for (let hour = 0; hour < HOURS_PER_YEAR; hour += step) {
      const h = (hour + HOURS_PER_YEAR - ROTATION) % HOURS_PER_YEAR;
      const reported = solution.inspectHour(key, hour)!;
      const loads = new Map([...reported.flexible, ...reported.offers].map(({ node, load }) => [node, load]));
      for (const member of members)
        compare(`${key} ${member.key}`, hour, loads.get(member.key) ?? 0, borrow(member.anyLoad)[h]!);
      if (reported.price !== null) compare("price", hour, reported.price, price[h]!);
    }
  }
  return { compared, wrong };
}
