/**
 * The matching of suppliers and consumers in a heat group (hot water, space heating …), done before the first pass,
 * which uses the shares. Matching therefore reads the numbers of units before that pass.
 */
import { isNil } from "@etesian/numeric";
import { type EnergyGraph, type EnergyNodes, HourlyError, mapIn, numberIn, textIn } from "../energy-nodes.ts";
import { HEAT } from "./heat-devices.ts";
import { matchHeat } from "./matching.ts";

/** A group's name, and its members in the order in which they are matched. */
export interface FeverSettings {
  readonly name: string;
  readonly suppliers: readonly string[];
  readonly consumers: readonly string[];
}

export interface MatchedGroup {
  readonly name: string;
  readonly suppliers: readonly MatchedSupplier[];
  readonly consumers: readonly MatchedConsumer[];
}

export interface MatchedSupplier {
  readonly node: number;
  readonly key: string;
  readonly units: number;
  readonly technology: string;
}

export interface MatchedConsumer {
  readonly node: number;
  readonly key: string;
  /** Matches by technology type. */
  readonly matches: ReadonlyMap<string, readonly HeatShare[]>;
}

/** A supplier covers a share of a consumer's demand. */
export interface HeatShare {
  /** Index among the suppliers of the group. */
  readonly supplier: number;
  readonly share: number;
  /** The node at the other end of the consumer's edge: the supplier, or the aggregator that it delivers to. */
  readonly edgeSupplier: number;
}

/** Matches suppliers to consumers, both in the given orders, and writes the shares into the year. */
export function matchGroup(nodes: EnergyNodes, settings: FeverSettings): MatchedGroup {
  const suppliers = settings.suppliers.map((key): MatchedSupplier => {
    const node = nodes.index(key);
    const technology = textIn(nodes.record(node, "fever"), "technology_curve_type") ?? "default";
    return { node, key, units: nodes.number(node, "number_of_units"), technology };
  });
  // Without suppliers there are no consumers.
  const consumers = (settings.suppliers.length === 0 ? [] : settings.consumers).map((key) => {
    const node = nodes.index(key);
    const types = Object.keys(mapIn(nodes.record(node, "fever"), "curve"));
    return { node, key, matches: new Map(types.map((type): [string, HeatShare[]] => [type, []])) };
  });
  const shares = suppliers.map(({ node }) => {
    const share = numberIn(nodes.record(node, "fever"), "share_in_group");
    return isNil(share) ? 0 : share;
  });
  for (const { node } of consumers) clearShares(nodes, node);
  const units = consumers.map(({ node }) => nodes.number(node, "number_of_units"));
  for (const { supplier, consumer, share } of matchHeat(shares, units)) {
    const { node, key, technology } = suppliers[supplier]!;
    const matches = consumers[consumer]!.matches.get(technology);
    if (matches === undefined)
      throw new HourlyError(`${consumers[consumer]!.key} has no curve for technology type ${technology} of ${key}`);
    const match = { supplier, share, edgeSupplier: supplyingNode(nodes, node) };
    matches.push(match);
    writeShare(nodes, consumers[consumer]!, match);
  }
  return { name: settings.name, suppliers, consumers };
}

/** Writes the shares of the suppliers in a consumer's heat; other suppliers get 0. */
export function writeShares(nodes: EnergyNodes, consumer: MatchedConsumer): void {
  clearShares(nodes, consumer.node);
  for (const matches of consumer.matches.values()) for (const match of matches) writeShare(nodes, consumer, match);
}

function clearShares(nodes: EnergyNodes, consumer: number): void {
  for (const edge of heatInputs(nodes, consumer)) nodes.setShare(edge, 0);
}

function writeShare(nodes: EnergyNodes, { node, key }: MatchedConsumer, { edgeSupplier, share }: HeatShare): void {
  const edge = heatInputs(nodes, node).find((candidate) => nodes.topology.supplier[candidate] === edgeSupplier);
  if (edge === undefined)
    throw new HourlyError(`${key} has no ${HEAT} edge from ${nodes.key(edgeSupplier)}, which supplies it`);
  nodes.setShare(edge, share);
}

const heatInputs = (graph: EnergyGraph, consumer: number): Int32Array =>
  graph.edges(graph.slot(consumer, "input", HEAT));

function supplyingNode(graph: EnergyGraph, supplier: number): number {
  return graph.isInGroup(supplier, "aggregator_producer")
    ? graph.topology.consumer[heatEdge(graph, supplier)]!
    : supplier;
}

/** The edge through which a supplier delivers. */
export function heatEdge(graph: EnergyGraph, supplier: number): number {
  const edge = graph.edges(graph.slot(supplier, "output", HEAT))[0];
  if (edge === undefined)
    throw new HourlyError(`${graph.key(supplier)} delivers ${HEAT} to no consumer; expected one edge`);
  return edge;
}
