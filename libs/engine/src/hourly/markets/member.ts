/**
 * A member of a market, and the adapter that stands between it and its participants in the merit order: it reads capacities
 * and costs after the first pass, and writes what the hours gave into the year before the second pass.
 *
 * "source" is the node the configuration delegates to (the vehicles behind a charging battery), else the node itself;
 * "target" is always the node itself.
 */
import type { AnyCurve, Curve } from "../curves/curve.ts";
import { EdgeType } from "../../graph/kinds.ts";
import type { StoredRecord } from "../../graph/state.ts";
import { CurveFromApril } from "../curves/given-curve.ts";
import type { CurveMemo } from "../curves/memo.ts";
import { type EnergyGraph, type EnergyNodes, HourlyError, numberIn, textIn } from "../energy-nodes.ts";
import type { HeatOfNode } from "../fever/heat-demand.ts";
import type { FixedCostsOfNodes } from "../merit/finance.ts";
import type { Participant } from "../merit/participant.ts";
import type { Network, NetworkKey } from "./networks.ts";

/** User-defined orders in effect, by name (`heat_network_order_lt`, `hydrogen_supply_order` …). */
export type Orders = { readonly [name: string]: readonly string[] };

/** What members read of a year. All of it is traced, so that who reads what he read before need not be read again. */
export interface MemberYear {
  readonly network: Network;
  readonly orders: Orders;
  /** The year after the first pass. */
  readonly nodes: EnergyNodes;
  readonly memo: CurveMemo;
  /** A curve in manager order: of a heat group's electricity, or one of the dataset's. `node` matters for dynamic ones. */
  curve(name: string, node: number): AnyCurve<"april">;
  /** Heat that a node's devices made for its heat group; raises where it supplies none. */
  heatOf(node: number): HeatOfNode;
}

/**
 * What a member may ask of the others, once all have been read. Whoever asks for a single one does so while its adapter is made,
 * and does not read then what the hours will write.
 */
export interface Market {
  readonly network: Network;
  /**
   * All members: consumers, flexible ones, producers (as their documents say), each by key. Who looks at what others are here
   * reads their roles and nodes alone, and asks for those of whom he needs more.
   */
  readonly members: readonly Member[];
  member(key: string): Member;
  /** The adapter of a member; made when it is first asked for. */
  adapter(key: string): Adapter;
  /** What is given of a member before the hours. */
  given(key: string): Given;
  /** Another market of the same year, null where there is none. */
  other(network: NetworkKey): Market | null;
  /** What members have in common, worked out by the one who first asks. */
  common<T>(what: Common<T>, make: () => T): T;
  /** Something to be done before the hours of this market, which run `after` others, when those have run. */
  beforeHours(fill: () => void): void;
}

/** What is given before the hours. */
export interface Given {
  readonly installed: boolean;
  /** By participant. */
  readonly loads: readonly AnyCurve<"april">[];
}

/** Names something that members of a market have in common. */
export class Common<T> {
  readonly name: string;
  /** In types only. */
  declare protected readonly value: T;

  constructor(name: string) {
    this.name = name;
  }
}

/** What a node with a type and subtype does. */
export interface MemberKind {
  /** Reads what it needs of the year, all of it; who makes its adapter from that reads no more. */
  read(member: Member, year: MemberYear): MakeAdapter;
  /** What its participants on a given curve are in the merit configuration, where that is not the rule. */
  readonly exportedAs?: { readonly user?: string; readonly producer?: string };
  /** Yearly consumption (MJ) of a user in the merit configuration; absent: its input of the carrier. */
  readonly consumption?: (member: Member, nodes: EnergyNodes) => number;
  /** True for kinds whose finance counts what they cost whether or not they run. */
  readonly hasFixedCosts?: true;
  /** False for kinds that no hourly table shows among the producers. */
  readonly isShownAsProducer?: false;
}

/** Makes the adapter, with participants of its own. One that asks nobody in the market takes no argument. */
export type MakeAdapter = (market: Market) => Adapter;

export interface Adapter {
  /** In the order in which they are added. */
  readonly participants: readonly Participant[];
  /** Whether the participants take part in the order. All adapters write back, installed or not. */
  readonly installed: boolean;
  inject(year: WriteBack): void;
  /** What it earns and pays, by node; counts for electricity alone. */
  readonly finance?: readonly FinanceEntry[];
}

/** Writes the finance of a node at the price of every hour (EUR/MWh). */
export interface FinanceEntry {
  readonly node: number;
  readonly write: (year: EnergyNodes, price: Curve<"april">, fixedCosts: FixedCostsOfNodes) => void;
}

