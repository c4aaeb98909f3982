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
import type { RecordedCalculations, TracedYear } from "../recorded.ts";
import { type MarketAccess, TrackedMarket, MemberSlot, type SlottedMarket, SetUpAccess } from "./tracked-market.ts";
import { type Adapter, type SharedKey, type FinanceEntry, type Member, WriteBack } from "./member.ts";
import { ELECTRICITY, type Network, type NetworkKey, type ListedNetwork, NETWORKS } from "./networks.ts";
import type { ReadMember, ReadMembers } from "./reading.ts";
import { type Replacement, replacements } from "./replacing.ts";

export type Markets = { readonly [network in NetworkKey]: AnnualMarket };

const PRICE = declareComputation("price of every hour");

/**
 * Sets up all markets with the installed members in order; members that do not follow another calculation come first.
 */
export function setUpMarkets(members: ReadMembers, memo: CurveMemo): Markets {
  const markets: { [network in NetworkKey]?: AnnualMarket } = {};
  for (const network of NETWORKS)
    markets[network.key] = new AnnualMarket(network, members.get(network.key) ?? [], memo, markets);
  const allMarkets = NETWORKS.map(({ key }) => markets[key]!);
  for (const market of allMarkets) market.setUp();
  for (const market of allMarkets) market.setUpFollowing();
  return markets as Markets;
}

/**
 * Replaces members of markets that have run and written back. The new members may differ from the replaced ones only in
 * values that dispatch does not read. Null if dispatch may differ.
 */
export function replaceMembers(markets: Markets, members: ReadMembers): Markets | null {
  if (!Object.values(markets).every(({ isInjected }) => isInjected)) return null;
  const replacementsByNetwork = replacements(markets, members, markets[ELECTRICITY.key].memo);
  if (replacementsByNetwork === null) return null;
  const networks: { [network in NetworkKey]: AnnualMarket } = { ...markets };
  for (const [network, replacement] of replacementsByNetwork) {
    const market = markets[network].withAdapters(members.get(network)!, replacement);
    if (market === null) return null;
    networks[network] = market;
  }
  return networks;
}

/** Dispatches all markets. */
export function runMarkets(markets: Markets, memo: CurveMemo): void {
  const marketsInPhase = (phase: Network["phase"]): readonly AnnualMarket[] =>
    NETWORKS.filter((network) => network.phase === phase).map(({ key }) => markets[key]);
  for (const { order } of marketsInPhase("first")) runHours(memo, [order]);
  for (const group of groupByTurn(marketsInPhase("together"))) {
    for (const market of group) market.settleFollowing(group);
    runHours(
      memo,
      group.map(({ order }) => order),
    );
  }
  for (const market of marketsInPhase("after")) {
    market.runDeferredWork();
    market.settleFollowing([]);
    runHours(memo, [market.order]);
  }
}

/**
 * Groups markets that run one after another. Markets that follow each other form one group. A market that only follows
 * others runs after them, so a change that affects only this market leaves their results valid.
 */
function groupByTurn(markets: readonly AnnualMarket[]): readonly (readonly AnnualMarket[])[] {
  const leadersByMarket = new Map(markets.map((market) => [market, market.follows(markets)]));
  const followsIndirectly = (market: AnnualMarket, leader: AnnualMarket, seen = new Set<AnnualMarket>()): boolean => {
    if (seen.has(market)) return false;
    seen.add(market);
    return leadersByMarket.get(market)!.some((other) => other === leader || followsIndirectly(other, leader, seen));
  };
  const groups: (readonly AnnualMarket[])[] = [];
  let remaining = markets;
  while (remaining.length > 0) {
    const next = remaining.find((market) =>
      remaining.every(
        (other) => other === market || !followsIndirectly(market, other) || followsIndirectly(other, market),
      ),
    )!;
    const group = remaining.filter(
      (other) => other === next || (followsIndirectly(next, other) && followsIndirectly(other, next)),
    );
    groups.push(group);
    remaining = remaining.filter((market) => !group.includes(market));
  }
  return groups;
}

