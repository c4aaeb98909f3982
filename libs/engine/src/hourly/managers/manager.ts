/**
 * One carrier's hourly calculation: its members and their participants, the merit order they form, and what they write
 * back. There are six: electricity, hydrogen, three heat networks and agriculture heat.
 */

import { isNil } from "@etesian/numeric";
import { type Curve } from "../curves/curve.ts";
import type { HourlyCurves } from "../curves/hourly-curves.ts";
import { type EnergyNodes, HourlyError } from "../energy-nodes.ts";
import type { HeatSupplier } from "../fever/heat-group.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import { rotated, scaled } from "../curves/derived.ts";
import { type CurveMemo, derivation, question } from "../curves/memo.ts";
import { MeritOrder } from "../merit/order.ts";
import { demandCurve, netLoad, priceCurve } from "../merit/price-curve.ts";
import { HOURS, followed, Kind, type Link, Participant, type ParticipantOptions } from "../merit/participant.ts";
import { fromDocuments, nodesWithBlock } from "../../graph/documented-nodes.ts";
import { networkLossesWithoutExport } from "../../graph/network-losses.ts";
import type { StoredRecord } from "../../graph/state.ts";
import { type Adapter, Member } from "./adapter.ts";
import { consumerAdapter } from "./consumers.ts";
import { planStorage, type StoragePlans } from "./forecast-storage.ts";
import { flexAdapter } from "./flex.ts";
import { powerToHeatDemand } from "./power-to-heat.ts";
import type { ElectricityFinance } from "./electricity-finance.ts";
import { producerAdapter } from "./producers.ts";

export type ManagerAttribute =
  | "merit_order"
  | "hydrogen"
  | "heat_network_ht"
  | "heat_network_mt"
  | "heat_network_lt"
  | "agriculture_heat";

export interface ManagerSpec {
  readonly name: string;
  readonly attribute: ManagerAttribute;
  readonly carrier: "electricity" | "hydrogen" | "steam_hot_water";
  /** Order that decides the cost of dispatchables; null = their marginal costs. */
  readonly supplyOrder: readonly string[] | null;
  /** Order that decides what flexible nodes pay, lowest first; null = their own price. */
  readonly demandOrder: readonly string[] | null;
}

/** Where managers learn what heat asks of them. */
export interface HeatDemand {
  /** Electricity of a heat group, MW. */
  electricityDemand(group: string): Curve<"april">;
  supplier(key: string): HeatSupplier;
}

/** What managers share. */
export interface ManagerContext {
  readonly nodes: EnergyNodes;
  readonly curves: HourlyCurves;
  readonly heat: HeatDemand;
  readonly managers: { readonly [attribute in ManagerAttribute]?: Manager };
  readonly forecastStorageOrder: readonly string[];
}

const TYPES = ["consumer", "flex", "producer"] as const;
const HEAT_NETWORKS: readonly ManagerAttribute[] = ["heat_network_ht", "heat_network_mt", "heat_network_lt"];
const SELF_CURVE = /^self:\s*([a-z_]+)_(input|output)_curve$/;
const UNMET_DEMAND = /^unmet-demand:\s*([a-z_]+)_from_electricity_curve$/;
const FEVER_DEMAND = "fever-electricity-demand:";
const PRICE = question("price of every hour");

export class Manager {
  readonly name: string;
  readonly attribute: ManagerAttribute;
  readonly carrier: string;
  readonly finance: ElectricityFinance | null;
  readonly #spec: ManagerSpec;
  readonly #context: ManagerContext;
  readonly #members: readonly string[];
  readonly #adapters = new Map<string, Adapter>();
  readonly #memberByNode = new Map<number, Member>();
  #memberList: readonly Member[] | null = null;
  readonly #waiting: (() => void)[] = [];
  #participants: Participant[] = [];
  #order: MeritOrder | null = null;
  #plans: StoragePlans | null = null;
  #demand: Curve<"april"> | null = null;
  #net: Curve<"april"> | null = null;
  #price: Curve<"april"> | null = null;

  /** `members` are node keys in the order in which they are added and write back. */
  constructor(
    spec: ManagerSpec,
    context: ManagerContext,
    members: readonly string[],
    finance: ElectricityFinance | null,
  ) {
    this.name = spec.name;
    this.attribute = spec.attribute;
    this.carrier = spec.carrier;
    this.finance = finance;
    this.#spec = spec;
    this.#context = context;
    this.#members = members;
  }

