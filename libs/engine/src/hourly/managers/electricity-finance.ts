/**
 * What electricity participants earn and pay. It is worked out node by node, when somebody asks: the price of every hour is
 * needed for it.
 */
import type { Curve } from "../curves/curve.ts";
import type { Finance, FinanceAttribute } from "../../attributes/finance.ts";
import { Account, consumptionCosts, fuelCosts, marginalCosts } from "../merit/finance.ts";
import type { Participant } from "../merit/participant.ts";
import type { Member } from "./adapter.ts";

type Entry = (price: Curve<"april">) => void;

export class ElectricityFinance implements Finance {
  /** What is still to be written, by node. */
  readonly #entries = new Map<number, Entry[]>();
  readonly #price: () => Curve<"april">;

  constructor(price: () => Curve<"april">) {
    this.#price = price;
  }

  settle(node: number): void {
    const entries = this.#entries.get(node);
    if (entries === undefined) return;
    this.#entries.delete(node);
    const price = this.#price();
    for (const write of entries) write(price);
  }

  dispatchable(member: Member, participant: Participant): void {
    this.#add(member, (price) => {
      const account = new Account(participant, price);
      write(member, "marginal_costs", marginalCosts(participant));
      member.nodes.state.setText(member.target, PROFITABILITY, account.profitability);
      write(member, "profit_per_mwh_electricity", account.profitPerMwh);
      writeRevenue(member, account);
    });
  }

  revenue(member: Member, participant: Participant): void {
    this.#add(member, (price) => writeRevenue(member, new Account(participant, price)));
  }

  fuelCosts(member: Member, participant: Participant): void {
    this.#add(member, (price) => writeFuelCosts(member, fuelCosts(participant, price), participant.units));
  }

  forecastStorage(member: Member, producer: Participant, consumer: Participant): void {
    this.#add(member, (price) => writeFuelCosts(member, consumptionCosts(consumer, price), unitsOf(member)));
    this.revenue(member, producer);
  }

  #add({ target }: Member, entry: Entry): void {
    const entries = this.#entries.get(target);
    if (entries === undefined) this.#entries.set(target, [entry]);
    else entries.push(entry);
  }
}

const PROFITABILITY: FinanceAttribute = "profitability";

function write({ nodes, target }: Member, attribute: FinanceAttribute, value: number | null): void {
  nodes.set(target, attribute, value ?? NaN);
}

const unitsOf = ({ nodes, source }: Member): number => nodes.number(source, "number_of_units");

function writeRevenue(member: Member, { revenue, revenuePerMwh }: Account): void {
  const units = unitsOf(member);
  write(member, "revenue_hourly_electricity", revenue);
  write(member, "revenue_hourly_electricity_per_plant", units > 0 ? revenue / units : 0);
  write(member, "revenue_hourly_electricity_per_mwh", revenuePerMwh);
}

function writeFuelCosts(member: Member, paid: number, units: number): void {
  write(member, "fuel_costs_electricity", paid);
  write(member, "fuel_costs_electricity_per_plant", units > 0 ? paid / units : 0);
}
