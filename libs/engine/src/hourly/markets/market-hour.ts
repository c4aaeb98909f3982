/**
 * The report of one hour of a market: consumption, the dispatched merit order, the price and its setter, stores, trade,
 * curtailment. Plain data, without references to the calculation.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { ROTATION } from "../curves/arithmetic.ts";
import { borrow } from "../curves/curve.ts";
import {
  type DispatchedHour,
  type DispatchedMember,
  type DispatchStep,
  HourInspector,
  type Part,
  type StoreReason,
  usable,
} from "../merit/hour-inspector.ts";
import { Kind, type Participant } from "../merit/participant.ts";
import { priceOf, type PriceRule } from "../merit/price-curve.ts";
import type { AnnualMarket } from "./markets.ts";
import type { Member, MemberRole } from "./member.ts";
import { kindOf } from "./members/index.ts";
import { ELECTRICITY, type NetworkKey } from "./networks.ts";

/** A member of a market in an hour. */
export interface MarketMember {
  /** Key of its node. */
  readonly node: string;
  readonly role: MemberRole;
  /** MW; positive while delivering, negative while consuming. */
  readonly load: number;
}

/** A member that can be dispatched, in merit order. */
export interface MarketOffer extends MarketMember {
  /** EUR/MWh; in markets without prices, the position in the user's order. Infinite means after all others. */
  readonly cost: number;
  /** Output that it could add to its load, MW; may be infinite. */
  readonly spare: number;
}

/** The content of a store, MWh. */
export interface MarketStore extends MarketMember {
  readonly before: number;
  readonly after: number;
  /** May be infinite. */
  readonly volume: number;
  /** `planned`: the store follows a plan made for the whole year before dispatch. */
  readonly reason: StoreReason | "planned";
}

/** A purchase of energy by members from other members in the hour. */
export interface MarketPurchase {
  readonly buyers: readonly MarketAmount[];
  readonly sellers: readonly MarketAmount[];
  /**
   * Maximum price that the buyers pay, EUR/MWh; in markets without prices, it depends on the position in the user's
   * order.
   */
  readonly price: number;
}
/** Energy that a node buys or sells, MW; zero or more. */
export interface MarketAmount {
  readonly node: string;
  readonly amount: number;
}

/** Markets whose hours can be reported: networks with a merit order, and network gas, which has none. */
export type MarketKey = NetworkKey | "network_gas";

export interface MarketHour {
  readonly network: MarketKey;
  /** From 1 January, 00:00: 0 to 8,759. */
  readonly hour: number;
  /** Consumption without flexible members, MW. */
  readonly demand: number;
  /** Usable production of members that run at any price, MW. */
  readonly alwaysOn: number;
  /** Consumers, the largest first. Their loads are negative. */
  readonly consumers: readonly MarketMember[];
  /** Members that run at any price, the largest first. */
  readonly alwaysOnMembers: readonly MarketMember[];
  /** Members that can be dispatched, in merit order. */
  readonly offers: readonly MarketOffer[];
  /** Flexible members that consume in this hour, in the order in which excess is offered. */
  readonly flexible: readonly MarketMember[];
  readonly stores: readonly MarketStore[];
  /** In the order of dispatch, highest price first. */
  readonly purchases: readonly MarketPurchase[];
  /** EUR/MWh; null if the market has no prices. */
  readonly price: number | null;
  readonly rule: PriceRule;
  /** Node of the member that sets the price according to `rule`; null if there is none. */
  readonly setter: string | null;
  /** The cheapest idle member that could deliver, and the output (MW) that others add before it is dispatched. */
  readonly next: { readonly node: string; readonly cost: number; readonly after: number } | null;
  /** Uncovered demand, MW. */
  readonly shortage: number;
  /** Excess without a consumer, MW. */
  readonly curtailed: number;
  /** MW. */
  readonly imported: number;
  readonly exported: number;
}

/** Reports hours of a market that has run. */
export class MarketInspector {
  readonly #market: AnnualMarket;
  readonly #hours: HourInspector;
  readonly #members = new Map<Participant, Member>();
  readonly #scarcityPrice: number | null;

  /** `scarcityPrice` of electricity as for `AnnualMarket.price`. */
  constructor(market: AnnualMarket, scarcityPrice: number | null) {
    this.#market = market;
    this.#scarcityPrice = scarcityPrice;
    this.#hours = new HourInspector(market.order, () => market.net);
    market.forEach((member, { participants }) => {
      for (const participant of participants) this.#members.set(participant, member);
    });
  }

