/**
 * Attributes of nodes that the hours find out when a query first reads one: what participants in the electricity market earn
 * and pay needs the price of every hour, and most queries do not ask for it.
 */
import { ENERGY_NODE } from "@etesian/model";

export const FINANCE_ATTRIBUTES: readonly string[] = Object.entries(ENERGY_NODE).flatMap(([name, { needsPrice }]) =>
  needsPrice === true ? [name] : [],
);

/** Whoever knows the finance of a year's nodes. */
export interface Finance {
  /** Writes the finance attributes of an energy node that takes part in the market, once. */
  settle(node: number): void;
}

const names: ReadonlySet<string> = new Set(FINANCE_ATTRIBUTES);

export const isFinanceAttribute = (name: string): boolean => names.has(name);