export class AnnualMarket implements SlottedMarket {
  readonly network: ListedNetwork;
  readonly members: readonly Member[];
  readonly memo: CurveMemo;
  /** The slots of the market that was set up, which markets with replaced members share. */
  readonly slots: readonly MemberSlot[];
  readonly #access: MarketAccess;
  readonly #readMembers: readonly ReadMember[];
  /** By index of the member; created on first access. */
  #adapters: (Adapter | undefined)[];
  /** Indices of members whose adapters are being created. The set detects loads that follow themselves. */
  readonly #inCreation = new Set<number>();
  readonly #sharedValues = new Map<SharedKey<unknown>, unknown>();
  readonly #deferredWork: (() => void)[] = [];
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
    network: ListedNetwork,
    members: readonly ReadMember[],
    memo: CurveMemo,
    others: { readonly [network in NetworkKey]?: AnnualMarket } = {},
    slots: readonly MemberSlot[] = members.map((_, index) => new MemberSlot(network.key, index)),
  ) {
    this.network = network;
    this.members = members.map(({ member }) => member);
    this.memo = memo;
    this.slots = slots;
    this.#access = new SetUpAccess(this, others);
    this.#readMembers = members;
    this.#adapters = Array<Adapter | undefined>(members.length);
  }

  get name(): string {
    return this.network.name;
  }

  /** The adapter of a member; created on first access. @throws if a load follows itself, directly or indirectly */
  adapterAt(index: number): Adapter {
    return (this.#adapters[index] ??= this.#createAdapter(index));
  }

  #createAdapter(index: number): Adapter {
    if (this.#inCreation.has(index)) {
      const { key, group } = this.members[index]!;
      throw new HourlyError(`${key} follows itself: its load in ${this.name} follows ${group}`);
    }
    this.#inCreation.add(index);
    try {
      return this.#readMembers[index]!.adapterIn(new TrackedMarket(this.#access, this.network, this.slots[index]!));
    } finally {
      this.#inCreation.delete(index);
    }
  }

  readAt(index: number): ReadMember {
    return this.#readMembers[index]!;
  }

  /** Lookups by key are rare, so a scan is cheaper than a map. */
  find(key: string): number {
    const { members } = this;
    for (let index = 0; index < members.length; index++) if (members[index]!.key === key) return index;
    return -1;
  }

  /** Visits all members with their adapters in order, with or without members that follow another calculation. */
  forEach(visit: (member: Member, adapter: Adapter) => void, withFollowers = true): void {
    for (let index = 0; index < this.members.length; index++) {
      const member = this.members[index]!;
      if (withFollowers || !member.followsSelf) visit(member, this.adapterAt(index));
    }
  }

  sharedValue<T>(key: SharedKey<T>, make: () => T): T {
    let value = this.#sharedValues.get(key) as T | undefined;
    if (value === undefined) this.#sharedValues.set(key, (value = make()));
    return value;
  }

  beforeDispatch(work: () => void): void {
    this.#deferredWork.push(work);
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
    for (let index = 0; index < this.members.length; index++) {
      if (this.members[index]!.followsSelf !== followers) continue;
      const { installed, participants } = this.adapterAt(index);
      if (installed) for (const participant of participants) this.#participants.push(participant);
    }
  }

  /** This market with other adapters, see `replaceMembers`; null if dispatch may differ. */
  withAdapters(members: readonly ReadMember[], { adapters, participants }: Replacement): AnnualMarket | null {
    const market = new AnnualMarket(this.network, members, this.memo, {}, this.slots);
    market.#adapters = this.#adapters.map((adapter, index) => adapters.get(index) ?? adapter);
    [market.#demand, market.#net] = [this.#demand, this.#net];
    if (participants.size === 0) {
      market.#participants = this.#participants;
      market.#order = this.order;
      return market;
    }
    market.#participants = this.#participants.map((participant) => participants.get(participant) ?? participant);
    if (!haveSameRanks(this.#participants, market.#participants)) return null;
    for (const [dispatched, participant] of participants) {
      participant.isSettled = dispatched.isSettled;
      participant.setOutcome(dispatched.outcome);
    }
    market.order.run = this.order.run;
    return market;
  }

  /** Adds the curves of all participants. */
  addHoldings(holdings: Set<Holding>): void {
    for (let index = 0; index < this.members.length; index++)
      for (const participant of this.adapterAt(index).participants) participant.addHoldings(holdings);
  }

  /** Whether it has written back. No adapters are created after that. */
  get isInjected(): boolean {
    return this.#isInjected;
  }

  /** The merit order; members can no longer be added. */
  get order(): MeritOrder {
    return (this.#order ??= new MeritOrder(this.name, this.#participants, this.memo));
  }

  /** Runs the deferred work (`beforeDispatch`). */
  runDeferredWork(): void {
    for (const work of this.#deferredWork) work();
  }

  /** Returns the given markets with members whose loads this market's members follow. */
  follows(markets: readonly AnnualMarket[]): readonly AnnualMarket[] {
    const leaders = new Set(this.#participants.flatMap(({ link }) => (link === null ? [] : [link.leader])));
    return markets.filter((market) => market.#participants.some((participant) => leaders.has(participant)));
  }

  /** Computes loads that follow finished calculations: the loads of all markets except the given ones. */
  settleFollowing(running: readonly AnnualMarket[]): void {
    const leaders = new Set(running.flatMap((market) => market.#participants));
    for (const participant of this.#participants) {
      const { link } = participant;
      if (link === null || participant.isKnown || leaders.has(link.leader)) continue;
      participant.anyLoad = followLoad(this.memo, link);
      participant.isSettled = true;
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
    // A run determines everything except costs and prices, which may differ as long as their order is the same.
    const prices = order.participants.flatMap(({ cost, price }) => [cost, price]);
    return materialise(this.memo.recall(PRICE, [], [order.run, scarcityPrice ?? NaN, ...prices], make));
  }

  /** The parts that write to the year, in order: the adapters of all members, and the merit order. */
  get parts(): readonly object[] {
    return (this.#parts ??= [...this.members.map((_, index) => this.adapterAt(index)), this.order]);
  }

  /** Writes all members back, then the ranks of the dispatchables in order of cost. */
  inject(year: TracedYear, injections: RecordedCalculations<object>): void {
    const { parts } = this;
    const { nodes } = year;
    injections.run(year, parts, (index) => {
      const member = this.members[index];
      if (member === undefined) this.#injectRanks(nodes);
      else this.adapterAt(index).inject(new WriteBack(nodes, member, this.memo));
      return parts[index]!;
    });
    this.#isInjected = true;
  }

  #injectRanks(nodes: EnergyNodes): void {
    let position = 0;
    for (const { key } of this.order.dispatchables) {
      const index = this.find(key);
      const member = index < 0 ? null : this.members[index]!;
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