  get memo(): CurveMemo {
    return this.#context.curves.memo;
  }
  get nodes(): EnergyNodes {
    return this.#context.nodes;
  }
  get isElectricity(): boolean {
    return this.attribute === "merit_order";
  }
  get isHydrogen(): boolean {
    return this.attribute === "hydrogen";
  }
  get isHeatNetwork(): boolean {
    return HEAT_NETWORKS.includes(this.attribute);
  }

  /** A node's configuration in this manager. */
  config(node: number): StoredRecord {
    const config = this.nodes.record(node, this.attribute);
    if (config === null) throw new HourlyError(`${this.nodes.key(node)} has no ${this.attribute}`);
    return config;
  }

  /** All adapters: consumers, flexible nodes, producers (as the documents say), each by key. */
  get adapters(): readonly Adapter[] {
    return this.members.map((member) => this.#adapterOf(member));
  }

  /** All adapters, or only those of members that stand on their own. */
  adapterList(withFollowers: boolean): readonly Adapter[] {
    return withFollowers
      ? this.adapters
      : this.members.filter((member) => !member.followsSelf).map((member) => this.#adapterOf(member));
  }

  /** The adapter of a node; made when it is first asked for. */
  adapter(key: string): Adapter {
    const known = this.#adapters.get(key);
    if (known !== undefined) return known;
    if (!this.#members.includes(key)) throw new HourlyError(`${key} takes no part in ${this.name}`);
    return this.#adapterOf(this.memberOf(this.nodes.index(key)));
  }

  #adapterOf(member: Member): Adapter {
    let adapter = this.#adapters.get(member.key);
    if (adapter === undefined) this.#adapters.set(member.key, (adapter = makeAdapter(member)));
    return adapter;
  }

  /** All members, in the order of `adapters`. */
  get members(): readonly Member[] {
    return (this.#memberList ??= this.#members.map((key) => this.memberOf(this.nodes.index(key))));
  }

  memberOf(node: number): Member {
    let member = this.#memberByNode.get(node);
    if (member === undefined) this.#memberByNode.set(node, (member = new Member(this, node)));
    return member;
  }

  /** Adds the installed members that stand on their own. */
  setUp(): void {
    for (const member of this.members) if (!member.followsSelf) this.#add(this.#adapterOf(member));
  }

  /** Adds the installed members that follow another calculation of their node. */
  setUpFollowing(): void {
    for (const member of this.members) if (member.followsSelf) this.#add(this.#adapterOf(member));
  }

  #add(adapter: Adapter): void {
    if (adapter.installed) this.#participants.push(...adapter.participants);
  }

  /** The merit order; members can no longer be added. */
  get order(): MeritOrder {
    return (this.#order ??= new MeritOrder(this.name, this.#participants, this.memo));
  }

  /** Fixes the loads of members that follow calculations that have finished, so that all of the year is known. */
  settleFollowing(): void {
    for (const fill of this.#waiting) fill();
    for (const participant of this.#participants) {
      const { link } = participant;
      if (link === null || participant.isKnown) continue;
      participant.load = followed(this.memo, link);
      participant.settled = true;
    }
  }

  /** Something to be done once electricity has run. */
  afterElectricity(fill: () => void): void {
    this.#waiting.push(fill);
  }

  /** A curve in manager order: of a heat group's electricity, or one of the dataset's. */
  curve(name: string, node: number): Curve<"april"> {
    if (name.startsWith(FEVER_DEMAND))
      return this.#context.heat.electricityDemand(name.slice(FEVER_DEMAND.length).trim());
    return this.#context.curves.curve(name, node);
  }

  /** A January-first curve of a node in manager order. */
  rotated(curve: Curve<"january">): Curve<"april"> {
    return rotated(this.memo, curve);
  }

  /** Cost that places a node in the order: marginal costs, or its place in the user's order. */
  cost(node: number, member: Member): number {
    const { supplyOrder } = this.#spec;
    if (supplyOrder !== null) return placeIn(supplyOrder, this.nodes.key(node));
    const cost = this.nodes.number(node, "marginal_costs");
    if (!isNil(cost)) return cost;
    if (member.type === "flex") return 0;
    throw new HourlyError(`${member.key} has no marginal_costs; a dispatchable in ${this.name} needs them`);
  }

  /** What a flexible node pays to consume; NaN = as much as it costs to produce. */
  flexPrice(node: number): number {
    const { demandOrder } = this.#spec;
    return demandOrder === null
      ? this.nodes.number(node, "max_consumption_price")
      : placeIn(demandOrder, this.nodes.key(node));
  }

  /** Losses of the electricity network if nothing were exported, MJ. */
  electricityLosses(): number {
    const { nodes } = this;
    return networkLossesWithoutExport(nodes.state, {
      index: (key) => nodes.index(key),
      demand: (node) => nodes.required(node, "demand"),
    });
  }

  /** Plans of the batteries with a forecast; made once all others are set up. */
  storagePlans(): StoragePlans {
    if (this.#plans === null) {
      this.#plans = planStorage(
        this.memo,
        this.members,
        (member) => this.#adapterOf(member).participants.map((p) => p.load),
        this.#context.forecastStorageOrder,
      );
    }
    return this.#plans;
  }

  /**
   * A participant whose load is given elsewhere: known for the whole year where that is possible now (`knownKind`), else
   * taken hour by hour (`linkedKind`).
   */
  followingParticipant(
    member: Member,
    linkedKind: Kind,
    knownKind: Kind,
    options: ParticipantOptions = {},
  ): Participant {
    const match = SELF_CURVE.exec(member.group);
    if (match === null) return new Participant(member.key, knownKind, this.curve(member.group, member.target), options);
    const carrier = match[1]!;
    const direction = match[2] === "input" ? "input" : "output";
    if (carrier === "useable_heat" || carrier === "heat") {
      return new Participant(member.key, knownKind, this.#heatCurve(member, carrier, direction), options);
    }
    const { link, known } = this.#link(member, carrier, direction);
    const load = known ? followed(this.memo, link) : ZEROS;
    const participant = new Participant(member.key, known ? knownKind : linkedKind, load, options);
    participant.link = link;
    participant.settled = known;
    return participant;
  }

  #link(
    member: Member,
    carrier: string,
    direction: "input" | "output",
  ): { readonly link: Link; readonly known: boolean } {
    const source = this.#sourceManager(member, carrier).adapter(member.key);
    const participant = source.participants[0];
    if (participant === undefined)
      throw new HourlyError(`${member.key} has nothing that its ${member.group} could follow`);
    const part = source.member.type !== "flex" ? "all" : direction === "input" ? "negative" : "positive";
    const link: Link = {
      leader: participant,
      lag: carrier === "electricity" && this.isHeatNetwork ? 1 : 0,
      factor: this.#conversionFactor(member, carrier, direction),
      part,
    };
    return { link, known: participant.isAlwaysOn && participant.kind !== Kind.LinkedProducer };
  }

  #sourceManager(member: Member, carrier: string): Manager {
    const { managers } = this.#context;
    const attribute =
      carrier === "electricity"
        ? "merit_order"
        : carrier === "hydrogen"
          ? "hydrogen"
          : carrier === "steam_hot_water"
            ? HEAT_NETWORKS.find((network) => this.nodes.record(member.target, network) !== null)
            : undefined;
    const manager = attribute === undefined ? undefined : managers[attribute];
    if (manager !== undefined) return manager;
    throw new HourlyError(`${member.key} follows ${member.group} in ${this.name}; there is no such calculation`);
  }

  /** Heat the node's device made, in this manager's carrier. */
  #heatCurve(member: Member, carrier: string, direction: "input" | "output"): Curve<"april"> {
    const supplier = this.#context.heat.supplier(member.key);
    const hybrid = supplier.devices.secondaryCarrier !== null;
    const producer = hybrid ? supplier.producerFor(this.carrier) : supplier.devices.producer;
    const factor = hybrid
      ? 1 / supplier.documentEfficiency(this.carrier)
      : this.#conversionFactor(member, carrier, direction);
    return scaled(this.memo, producer.output, factor);
  }

  /** This manager's energy per unit of the followed carrier, 0 where either conversion is 0. */
  #conversionFactor(member: Member, carrier: string, direction: "input" | "output"): number {
    const from = this.nodes.conversion(member.target, direction, carrier);
    const side = member.type === "producer" ? "output" : "input";
    return this.#ratio(member, this.nodes.conversion(member.target, side, this.carrier), from);
  }

