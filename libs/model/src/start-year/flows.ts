/**
 * Known demands and shares of one area's start year. Unknown values are null.
 *
 * Demands of nodes and edges are in TJ (kton for molecules). A slot's share is the fraction of its node's demand that
 * flows through it. An edge's child share is its fraction of the consumer's input slot, its parent share the fraction
 * of the supplier's output slot. Shares that follow from known values are computed on the first read **and then
 * kept**: a share computed early does not change when more values become known.
 */
import { divide, isZero, multiply, ONE, type Rational, subtract, sum, toNumber, ZERO } from "@etesian/numeric/rational";
import type { FlowNetwork } from "./network.ts";
import { asNumber, toStored, type Quantity } from "./quantity.ts";

export type Share = "childShare" | "parentShare";

export class Flows {
  readonly network: FlowNetwork;
  readonly nodeDemand: (Rational | null)[];
  readonly edgeDemand: (Rational | null)[];
  readonly slotShare: (Rational | null)[];
  readonly childShare: (Rational | null)[];
  readonly parentShare: (Rational | null)[];
  /** Upper limits of demand, as doubles (infinite for no limit); `recursive` is the sum of the inputs' limits. */
  readonly nodeLimit: (number | "recursive" | null)[];
  readonly edgeLimit: (number | null)[];
  /** 1 for elements that are not solved before the heat groups. */
  readonly paused: Uint8Array;

  constructor(network: FlowNetwork) {
    const { nodes, edges, slots } = network;
    this.network = network;
    this.nodeDemand = nodes.map(() => null);
    this.nodeLimit = nodes.map(() => null);
    this.edgeDemand = edges.map(() => null);
    this.edgeLimit = edges.map(() => null);
    this.childShare = edges.map(() => null);
    this.parentShare = edges.map(() => null);
    this.slotShare = slots.map(() => null);
    this.paused = new Uint8Array(nodes.length + edges.length);
  }

  /** Sum of the demands of a slot's edges: null while one is unknown, zero if there are no edges. */
  slotDemand(slot: number): Rational | null {
    return strictSum(this.network.slots[slot]!.edges, (edge) => this.edgeDemand[edge]!);
  }

  /** Share of a slot. `asSibling`: another slot on the same side requests it, which ends the recursion. */
  shareOfSlot(slot: number, asSibling = false): Rational | null {
    const storedShare = this.slotShare[slot]!;
    if (storedShare !== null) return storedShare;
    const share = this.#deriveSlotShare(slot, asSibling);
    if (share === null) return null;
    return (this.slotShare[slot] = toStored(share));
  }