/** A node in its role in a network, with the configuration of the moment of set-up. */
export class Member {
  readonly network: Network;
  readonly graph: EnergyGraph;
  readonly target: number;
  readonly source: number;
  readonly key: string;
  readonly config: StoredRecord;
  readonly type: string;
  readonly subtype: string;
  readonly group: string;
  /** Whether the load follows another calculation of the same node. */
  readonly followsSelf: boolean;

  constructor(network: Network, graph: EnergyGraph, node: number, config: StoredRecord) {
    this.network = network;
    this.graph = graph;
    this.target = node;
    this.key = graph.key(node);
    this.config = config;
    const delegate = textIn(config, "delegate");
    this.source = delegate === null ? node : graph.index(delegate);
    this.type = textIn(config, "type") ?? "";
    this.subtype = textIn(config, "subtype") ?? "generic";
    this.group = textIn(config, "group") ?? "";
    this.followsSelf = this.group.startsWith("self");
  }

  get carrier(): Network["carrier"] {
    return this.network.carrier;
  }

  /** A number of its configuration, NaN without it. */
  number(key: string): number {
    return numberIn(this.config, key);
  }

  /** First edge of the target's slot of a carrier. */
  firstEdge(side: "input" | "output", carrier: string = this.carrier): number {
    const slot = this.graph.slot(this.target, side, carrier);
    const edge = slot < 0 ? undefined : this.graph.edges(slot)[0];
    if (edge === undefined)
      throw new HourlyError(
        `${this.key} has no ${side} edge of ${carrier}; its role in ${this.network.name} needs one`,
      );
    return edge;
  }

  /** The edge of any carrier to a consumer. */
  edgeTo(consumer: number): number {
    for (const edge of this.graph.outputEdges(this.target)) {
      if (this.graph.topology.consumer[edge] === consumer) return edge;
    }
    throw new HourlyError(
      `${this.key} has no edge to ${this.graph.key(consumer)}; its role in ${this.network.name} needs one`,
    );
  }

  /** A node named in `relations`. */
  related(role: string): number {
    const relations = this.config["relations"];
    const key =
      typeof relations === "object" && relations !== null && !Array.isArray(relations)
        ? (relations as { [role: string]: unknown })[role]
        : undefined;
    if (typeof key !== "string")
      throw new HourlyError(`${this.key} has no relations.${role} in its ${this.network.key}`);
    return this.graph.index(key);
  }
}

/** Names of the curves of loads. */
const LOADS = {
  electricity: { input: "electricity_input_curve", output: "electricity_output_curve" },
  hydrogen: { input: "hydrogen_input_curve", output: "hydrogen_output_curve" },
  steam_hot_water: { input: "steam_hot_water_input_curve", output: "steam_hot_water_output_curve" },
} as const;

/** The year before the second pass, as a member writes into it. */
export class WriteBack {
  readonly nodes: EnergyNodes;
  readonly member: Member;
  readonly #memo: CurveMemo;

  constructor(nodes: EnergyNodes, member: Member, memo: CurveMemo) {
    this.nodes = nodes;
    this.member = member;
    this.#memo = memo;
  }

  /** As another member writes. */
  as(member: Member): WriteBack {
    return new WriteBack(this.nodes, member, this.#memo);
  }

  /** Writes an attribute of the target. */
  set(attribute: string, value: number): void {
    this.nodes.set(this.member.target, attribute, value);
  }

  /** Writes full load hours of the target, in hours and in the seconds that stand beside them. */
  setFullLoadHours(hours: number): void {
    this.nodes.setFullLoadHours(this.member.target, hours);
  }

  /** Writes `<carrier>_<side>_curve` of the target, made from manager order when somebody asks. */
  setLoad(side: "input" | "output", curve: () => AnyCurve<"april">): void {
    this.setCurve(LOADS[this.member.carrier][side], curve);
  }

  /** Writes a curve of a node, made from manager order when somebody asks. */
  setCurve(name: string, curve: () => AnyCurve<"april">, node: number = this.member.target): void {
    this.nodes.giveCurve(node, name, new CurveFromApril(this.#memo, curve));
  }

  /** Fixes the energy (MJ) through the first input edge where that edge is inversed flexible: it would take the rest. */
  presetInversedEdge(value: number): void {
    const edge = this.member.firstEdge("input");
    if (this.nodes.topology.edgeType[edge] === EdgeType.InversedFlexible) this.nodes.presetEdge(edge, value);
  }
}
