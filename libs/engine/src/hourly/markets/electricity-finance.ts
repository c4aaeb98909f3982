/**
 * Revenue and costs of electricity participants. They are computed node by node on first read, because they need the
 * price of every hour.
 */
import type { Curve } from "../curves/curve.ts";
import type { Finance } from "../../attributes/objects/finance.ts";
import type { EnergyNodes } from "../energy-nodes.ts";
import {
  type FixedCostsByNode,
  PlantAccount,
  UNKNOWN_COSTS,
  consumptionCosts,
  fuelCosts,
  marginalCosts,
} from "../merit/finance.ts";
import type { Participant } from "../merit/participant.ts";
import type { FinanceEntry, Member } from "./member.ts";

/** The finance attributes of one year. */
export class ElectricityFinance implements Finance {
  readonly #year: EnergyNodes;
  readonly #entriesOf: (node: number) => readonly FinanceEntry[];
  readonly #price: () => Curve<"april">;
  readonly #fixedCosts: () => FixedCostsByNode;
  readonly #settledNodes = new Set<number>();

  constructor(
    year: EnergyNodes,
    entriesOf: (node: number) => readonly FinanceEntry[],
    price: () => Curve<"april">,
    fixedCosts: () => FixedCostsByNode,
  ) {
    this.#year = year;
    this.#entriesOf = entriesOf;
    this.#price = price;
    this.#fixedCosts = fixedCosts;
  }

  settle(node: number): void {
    if (this.#settledNodes.has(node)) return;
    this.#settledNodes.add(node);
    for (const { write } of this.#entriesOf(node)) write(this.#year, this.#price(), this.#fixedCosts());
  }
}

export function dispatchableFinance(member: Member, participant: Participant): FinanceEntry {
  return financeEntry(member, (year, price, fixedCosts) => {
    const account = new PlantAccount(participant, price);
    const plantCosts = fixedCosts.get(member.source) ?? UNKNOWN_COSTS;
    write(year, member, "marginal_costs", marginalCosts(participant));
    year.setText(member.target, "profitability", account.profitability(plantCosts));
    write(year, member, "profit_per_mwh_electricity", account.profitPerMwh(plantCosts));
    writeRevenue(year, member, account);
  });
}

export function revenueOf(member: Member, participant: Participant): FinanceEntry {
  return financeEntry(member, (year, price) => writeRevenue(year, member, new PlantAccount(participant, price)));
}

export function fuelCostsOf(member: Member, participant: Participant): FinanceEntry {
  return financeEntry(member, (year, price) =>
    writeFuelCosts(year, member, fuelCosts(participant, price), participant.units),
  );
}

export function forecastStorageFinance(
  member: Member,
  producer: Participant,
  consumer: Participant,
): readonly FinanceEntry[] {
  const costs = financeEntry(member, (year, price) =>
    writeFuelCosts(year, member, consumptionCosts(consumer, price), unitsOf(year, member)),
  );
  return [costs, revenueOf(member, producer)];
}

const financeEntry = ({ target }: Member, write: FinanceEntry["write"]): FinanceEntry => ({ node: target, write });

function write(year: EnergyNodes, { target }: Member, attribute: string, value: number | null): void {
  year.set(target, attribute, value ?? NaN);
}

const unitsOf = (year: EnergyNodes, { source }: Member): number => year.number(source, "number_of_units");

function writeRevenue(year: EnergyNodes, member: Member, { revenue, revenuePerMwh }: PlantAccount): void {
  const units = unitsOf(year, member);
  write(year, member, "revenue_hourly_electricity", revenue);
  write(year, member, "revenue_hourly_electricity_per_plant", units > 0 ? revenue / units : 0);
  write(year, member, "revenue_hourly_electricity_per_mwh", revenuePerMwh);
}

function writeFuelCosts(year: EnergyNodes, member: Member, costs: number, units: number): void {
  write(year, member, "fuel_costs_electricity", costs);
  write(year, member, "fuel_costs_electricity_per_plant", units > 0 ? costs / units : 0);
}