  /** The ratio of two conversions of a member's node, 0 where either is 0; raises where the node lacks a slot. */
  #ratio(member: Member, to: number, from: number): number {
    if (isNil(from) || isNil(to)) {
      throw new HourlyError(`${member.key} lacks a slot for its ${member.group} in ${this.name}`);
    }
    return from === 0 || to === 0 ? 0 : to / from;
  }

  /** The heat a consumer's leader wanted and could not make in time, in what the consumer takes for it. */
  unmetDemand(member: Member, leader: number): Curve<"april"> {
    const match = UNMET_DEMAND.exec(member.group);
    if (match === null)
      throw new HourlyError(
        `${member.key} has group ${member.group}; expected "unmet-demand: <carrier>_from_electricity_curve"`,
      );
    const electricity = this.#context.managers.merit_order!;
    const adapter = electricity.adapter(this.nodes.key(leader));
    const wanted = powerToHeatDemand(adapter.member).curve;
    const seen = adapter.participants[0]!.heatSeen;
    const from = this.nodes.conversion(member.target, "input", this.carrier);
    const to = this.nodes.conversion(member.target, "output", match[1]!);
    const factor = this.#ratio(member, to, from);
    // A consumer that makes no heat of its carrier cannot fill anything.
    return factor === 0 ? ZEROS : this.memo.derive(unmet, [wanted, seen.length === 0 ? ZEROS : seen], [factor]);
  }

  /** Demand of all users, MW in manager order. */
  get demand(): Curve<"april"> {
    return (this.#demand ??= demandCurve(this.memo, this.order));
  }

  /** Production minus demand, MW in manager order. */
  get net(): Curve<"april"> {
    return (this.#net ??= netLoad(this.memo, this.order));
  }

  /** EUR/MWh in manager order; `scarcityPrice` null = the default. */
  price(scarcityPrice: number | null): Curve<"april"> {
    return (this.#price ??= this.#priceOfRun(scarcityPrice));
  }

  #priceOfRun(scarcityPrice: number | null): Curve<"april"> {
    const { order } = this;
    const make = (): Curve<"april"> => priceCurve(order, this.net, scarcityPrice);
    if (order.run === null) return make();
    // A run tells the loads, and with them all but the costs and prices, which may differ as long as their order is the same.
    const prices = order.participants.flatMap(({ cost, price }) => [cost, price]);
    return this.memo.recall(PRICE, [], [order.run, scarcityPrice ?? NaN, ...prices], make);
  }

  /** Writes all members back, then the places of the dispatchables in the order of cost. */
  inject(): void {
    for (const adapter of this.adapters) adapter.inject();
    let position = 0;
    for (const participant of this.order.dispatchables) {
      const member = this.#adapters.get(participant.key)?.member;
      if (member?.subtype === "dispatchable") this.nodes.set(member.target, "merit_order_position", ++position);
    }
  }
}

function makeAdapter(member: Member): Adapter {
  switch (member.type) {
    case "consumer":
      return consumerAdapter(member);
    case "flex":
      return flexAdapter(member);
    case "producer":
      return producerAdapter(member);
    default:
      throw new HourlyError(
        `${member.key} has ${member.manager.attribute}.type ${JSON.stringify(member.type)}; expected consumer, flex or producer`,
      );
  }
}

/** What is wanted and was not seen to be there in time, divided by a factor. */
const unmet = derivation(
  "unmet demand",
  ([wanted, seen]: readonly [wanted: Curve<"april">, seen: Curve<"april">], [factor]: readonly [number]) => {
    const load = new Float64Array(HOURS);
    for (let h = 0; h < HOURS; h++) {
      const missing = wanted[h]! - seen[h]!;
      load[h] = (missing > 0 ? missing : 0) / factor;
    }
    return load;
  },
);

/** Keys of the nodes with the attribute: consumers, flexible nodes, producers as their documents say, each by key. */
export function memberKeys(nodes: EnergyNodes, attribute: ManagerAttribute): readonly string[] {
  return TYPES.flatMap((type) => memberKeysOfType(nodes, attribute, type));
}

export function memberKeysOfType(
  nodes: EnergyNodes,
  attribute: ManagerAttribute,
  type: (typeof TYPES)[number],
): readonly string[] {
  const { definition } = nodes.topology;
  return fromDocuments(definition, `${attribute} members: ${type}`, () =>
    nodesWithBlock(definition, attribute)
      .map((node) => definition.nodes[node]!)
      .filter((node) => String((node.attributes[attribute] as { type?: unknown }).type) === type)
      .map((node) => node.key)
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  );
}

/** Place in an order, from 1; nodes that are not in it come last. */
function placeIn(order: readonly string[], key: string): number {
  const index = order.indexOf(key);
  return index < 0 ? Infinity : index + 1;
}
