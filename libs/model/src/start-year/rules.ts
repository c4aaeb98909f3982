/**
 * Rules that derive an unknown demand from known values. Each rule returns the demand, or null if it does not apply.
 * The first rule that applies to an element determines its demand.
 *
 * Most rules concern one end of an edge, and are the same for both ends: the supplier's output (with parent shares)
 * and the consumer's input (with child shares).
 */
import { divide, isZero, multiply, ONE, type Rational, subtract, sum, toNumber, ZERO } from "@etesian/numeric/rational";
import { strictSum, type Flows } from "./flows.ts";
import type { Edge, EdgeKind, FlowNetwork, NodeLinks } from "./network.ts";
import { asNumber, isLess, type Quantity } from "./quantity.ts";

/** One end of an edge. */
interface End {
  readonly node: (edge: Edge) => number;
  readonly slot: (edge: Edge) => number;
  readonly slots: (node: NodeLinks) => readonly number[];
  readonly edges: (node: NodeLinks) => readonly number[];
  /** The amount that flows through the edge's slot at this end. */
  readonly amount: (flows: Flows, edge: number) => Rational | null;
  /** The edge's share of its slot at this end. */
  readonly share: (flows: Flows, edge: number) => Rational | null;
}

const SUPPLIER: End = {
  node: (edge) => edge.supplier,
  slot: (edge) => edge.outSlot,
  slots: (node) => node.outSlots,
  edges: (node) => node.outEdges,
  amount: (flows, edge) => flows.outputOf(edge),
  share: (flows, edge) => flows.shareOfEdge(edge, "parentShare"),
};

const CONSUMER: End = {
  node: (edge) => edge.consumer,
  slot: (edge) => edge.inSlot,
  slots: (node) => node.inSlots,
  edges: (node) => node.inEdges,
  amount: (flows, edge) => flows.inputOf(edge),
  share: (flows, edge) => flows.shareOfEdge(edge, "childShare"),
};

type Rule = (flows: Flows, index: number) => Quantity | null;

const NODE_RULES: readonly Rule[] = [
  fromCompleteEdge(SUPPLIER),
  fromCompleteEdge(CONSUMER),
  fromCompleteSlot(SUPPLIER),
  fromCompleteSlot(CONSUMER),
  fromPartialSlot(SUPPLIER),
  fromPartialSlot(CONSUMER),
];

const PLAIN_EDGE_RULES: readonly Rule[] = [
  byShare(SUPPLIER),
  byShare(CONSUMER),
  wholeAmount(SUPPLIER),
  wholeAmount(CONSUMER),
  fillSlot(SUPPLIER),
  fillSlot(CONSUMER),
  fillNode(SUPPLIER),
  fillNode(CONSUMER),
];

const EDGE_RULES: { readonly [kind in EdgeKind]: readonly Rule[] } = {
  plain: PLAIN_EDGE_RULES,
  circular: PLAIN_EDGE_RULES,
  flexible: [wholeAmount(SUPPLIER), fillSlot(SUPPLIER), fillFlexibly, byShare(SUPPLIER), byShare(CONSUMER)],
  overflow: [fillOverflow, wholeAmount(CONSUMER)],
};

/** Derives the demand of a node that has none; null if no rule applies. */
export function deriveNodeDemand(flows: Flows, node: number): Quantity | null {
  return applyFirst(NODE_RULES, flows, node);
}

/**
 * Derives the demand of an edge that has none; null if no rule applies. It never exceeds the consumer's input or the
 * supplier's output of the carrier, if they are known.
 */
export function deriveEdgeDemand(flows: Flows, edge: number): Quantity | null {
  let demand = applyFirst(EDGE_RULES[flows.network.edges[edge]!.kind], flows, edge);
  if (demand === null) return null;
  for (const limit of [flows.inputOf(edge), flows.outputOf(edge)]) {
    if (limit !== null && isLess(limit, demand)) demand = limit;
  }
  return demand;
}

function applyFirst(rules: readonly Rule[], flows: Flows, index: number): Quantity | null {
  for (const rule of rules) {
    const demand = rule(flows, index);
    if (demand !== null) return demand;
  }
  return null;
}

// Nodes ---------------------------------------------------------------------------------------------------------------

