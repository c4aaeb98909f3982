/** Reads the members of markets for a year. */
import type { GraphDefinition } from "@etesian/model/definition";
import { memoiseForGraph, nodesWithBlock } from "../../graph/documented-nodes.ts";
import type { Limits } from "../../limits.ts";
import { areEqual } from "../../graph/state/equality.ts";
import type { AnyCurve } from "../curves/curve.ts";
import type { CurveMemo } from "../curves/memo.ts";
import { EnergyGraph, type EnergyNodes, HourlyError } from "../energy-nodes.ts";
import type { NodeHeat } from "../fever/heat-demand.ts";
import { RecordedCalculations, type TracedYear } from "../recorded.ts";
import { type Adapter, type MakeAdapter, type Market, Member, type MemberYear, type Orders } from "./member.ts";
import { hasFixedCosts, readMember } from "./members/index.ts";
import { type Network, type NetworkKey, NETWORKS } from "./networks.ts";

/** A member and its adapter factory, valid as long as its reads return the same values. */
export class ReadMember {
  readonly member: Member;
  readonly hasFixedCosts: boolean;
  readonly #make: MakeAdapter;
  #idle: Adapter | null = null;

  constructor(member: Member, make: MakeAdapter) {
    this.member = member;
    this.hasFixedCosts = hasFixedCosts(member);
    this.#make = make;
  }

  /**
   * Its adapter in a market, with its own participants, because dispatch writes to them. Members that are neither
   * installed nor dependent on other members share one adapter.
   */
  adapterIn(market: Market): Adapter {
    if (this.#idle !== null) return this.#idle;
    const adapter = this.#make(market);
    if (this.isIndependent && !adapter.installed) this.#idle = adapter;
    return adapter;
  }

  /** Whether its adapter depends on its own reads alone. */
  get isIndependent(): boolean {
    return this.#make.length === 0;
  }
}

/** The data that members read: the year after the first pass, its heat, and the orders in effect. */
export interface MarketYear extends TracedYear {
  readonly orders: Orders;
}

/** By network, in the order in which they are added and write back. */
export type ReadMembers = ReadonlyMap<NetworkKey, readonly ReadMember[]>;

/** Reads the members of all networks; reuses members whose reads are the same as in one of the last years. */
export class MemberMemory {
  readonly #recorded = new Map<NetworkKey, RecordedMembers>();
  readonly #limits: Limits;
  #graph: EnergyGraph | null = null;
  #orders: Orders = {};

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  read(year: MarketYear): ReadMembers {
    const { nodes } = year;
    const graph = (this.#graph ??= new EnergyGraph(nodes.topology));
    const orders = (this.#orders = areEqual(this.#orders, year.orders) ? this.#orders : year.orders);
    return new Map(
      NETWORKS.map((network) => {
        const reader = new MemberReader(network, { ...year, orders });
        const { members, recorded } = this.#membersOf(network.key, graph);
        const values = members.map(() => orders);
        return [network.key, recorded.run(year, values, (index) => reader.member(members[index]!, graph))];
      }),
    );
  }

  /** Marks members as used if they were reused as part of a year. */
  markUsed(members: ReadMembers): void {
    for (const [network, { recorded }] of this.#recorded) recorded.markUsed(members.get(network)!);
  }

  #membersOf(network: NetworkKey, graph: EnergyGraph): RecordedMembers {
    let recordedMembers = this.#recorded.get(network);
    if (recordedMembers === undefined) {
      const members = documentedMembers(graph, network);
      const { years, areas } = this.#limits;
      this.#recorded.set(network, (recordedMembers = { members, recorded: new RecordedCalculations(years, areas) }));
    }
    return recordedMembers;
  }
}

/** The nodes of a network's members, and their recorded calculations. */
interface RecordedMembers {
  readonly members: readonly number[];
  readonly recorded: RecordedCalculations<ReadMember>;
}

const FEVER_DEMAND = "fever-electricity-demand:";

/** Reads the members of one network. */
export class MemberReader implements MemberYear {
  readonly network: Network;
  readonly orders: Orders;
  readonly nodes: EnergyNodes;
  readonly memo: CurveMemo;
  readonly #year: TracedYear;

  constructor(network: Network, year: MarketYear) {
    this.network = network;
    this.orders = year.orders;
    this.nodes = year.nodes;
    this.memo = year.curves.memo;
    this.#year = year;
  }

  /** Reads a node as a member. */
  member(node: number, graph: EnergyGraph = this.nodes): ReadMember {
    const { network, nodes } = this;
    const config = nodes.record(node, network.key);
    if (config === null) throw new HourlyError(`${nodes.key(node)} has no ${network.key}`);
    const member = new Member(network, graph, node, config);
    return new ReadMember(member, readMember(member, this));
  }

  curve(name: string, node: number): AnyCurve<"april"> {
    const { curves, heat } = this.#year;
    if (!name.startsWith(FEVER_DEMAND)) return curves.curve(name, node);
    const group = name.slice(FEVER_DEMAND.length).trim();
    const curve = heat.electricityDemand(group);
    this.nodes.note("electricity for heat", node, group, NaN, curve);
    return curve;
  }

  heatOf(node: number): NodeHeat {
    const { carrier } = this.network;
    const heat = this.#year.heat.heatOf(this.nodes.key(node), carrier);
    this.nodes.note("heat of node", node, carrier, heat.efficiency ?? NaN, heat.output);
    return heat;
  }
}

type MemberType = "consumer" | "flex" | "producer";

/** Nodes that have the block: consumers, flexible members and producers according to their documents, each by key. */
export function documentedMembers(graph: EnergyGraph, network: NetworkKey): readonly number[] {
  return (["consumer", "flex", "producer"] as const).flatMap((type) => documentedMembersOfType(graph, network, type));
}

export function documentedMembersOfType(graph: EnergyGraph, network: NetworkKey, type: MemberType): readonly number[] {
  const { definition } = graph.topology;
  return memoiseForGraph(definition, `${network} members: ${type}`, () => membersOfType(definition, network, type));
}

function membersOfType(graph: GraphDefinition, network: NetworkKey, type: MemberType): readonly number[] {
  const keyOf = (node: number): string => graph.nodes[node]!.key;
  return nodesWithBlock(graph, network)
    .filter((node) => String((graph.nodes[node]!.attributes[network] as { type?: unknown }).type) === type)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}
