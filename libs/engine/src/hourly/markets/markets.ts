/** The markets of a year: their members, merit orders, prices and write-back. */
import { groupBy } from "@etesian/collections";
import type { Holding } from "../../graph/state/holding.ts";
import { type AnyCurve, type Curve, materialise } from "../curves/curve.ts";
import { type CurveMemo, declareComputation } from "../curves/memo.ts";
import { type EnergyNodes, HourlyError } from "../energy-nodes.ts";
import { haveSameRanks, runHours } from "../merit/hours.ts";
import { MeritOrder } from "../merit/order.ts";
import { followLoad, type Participant } from "../merit/participant.ts";
import { demandCurve, netLoad, priceCurve } from "../merit/price-curve.ts";
import type { Recorded, TracedYear } from "../recorded.ts";
import { type MarketAccess, TrackedMarket, MemberSlot, type SlottedMarket, SetUpAccess } from "./tracked-market.ts";
import { type Adapter, type Common, type FinanceEntry, type Member, WriteBack } from "./member.ts";
import { ELECTRICITY, type Network, type NetworkKey, type NetworkOfTable, NETWORKS } from "./networks.ts";
import type { ReadMember, ReadMembers } from "./reading.ts";
import { type Replacement, replacements } from "./replacing.ts";

export type Markets = { readonly [network in NetworkKey]: YearOfMarket };

const PRICE = declareComputation("price of every hour");

/**
 * Sets up all markets with the installed members in their orders; members that follow no other calculation come first.
 */
export function setUpMarkets(members: ReadMembers, memo: CurveMemo): Markets {
  const markets: { [network in NetworkKey]?: YearOfMarket } = {};
  for (const network of NETWORKS)
    markets[network.key] = new YearOfMarket(network, members.get(network.key) ?? [], memo, markets);
  const all = NETWORKS.map(({ key }) => markets[key]!);
  for (const market of all) market.setUp();
  for (const market of all) market.setUpFollowing();
  return markets as Markets;
}

/**
 * Markets that have run and written back, with other members that are equivalent for dispatch. These differ from the
 * replaced ones only in values that dispatch does not read. Null if dispatch may differ.
 */
export function withMembers(markets: Markets, members: ReadMembers): Markets | null {
  if (!Object.values(markets).every(({ isInjected }) => isInjected)) return null;
  const replaced = replacements(markets, members, markets[ELECTRICITY.key].memo);
  if (replaced === null) return null;
  const made: { [network in NetworkKey]: YearOfMarket } = { ...markets };
  for (const [network, replacement] of replaced) {
    const market = markets[network].withAdapters(members.get(network)!, replacement);
    if (market === null) return null;
    made[network] = market;
  }
  return made;
}

/** Dispatches all markets. */
export function runMarkets(markets: Markets, memo: CurveMemo): void {
  const marketsRunning = (when: Network["runs"]): readonly YearOfMarket[] =>
    NETWORKS.filter(({ runs }) => runs === when).map(({ key }) => markets[key]);
  for (const { order } of marketsRunning("first")) runHours(memo, [order]);
  for (const group of groupByTurn(marketsRunning("together"))) {
    for (const market of group) market.settleFollowing(group);
    runHours(
      memo,
      group.map(({ order }) => order),
    );
  }
  for (const market of marketsRunning("after")) {
    market.fillWaiting();
    market.settleFollowing([]);
    runHours(memo, [market.order]);
  }
}

/**
 * Markets in groups that run one after the other. Markets that follow each other form one group. A market that follows
 * others and is followed by none of them runs after them. A change that does not affect it then leaves its result
 * valid.
 */
function groupByTurn(markets: readonly YearOfMarket[]): readonly (readonly YearOfMarket[])[] {
  const followed = new Map(markets.map((market) => [market, market.follows(markets)]));
  const isBehind = (market: YearOfMarket, leader: YearOfMarket, seen = new Set<YearOfMarket>()): boolean => {
    if (seen.has(market)) return false;
    seen.add(market);
    return followed.get(market)!.some((other) => other === leader || isBehind(other, leader, seen));
  };
  const groups: (readonly YearOfMarket[])[] = [];
  let waiting = markets;
  while (waiting.length > 0) {
    const next = waiting.find((market) =>
      waiting.every((other) => other === market || !isBehind(market, other) || isBehind(other, market)),
    )!;
    const group = waiting.filter((other) => other === next || (isBehind(next, other) && isBehind(other, next)));
    groups.push(group);
    waiting = waiting.filter((market) => !group.includes(market));
  }
  return groups;
}