/** From an edge whose demand and share are known: demand / edge share / slot share. */
function fromCompleteEdge(end: End): Rule {
  return (flows, node) => {
    for (const slot of usableSlots(flows, node, end)) {
      for (const edge of flows.network.slots[slot]!.edges) {
        const demand = flows.edgeDemand[edge]!;
        if (demand === null) continue;
        const share = end.share(flows, edge);
        if (share === null || isZero(share)) continue;
        return divide(divide(demand, share), flows.shareOfSlot(slot)!);
      }
    }
    return null;
  };
}

/** From a slot whose edges all have demands: their sum / slot share. */
function fromCompleteSlot(end: End): Rule {
  return (flows, node) => {
    for (const slot of end.slots(flows.network.nodes[node]!)) {
      const share = flows.shareOfSlot(slot);
      if (share === null || isZero(share) || flows.network.slots[slot]!.edges.length === 0) continue;
      const demand = flows.slotDemand(slot);
      if (demand !== null) return divide(demand, share);
    }
    return null;
  };
}

/** From a slot in which some edges have demands and the others have shares. */
function fromPartialSlot(end: End): Rule {
  return (flows, node) => {
    for (const slot of end.slots(flows.network.nodes[node]!)) {
      const share = flows.shareOfSlot(slot);
      if (share === null || isZero(share)) continue;
      const { edges } = flows.network.slots[slot]!;
      if (!edges.every((edge) => flows.edgeDemand[edge] !== null || end.share(flows, edge) !== null)) continue;
      const demand = sum(edges.map((edge) => flows.edgeDemand[edge]!).filter((demand) => demand !== null));
      if (isZero(demand)) continue;
      const shares = edges.map((edge) => end.share(flows, edge));
      if (shares.every((share) => share === null)) continue;
      const openShares = shares.filter((share, index) => share !== null && flows.edgeDemand[edges[index]!] === null);
      const remainder = subtract(ONE, sum(openShares.map((share) => share!)));
      if (isZero(remainder)) {
        const { key } = flows.network.nodes[node]!;
        const { carrier } = flows.network.slots[slot]!;
        throw new RangeError(`the shares of the ${carrier} edges of ${key} that have no demand add up to 1`);
      }
      return divide(divide(demand, remainder), share);
    }
    return null;
  };
}

/** Slots of a side with a non-zero share. The call derives and stores the shares of all slots on the side. */
function usableSlots(flows: Flows, node: number, end: End): readonly number[] {
  return end.slots(flows.network.nodes[node]!).filter((slot) => {
    const share = flows.shareOfSlot(slot);
    return share !== null && !isZero(share);
  });
}

// Edges ---------------------------------------------------------------------------------------------------------------

/** Amount at one end × the edge's share of it. */
function byShare(end: End): Rule {
  return (flows, edge) => {
    const amount = end.amount(flows, edge);
    if (amount === null) return null;
    const share = end.share(flows, edge);
    return share === null ? null : multiply(amount, share);
  };
}

/** The amount at one end, if the slot has no other edge (apart from overflow edges on the supplier's side). */
function wholeAmount(end: End): Rule {
  return (flows, edge) => {
    const amount = end.amount(flows, edge);
    if (amount === null) return null;
    const { edges } = flows.network.slots[end.slot(flows.network.edges[edge]!)]!;
    const rivals = end === SUPPLIER ? edges.filter((other) => flows.network.edges[other]!.kind !== "overflow") : edges;
    return rivals.length === 1 ? amount : null;
  };
}

/** The slot's flow less the demands of its other edges. */
function fillSlot(end: End): Rule {
  return (flows, edge) => {
    const { [edge]: definition } = flows.network.edges;
    const demand = flows.nodeDemand[end.node(definition!)]!;
    if (demand === null) return null;
    const slot = end.slot(definition!);
    const share = flows.shareOfSlot(slot);
    if (share === null) return null;
    const { edges } = flows.network.slots[slot]!;
    return areOthersKnown(flows, edge, edges) ? remainderAfter(multiply(demand, share), flows, edges) : null;
  };
}

/** The node's demand less the demands of its other edges, in all slots. The reference subtracts in doubles here. */
function fillNode(end: End): Rule {
  return (flows, edge) => {
    const node = end.node(flows.network.edges[edge]!);
    const demand = flows.nodeDemand[node]!;
    if (demand === null) return null;
    const edges = end.edges(flows.network.nodes[node]!);
    return areOthersKnown(flows, edge, edges) ? remainderAfter(toNumber(demand), flows, edges) : null;
  };
}

