/**
 * A member of a market, and the adapter between it and its participants in the merit order. The adapter reads
 * capacities and costs after the first pass, and writes dispatch results into the year before the second pass.
 *
 * "source" is the node to which the configuration delegates (the vehicles behind a charging battery), or the node
 * itself; "target" is always the node itself.
 */
import type { AnyCurve, Curve } from "../curves/curve.ts";
import { EdgeType } from "../../graph/topology/kinds.ts";
import type { StoredRecord } from "../../graph/state/state.ts";
import { CurveFromApril } from "../curves/assigned-curve.ts";
import type { CurveMemo } from "../curves/memo.ts";
import { type EnergyGraph, type EnergyNodes, HourlyError, numberIn, textIn } from "../energy-nodes.ts";
import type { NodeHeat } from "../fever/heat-demand.ts";
import type { FixedCostsByNode } from "../merit/finance.ts";
import type { Participant } from "../merit/participant.ts";
import type { Network, NetworkKey } from "./networks.ts";

/** User-sortable orders in effect, by name (`heat_network_order_lt`, `hydrogen_supply_order` …). */
export type Orders = { readonly [name: string]: readonly string[] };

/** The data of a year that members read. All reads are traced, so that a member with unchanged reads is reused. */
export interface MemberYear {
  readonly network: Network;
  readonly orders: Orders;
  /** The year after the first pass. */
  readonly nodes: EnergyNodes;
  readonly memo: CurveMemo;
  /**
   * A curve in manager order: the electricity of a heat group, or a curve of the dataset. `node` matters only for
   * dynamic ones.
   */
  curve(name: string, node: number): AnyCurve<"april">;
  /** Heat that a node's devices produced for its heat group. Throws if the node supplies no heat group. */
  heatOf(node: number): NodeHeat;
}

/**
 * Access of a member to the other members, once all have been read. A member looks up individual members only while its
 * adapter is created, and reads no values that dispatch will write.
 */
export interface Market {
  readonly network: Network;
  /**
   * All members: consumers, flexible members and producers, each group sorted by key. Code that iterates over them may
   * read only their roles and nodes; for anything else it must look up members individually.
   */
  readonly members: readonly Member[];
  member(key: string): Member;
  /** The adapter of a member; created on first access. */
  adapter(key: string): Adapter;
  /** The given loads of a member, before dispatch. */
  givenLoads(key: string): GivenLoads;
  /** Another market of the same year; null if there is none. */
  otherMarket(network: NetworkKey): Market | null;
  /** A value shared by members, computed on first access. */
  sharedValue<T>(key: SharedKey<T>, make: () => T): T;
  /**
   * Registers work to be done before this market is dispatched. A market of the phase `after` does the work after the
   * others have run.
   */
  beforeDispatch(work: () => void): void;
}

/** The given loads of a member, before dispatch. */
export interface GivenLoads {
  readonly installed: boolean;
  /** In the order of the participants. */
  readonly loads: readonly AnyCurve<"april">[];
}

/** The key of a value shared by the members of a market. */
export class SharedKey<T> {
  readonly name: string;
  /** Exists only in the type. */
  declare protected readonly value: T;

  constructor(name: string) {
    this.name = name;
  }
}

/** A member's role in addition to its type: it trades, stores energy, or takes the remainder. */
export type MemberRole = "import" | "export" | "storage" | "curtailment" | "loss" | "other";

/** The behaviour of a type and subtype of node. */
export interface MemberKind {
  readonly role: MemberRole;
  /** Reads everything it needs from the year; the returned function reads nothing more. */
  read(member: Member, year: MemberYear): MakeAdapter;
  /** Types of participants with given curves in the merit configuration, if they differ from the usual types. */
  readonly exportTypes?: { readonly user?: string; readonly producer?: string };
  /** Yearly consumption (MJ) of a user in the merit configuration; by default its input of the carrier. */
  readonly consumption?: (member: Member, nodes: EnergyNodes) => number;
  /** Whether the kind's finance includes fixed costs. */
  readonly hasFixedCosts?: true;
  /** Whether hourly tables show the kind among the producers; true if absent. */
  readonly isShownAsProducer?: false;
}

/** Creates the adapter with its own participants. A factory that does not depend on the market ignores the argument. */
export type MakeAdapter = (market: Market) => Adapter;

export interface Adapter {
  /** In the order in which they are added. */
  readonly participants: readonly Participant[];
  /** Whether the participants are part of the order. All adapters write back, whether or not they are installed. */
  readonly installed: boolean;
  inject(year: WriteBack): void;
  /** Revenue and costs of the member by node; electricity only. */
  readonly finance?: readonly FinanceEntry[];
  /** The plan of a store whose year is planned before dispatch. */
  readonly plan?: StoragePlan;
}

/** The planned content of a store at the end of each hour, and its maximum over the year; MWh. */
export interface StoragePlan {
  readonly reserve: AnyCurve<"april">;
  readonly volume: number;
}

/** Writes the finance attributes of a node for the hourly price (EUR/MWh). */
export interface FinanceEntry {
  readonly node: number;
  readonly write: (year: EnergyNodes, price: Curve<"april">, fixedCosts: FixedCostsByNode) => void;
}

/** A node in its role in a network, with its configuration at set-up. */
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

  /** A number in its configuration; NaN if absent. */
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
  relatedNode(role: string): number {
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

/** Names of load curves. */
const LOADS = {
  electricity: { input: "electricity_input_curve", output: "electricity_output_curve" },
  hydrogen: { input: "hydrogen_input_curve", output: "hydrogen_output_curve" },
  steam_hot_water: { input: "steam_hot_water_input_curve", output: "steam_hot_water_output_curve" },
} as const;

/** Writes a member's results to the year before the second pass. */
export class WriteBack {
  readonly nodes: EnergyNodes;
  readonly member: Member;
  readonly #memo: CurveMemo;

  constructor(nodes: EnergyNodes, member: Member, memo: CurveMemo) {
    this.nodes = nodes;
    this.member = member;
    this.#memo = memo;
  }

  /** The same year for another member. */
  forMember(member: Member): WriteBack {
    return new WriteBack(this.nodes, member, this.#memo);
  }

  /** Writes an attribute of the target. */
  set(attribute: string, value: number): void {
    this.nodes.set(this.member.target, attribute, value);
  }

  /** Writes the full load hours and full load seconds of the target. */
  setFullLoadHours(hours: number): void {
    this.nodes.setFullLoadHours(this.member.target, hours);
  }

  /** Writes `<carrier>_<side>_curve` of the target, computed from manager order on first access. */
  setLoad(side: "input" | "output", curve: () => AnyCurve<"april">): void {
    this.setCurve(LOADS[this.member.carrier][side], curve);
  }

  /** Writes a curve of a node, computed from manager order on first access. */
  setCurve(name: string, curve: () => AnyCurve<"april">, node: number = this.member.target): void {
    this.nodes.assignCurve(node, name, new CurveFromApril(this.#memo, curve));
  }

  /**
   * Fixes the energy (MJ) through the first input edge if that edge is inversed flexible, because such an edge would
   * take the remainder.
   */
  presetInversedEdge(value: number): void {
    const edge = this.member.firstEdge("input");
    if (this.nodes.topology.edgeType[edge] === EdgeType.InversedFlexible) this.nodes.presetEdge(edge, value);
  }
}