export class YearOfMarket implements SlottedMarket {
  readonly network: NetworkOfTable;
  readonly members: readonly Member[];
  readonly memo: CurveMemo;
  /** The slots of the market that was set up, shared by this one if it has other members. */
  readonly slots: readonly MemberSlot[];
  readonly #answers: MarketAccess;
  readonly #read: readonly ReadMember[];
  /** By place of the member; created on first access. */
  #adapters: (Adapter | undefined)[];
  /**
   * Places of members whose adapters are being created: members that follow another calculation request its adapter.
   */
  readonly #underway = new Set<number>();
  readonly #common = new Map<Common<unknown>, unknown>();
  readonly #waiting: (() => void)[] = [];
  #participants: Participant[] = [];
  #isInjected = false;
  #parts: readonly object[] | null = null;
  #order: MeritOrder | null = null;
  #demand: AnyCurve<"april"> | null = null;
  #net: AnyCurve<"april"> | null = null;
  #price: { readonly scarcityPrice: number | null; readonly curve: Curve<"april"> } | null = null;
  #finance: ReadonlyMap<number, readonly FinanceEntry[]> | null = null;

  /** `members` in the order in which they are added and written back. */
  constructor(
    network: NetworkOfTable,
    members: readonly ReadMember[],
    memo: CurveMemo,
    others: { readonly [network in NetworkKey]?: YearOfMarket } = {},
    slots: readonly MemberSlot[] = members.map((_, place) => new MemberSlot(network.key, place)),
  ) {
    this.network = network;
    this.members = members.map(({ member }) => member);
    this.memo = memo;
    this.slots = slots;
    this.#answers = new SetUpAccess(this, others);
    this.#read = members;
    this.#adapters = Array<Adapter | undefined>(members.length);
  }

  get name(): string {
    return this.network.name;
  }

  /** The adapter of a member; created on first access. @throws where a load follows itself, directly or indirectly */
  adapterAt(place: number): Adapter {
    return (this.#adapters[place] ??= this.#createAdapter(place));
  }

  #createAdapter(place: number): Adapter {
    if (this.#underway.has(place)) {
      const { key, group } = this.members[place]!;
      throw new HourlyError(`${key} follows itself: its load in ${this.name} follows ${group}`);
    }
    this.#underway.add(place);
    try {
      return this.#read[place]!.adapterIn(new TrackedMarket(this.#answers, this.network, this.slots[place]!));
    } finally {
      this.#underway.delete(place);
    }
  }

  readAt(place: number): ReadMember {
    return this.#read[place]!;
  }

  /** Lookups by key are few: a scan is cheaper than a map. */
  find(key: string): number {
    const { members } = this;
    for (let place = 0; place < members.length; place++) if (members[place]!.key === key) return place;
    return -1;
  }

  /** Visits all members with their adapters in order, with or without members that follow another calculation. */
  forEach(visit: (member: Member, adapter: Adapter) => void, withFollowers = true): void {
    for (let place = 0; place < this.members.length; place++) {
      const member = this.members[place]!;
      if (withFollowers || !member.followsSelf) visit(member, this.adapterAt(place));
    }
  }

  common<T>(key: Common<T>, make: () => T): T {
    let value = this.#common.get(key) as T | undefined;
    if (value === undefined) this.#common.set(key, (value = make()));
    return value;
  }

  beforeHours(fill: () => void): void {
    this.#waiting.push(fill);
  }

  /** Adds the installed members that follow no other calculation. */
  setUp(): void {
    this.#add(false);
  }

  /** Adds the installed members that follow another calculation of their node. */
  setUpFollowing(): void {
    this.#add(true);
  }

