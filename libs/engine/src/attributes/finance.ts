/**
 * Stored attributes of nodes that the hours find out when a query first reads one: what participants in the electricity
 * market earn and pay needs the price of every hour, and most queries do not ask for it.
 */
export const FINANCE_ATTRIBUTES = [
  "marginal_costs",
  "profitability",
  "profit_per_mwh_electricity",
  "revenue_hourly_electricity",
  "revenue_hourly_electricity_per_plant",
  "revenue_hourly_electricity_per_mwh",
  "fuel_costs_electricity",
  "fuel_costs_electricity_per_plant",
] as const;

export type FinanceAttribute = (typeof FINANCE_ATTRIBUTES)[number];

/** Whoever knows the finance of a year's nodes. */
export interface Finance {
  /** Writes the finance attributes of an energy node that takes part in the market, once. */
  settle(node: number): void;
}

const names: ReadonlySet<string> = new Set(FINANCE_ATTRIBUTES);

export const isFinanceAttribute = (name: string): name is FinanceAttribute => names.has(name);