  #deriveSlotShare(slot: number, asSibling: boolean): Quantity | null {
    const { node, side, elastic, edges } = this.network.slots[slot]!;
    const links = this.network.nodes[node]!;
    const slots = side === "input" ? links.inSlots : links.outSlots;
    if (slots.length === 1) return ONE;
    const otherSlots = slots.filter((other) => other !== slot && !this.network.slots[other]!.elastic);
    if (elastic) {
      const otherShares = this.#sumOfShares(otherSlots, false);
      return otherShares === null ? null : subtract(ONE, otherShares);
    }
    const demand = this.slotDemand(slot);
    if (demand === null) return null;
    const nodeDemand = this.nodeDemand[node] ?? strictSum(slots, (slot) => this.slotDemand(slot));
    if (nodeDemand === null) return null;
    if (!isZero(nodeDemand)) return divide(demand, nodeDemand);
    if (edges.every((edge) => this.network.edges[edge]!.kind === "overflow")) return ZERO;
    const otherShares = asSibling ? null : this.#sumOfShares(otherSlots, true);
    // Only here does the reference subtract from 1 in doubles.
    return otherShares === null ? null : 1 - toNumber(otherShares);
  }

  #sumOfShares(slots: readonly number[], asSiblings: boolean): Rational | null {
    return strictSum(slots, (slot) => this.shareOfSlot(slot, asSiblings));
  }

  /** Input of an edge's consumer through the edge's slot: node demand × slot share. */
  inputOf(edge: number): Rational | null {
    const { consumer, inSlot } = this.network.edges[edge]!;
    return this.#throughSlot(consumer, inSlot);
  }

  /** Output of an edge's supplier through the edge's slot: node demand × slot share. */
  outputOf(edge: number): Rational | null {
    const { supplier, outSlot } = this.network.edges[edge]!;
    return this.#throughSlot(supplier, outSlot);
  }

  /** The flow that a slot should carry, given its node's demand. */
  expectedSlotDemand(slot: number): Rational | null {
    return this.#throughSlot(this.network.slots[slot]!.node, slot);
  }

  #throughSlot(node: number, slot: number): Rational | null {
    const demand = this.nodeDemand[node]!;
    if (demand === null) return null;
    const share = this.shareOfSlot(slot);
    return share === null ? null : multiply(demand, share);
  }

  shareOfEdge(edge: number, share: Share): Rational | null {
    const value = this[share][edge]!;
    if (value !== null) return value;
    const derivedShare = share === "childShare" ? this.#deriveChildShare(edge) : this.#deriveParentShare(edge);
    return (this[share][edge] = derivedShare);
  }

  #deriveChildShare(edge: number): Rational | null {
    const { inSlot, consumer } = this.network.edges[edge]!;
    if (this.network.slots[inSlot]!.edges.length === 1) return ONE;
    const demand = this.edgeDemand[edge]!;
    if (demand !== null && isZero(demand)) return ZERO;
    const consumerDemand = this.nodeDemand[consumer]!;
    if (consumerDemand === null) return null;
    if (isZero(consumerDemand)) return ONE;
    return demand === null ? null : quotient(demand, this.inputOf(edge));
  }

  #deriveParentShare(edge: number): Rational | null {
    const { outSlot, supplier } = this.network.edges[edge]!;
    if (this.network.slots[outSlot]!.edges.length === 1) return ONE;
    const demand = this.edgeDemand[edge]!;
    if (demand === null) return null;
    if (isZero(demand)) return ZERO;
    return this.nodeDemand[supplier] === null ? null : quotient(demand, this.outputOf(edge));
  }

  /** Upper limit of a node's demand, null if it has none; `sumInputs` returns the sum of its inputs' limits instead. */
  limitOfNode(node: number, sumInputs = false): number | null {
    const limit = this.nodeLimit[node]!;
    if (limit !== "recursive" && !(limit === null && sumInputs)) return limit;
    const edges = this.network.nodes[node]!.inEdges;
    let total: number | null = edges.length === 0 ? null : 0;
    for (const edge of edges) {
      const part: number | null = this.limitOfEdge(edge, true);
      if (part === null) return (this.nodeLimit[node] = null);
      total = (total ?? 0) + part;
    }
    return (this.nodeLimit[node] = total);
  }

  /** Upper limit of an edge's demand, null when unknown. */
  limitOfEdge(edge: number, sumInputs = false): number | null {
    const storedLimit = this.edgeLimit[edge]!;
    if (storedLimit !== null) return storedLimit;
    const { kind, priority, supplier, outSlot } = this.network.edges[edge]!;
    let limit: number | null = Number.POSITIVE_INFINITY;
    if (kind !== "flexible" || priority !== null) limit = this.limitOfNode(supplier, sumInputs);
    if (limit !== null && limit !== Number.POSITIVE_INFINITY) {
      const share = this.shareOfSlot(outSlot);
      limit = share === null ? null : limit * asNumber(share);
    }
    return (this.edgeLimit[edge] = limit);
  }
}

/** Sum over all items; null as soon as one is unknown, without evaluating later items. Zero if there are no items. */
export function strictSum(items: readonly number[], valueOf: (item: number) => Rational | null): Rational | null {
  const values: Rational[] = [];
  for (const item of items) {
    const value = valueOf(item);
    if (value === null) return null;
    values.push(value);
  }
  return sum(values);
}

/** A quotient of known, consistent amounts; null if it is undefined. */
function quotient(part: Rational, total: Rational | null): Rational | null {
  return total === null || isZero(total) ? null : divide(part, total);
}