  #add(followers: boolean): void {
    for (let place = 0; place < this.members.length; place++) {
      if (this.members[place]!.followsSelf !== followers) continue;
      const { installed, participants } = this.adapterAt(place);
      if (installed) for (const participant of participants) this.#participants.push(participant);
    }
  }

  /** This market with other adapters, see `withMembers`; null if dispatch may differ. */
  withAdapters(members: readonly ReadMember[], { adapters, participants }: Replacement): YearOfMarket | null {
    const market = new YearOfMarket(this.network, members, this.memo, {}, this.slots);
    market.#adapters = this.#adapters.map((adapter, place) => adapters.get(place) ?? adapter);
    [market.#demand, market.#net] = [this.#demand, this.#net];
    if (participants.size === 0) {
      market.#participants = this.#participants;
      market.#order = this.order;
      return market;
    }
    market.#participants = this.#participants.map((participant) => participants.get(participant) ?? participant);
    if (!haveSameRanks(this.#participants, market.#participants)) return null;
    for (const [ran, participant] of participants) {
      participant.settled = ran.settled;
      participant.take(ran.outcome);
    }
    market.order.run = this.order.run;
    return market;
  }

  /** Adds the curves of all participants. */
  addHoldings(found: Set<Holding>): void {
    for (let place = 0; place < this.members.length; place++)
      for (const participant of this.adapterAt(place).participants) participant.addHoldings(found);
  }

  /** Whether it has written back: from then on no new adapter is requested. */
  get isInjected(): boolean {
    return this.#isInjected;
  }

  /** The merit order; members can no longer be added. */
  get order(): MeritOrder {
    return (this.#order ??= new MeritOrder(this.name, this.#participants, this.memo));
  }

  /** Runs the deferred work (`beforeHours`). */
  fillWaiting(): void {
    for (const fill of this.#waiting) fill();
  }

  /** The given markets that have members followed by members of this market. */
  follows(markets: readonly YearOfMarket[]): readonly YearOfMarket[] {
    const leaders = new Set(this.#participants.flatMap(({ link }) => (link === null ? [] : [link.leader])));
    return markets.filter((market) => market.#participants.some((participant) => leaders.has(participant)));
  }

  /** Fixes the loads that follow finished calculations: the loads of all markets except the given ones. */
  settleFollowing(running: readonly YearOfMarket[]): void {
    const leaders = new Set(running.flatMap((market) => market.#participants));
    for (const participant of this.#participants) {
      const { link } = participant;
      if (link === null || participant.isKnown || leaders.has(link.leader)) continue;
      participant.anyLoad = followLoad(this.memo, link);
      participant.settled = true;
    }
  }

  /** Demand of all users, MW in manager order. */
  get demand(): AnyCurve<"april"> {
    return (this.#demand ??= demandCurve(this.memo, this.order));
  }

  /** Production minus demand, MW in manager order. */
  get net(): AnyCurve<"april"> {
    return (this.#net ??= netLoad(this.memo, this.order));
  }

  /** EUR/MWh in manager order; `scarcityPrice` null = the default. */
  price(scarcityPrice: number | null): Curve<"april"> {
    if (this.#price?.scarcityPrice !== scarcityPrice)
      this.#price = { scarcityPrice, curve: this.#priceOfRun(scarcityPrice) };
    return this.#price.curve;
  }

  #priceOfRun(scarcityPrice: number | null): Curve<"april"> {
    const { order } = this;
    const make = (): Curve<"april"> => priceCurve(this.memo, order, this.net, scarcityPrice);
    if (order.run === null) return make();
    // A run determines the loads and everything else but costs and prices, which may differ as long as their order is
    // the same.
    const prices = order.participants.flatMap(({ cost, price }) => [cost, price]);
    return materialise(this.memo.recall(PRICE, [], [order.run, scarcityPrice ?? NaN, ...prices], make));
  }

  /** The parts that write to the year, in order: the adapters of all members, and the merit order. */
  get parts(): readonly object[] {
    return (this.#parts ??= [...this.members.map((_, place) => this.adapterAt(place)), this.order]);
  }

  /** Writes all members back, then the ranks of the dispatchables in order of cost. */
  inject(year: TracedYear, before: Recorded<object>): void {
    const { parts } = this;
    const { nodes } = year;
    before.run(year, parts, (place) => {
      const member = this.members[place];
      if (member === undefined) this.#injectPlaces(nodes);
      else this.adapterAt(place).inject(new WriteBack(nodes, member, this.memo));
      return parts[place]!;
    });
    this.#isInjected = true;
  }

  #injectPlaces(nodes: EnergyNodes): void {
    let position = 0;
    for (const { key } of this.order.dispatchables) {
      const place = this.find(key);
      const member = place < 0 ? null : this.members[place]!;
      if (member?.subtype === "dispatchable") nodes.set(member.target, "merit_order_position", ++position);
    }
  }

  /** The finance entries of a node, in the order of members. */
  financeOf(node: number): readonly FinanceEntry[] {
    return (this.#finance ??= this.#financeByNode()).get(node) ?? [];
  }

  #financeByNode(): ReadonlyMap<number, readonly FinanceEntry[]> {
    const entries: FinanceEntry[] = [];
    this.forEach((_, { finance }) => finance?.forEach((entry) => entries.push(entry)));
    return groupBy(entries, ({ node }) => node);
  }
}