/**
 * The flow of the consumer's slot less the demands of its other edges, limited to the amount that the supplier can
 * deliver. An edge with a priority waits until its supplier's limit is known, but not for flexible edges of lower
 * priority.
 */
function fillFlexibly(flows: Flows, edge: number): Quantity | null {
  const { network } = flows;
  const { reversed, priority, supplier, consumer, inSlot } = network.edges[edge]!;
  if (reversed) return null;
  if (priority !== null && flows.limitOfNode(supplier) === null) return null;
  const demand = flows.nodeDemand[consumer] ?? demandFromOutputs(flows, supplier, consumer);
  if (demand === null) return null;
  const share = flows.shareOfSlot(inSlot);
  if (share === null) return null;
  const { edges } = network.slots[inSlot]!;
  const canWait = (other: number): boolean =>
    network.edges[other]!.kind === "flexible" && rank(network, other) < rank(network, edge);
  if (!edges.every((other) => other === edge || flows.edgeDemand[other] !== null || canWait(other))) return null;
  const remainder = remainderAfter(multiply(demand, share), flows, edges);
  const limit = flows.limitOfEdge(edge);
  return limit !== null && isLess(limit, remainder) ? limit : remainder;
}

function rank(network: FlowNetwork, edge: number): number {
  return network.edges[edge]!.priority ?? Number.NEGATIVE_INFINITY;
}

/** Demand of a node as the sum of its outputs, with overflow edges if they are known or lead back to the supplier. */
function demandFromOutputs(flows: Flows, supplier: number, node: number): Rational | null {
  const edges = flows.network.nodes[node]!.outEdges.filter((edge) => {
    const { kind, consumer } = flows.network.edges[edge]!;
    return flows.edgeDemand[edge] !== null || kind !== "overflow" || consumer === supplier;
  });
  return sumOfSome(flows, edges);
}

function areOthersKnown(flows: Flows, edge: number, edges: readonly number[]): boolean {
  return edges.every((other) => other === edge || flows.edgeDemand[other] !== null);
}

/** An amount less the known demands of edges, at least zero. */
function remainderAfter(amount: Quantity, flows: Flows, edges: readonly number[]): Quantity {
  const knownDemand = sum(edges.map((edge) => flows.edgeDemand[edge]!).filter((demand) => demand !== null));
  if (isLess(amount, knownDemand)) return ZERO;
  return typeof amount === "number" ? amount - asNumber(knownDemand) : subtract(amount, knownDemand);
}

/**
 * The supplier's surplus: its supply less its other demands. Zero while the edge in the opposite direction is in use.
 */
function fillOverflow(flows: Flows, edge: number): Quantity | null {
  const { network } = flows;
  const { supplier, consumer, outSlot } = network.edges[edge]!;
  const { inEdges, outEdges } = network.nodes[supplier]!;

  const hasLoop = inEdges.some((other) => network.edges[other]!.supplier === consumer);
  const demand =
    outEdges.length === 1 && !hasLoop
      ? ZERO
      : sumOfSome(
          flows,
          outEdges.filter((other) => other !== edge),
        );
  if (demand === null) return null;
  const supply = inEdges.length === 0 ? flows.nodeDemand[supplier]! : sumOfSome(flows, inEdges.filter(isUnrelated));
  if (supply === null) return null;

  const oppositeEdge = network.nodes[consumer]!.outEdges.find((other) => network.edges[other]!.consumer === supplier);
  if (oppositeEdge !== undefined && !isZero(flows.edgeDemand[oppositeEdge] ?? ZERO)) return ZERO;
  const throughput = multiply(supply, flows.shareOfSlot(outSlot) ?? ONE);
  if (isLess(demand, throughput)) return subtract(throughput, demand);
  return isZero(demand) ? throughput : ZERO;

  function isUnrelated(other: number): boolean {
    const { supplier: source, kind, reversed } = network.edges[other]!;
    const isOpen = flows.edgeDemand[other] === null && kind === "flexible" && !reversed;
    return source !== consumer && !isOpen;
  }
}

/** Sum of the edges' demands; null if one is unknown, or if there are no edges. */
function sumOfSome(flows: Flows, edges: readonly number[]): Rational | null {
  return edges.length === 0 ? null : strictSum(edges, (edge) => flows.edgeDemand[edge]!);
}
