/**
 * Node attributes that are calculated on first read: revenue and costs of participants in the electricity market need
 * the price of every hour, and most queries do not read them.
 */
import { ENERGY_NODE } from "@etesian/model/definition";

export const FINANCE_ATTRIBUTES: readonly string[] = Object.entries(ENERGY_NODE).flatMap(([name, { needsPrice }]) =>
  needsPrice === true ? [name] : [],
);

/** Calculates the finance attributes of the nodes of a year. */
export interface Finance {
  /** Writes the finance attributes of an energy node that participates in the market. Runs once per node. */
  settle(node: number): void;
}

const financeNames: ReadonlySet<string> = new Set(FINANCE_ATTRIBUTES);

export const isFinanceAttribute = (name: string): boolean => financeNames.has(name);