  /** Hour 0 begins on 1 January, 00:00. */
  inspect(hour: number): MarketHour {
    const { order, network } = this.#market;
    const h = (hour + HOURS_PER_YEAR - ROTATION) % HOURS_PER_YEAR;
    const dispatchedHour = this.#hours.inspect(h);
    const { demand, alwaysOn, offers, flexible, shortage, unused, rule, setter, next } = dispatchedHour;
    const loadAt = ({ anyLoad }: Participant): number => borrow(anyLoad)[h]!;
    // The mandatory part of load shifting is part of the load of its partner.
    const users = order.users.filter(({ kind }) => kind !== Kind.ShiftUser);
    const consumers = users.map((user) => this.#member(user, -loadAt(user)));
    const alwaysOnMembers = order.alwaysOn.map((member) => this.#member(member, usable(member, h)));
    const offerMembers = offers.map(({ participant, load, spare, cost }) => ({
      ...this.#member(participant, load),
      cost,
      spare,
    }));
    const flexibleConsumers = flexible
      .filter(({ load }) => load < 0)
      .map((one) => this.#member(one.participant, one.load));
    const sum = (members: readonly MarketMember[], role: MemberRole): number =>
      members.reduce((total, member) => (member.role === role ? total + Math.abs(member.load) : total), 0);
    return {
      network: network.key,
      hour,
      demand,
      alwaysOn,
      consumers: consumers.filter(isRunning).toSorted(byLoad),
      alwaysOnMembers: alwaysOnMembers.filter(isRunning).toSorted(byLoad),
      offers: offerMembers,
      flexible: flexibleConsumers,
      stores: [...this.#storesOf(dispatchedHour), ...this.#plannedStores(h)],
      purchases: dispatchedHour.steps.flatMap((step) => this.#purchaseOf(step)),
      price: network.key === ELECTRICITY.key ? priceOf({ rule, participant: setter }, h, this.#scarcityPrice) : null,
      rule,
      setter: setter === null ? null : this.#nodeOf(setter),
      next: next && { node: this.#nodeOf(next.offer.participant), cost: next.offer.cost, after: next.after },
      shortage,
      curtailed: unused + sum(flexibleConsumers, "curtailment"),
      imported: sum([...alwaysOnMembers, ...offerMembers], "import"),
      exported: sum([...consumers, ...flexibleConsumers], "export"),
    };
  }

  #nodeOf(participant: Participant): string {
    return this.#members.get(participant)!.key;
  }

  #member(participant: Participant, load: number): MarketMember {
    return { node: this.#nodeOf(participant), role: roleOf(this.#members.get(participant)!), load };
  }

  #storesOf({ offers, flexible }: DispatchedHour): readonly MarketStore[] {
    const stores = new Map<Participant, MarketStore>();
    const add = ({ participant, load, store }: DispatchedMember): void => {
      if (store === null || !(store.volume > 0)) return;
      stores.set(participant, { ...this.#member(participant, load), ...store });
    };
    [...offers, ...flexible].forEach(add);
    return [...stores.values()];
  }

  /** Batteries whose year is planned before dispatch: each is a pair of a producer and a consumer with given loads. */
  #plannedStores(h: number): readonly MarketStore[] {
    const stores: MarketStore[] = [];
    this.#market.forEach((member, adapter) => {
      const plan = adapter.installed ? adapter.plan : undefined;
      if (plan === undefined) return;
      const { reserve, volume } = plan;
      const content = borrow(reserve);
      const load = adapter.participants.reduce(
        (total, { isUser, anyLoad }) => total + (isUser ? -1 : 1) * borrow(anyLoad)[h]!,
        0,
      );
      stores.push({
        node: member.key,
        role: "storage",
        load,
        before: h === 0 ? 0 : content[h - 1]!,
        after: content[h]!,
        volume,
        reason: "planned",
      });
    });
    return stores;
  }

  #purchaseOf(step: DispatchStep): readonly MarketPurchase[] {
    if (step.kind !== "purchase" || step.buyers.length === 0) return [];
    const amounts = (parts: readonly Part[]): readonly MarketAmount[] =>
      parts.map(({ participant, amount }) => ({ node: this.#nodeOf(participant), amount }));
    return [{ buyers: amounts(step.buyers), sellers: amounts(step.sellers), price: step.price }];
  }
}

const isRunning = ({ load }: MarketMember): boolean => load !== 0;
const byLoad = (one: MarketMember, other: MarketMember): number => Math.abs(other.load) - Math.abs(one.load);

/** Groups of nodes that trade with other areas, regardless of their kind. */
const TRADE: ReadonlyMap<string, MemberRole> = new Map([
  ["energy_import", "import"],
  ["electricity_import_baseload", "import"],
  ["energy_export", "export"],
]);

function roleOf({ type, subtype, graph, target }: Member): MemberRole {
  const { groups } = graph.topology.definition.nodes[target]!;
  const trade = groups.map((group) => TRADE.get(group)).find((role) => role !== undefined);
  return trade ?? kindOf(type, subtype)!.role;
}
