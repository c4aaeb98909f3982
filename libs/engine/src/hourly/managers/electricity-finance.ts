/**
 * What electricity participants earn and pay, written when somebody asks: the price of every hour is needed for it.
 */
import {
  consumptionCosts,
  fuelCosts,
  marginalCosts,
  profitability,
  profitPerMwh,
  revenue,
  revenuePerMwh,
} from "../merit/finance.ts";
import type { Participant } from "../merit/participant.ts";
import type { Member } from "./adapter.ts";

export class ElectricityFinance {
  readonly #entries: ((price: Float64Array) => void)[] = [];
  readonly #price: () => Float64Array;

  constructor(price: () => Float64Array) {
    this.#price = price;
  }

  /** Writes all figures collected so far into the nodes. */
  settle(): void {
    if (this.#entries.length === 0) return;
    const price = this.#price();
    for (const write of this.#entries.splice(0)) write(price);
  }

  dispatchable(member: Member, participant: Participant): void {
    const { nodes, target } = member;
    this.#entries.push((price) => {
      nodes.set(target, "marginal_costs", marginalCosts(participant));
      nodes.state.setText(target, "profitability", profitability(participant, price));
      nodes.set(target, "profit_per_mwh_electricity", profitPerMwh(participant, price) ?? NaN);
    });
    this.revenue(member, participant);
  }

  revenue(member: Member, participant: Participant): void {
    const { nodes, target, source } = member;
    this.#entries.push((price) => {
      const units = nodes.number(source, "number_of_units");
      const earned = revenue(participant, price);
      nodes.set(target, "revenue_hourly_electricity", earned);
      nodes.set(target, "revenue_hourly_electricity_per_plant", units > 0 ? earned / units : 0);
      nodes.set(target, "revenue_hourly_electricity_per_mwh", revenuePerMwh(participant, price) ?? NaN);
    });
  }

  fuelCosts(member: Member, participant: Participant): void {
    this.#fuelCosts(
      member,
      (price) => fuelCosts(participant, price),
      () => participant.units,
    );
  }

  forecastStorage(member: Member, producer: Participant, consumer: Participant): void {
    this.#fuelCosts(
      member,
      (price) => consumptionCosts(consumer, price),
      () => member.nodes.number(member.source, "number_of_units"),
    );
    this.revenue(member, producer);
  }

  #fuelCosts(member: Member, costs: (price: Float64Array) => number, unitsOf: () => number): void {
    const { nodes, target } = member;
    this.#entries.push((price) => {
      const paid = costs(price);
      const units = unitsOf();
      nodes.set(target, "fuel_costs_electricity", paid);
      nodes.set(target, "fuel_costs_electricity_per_plant", units > 0 ? paid / units : 0);
    });
  }
}
