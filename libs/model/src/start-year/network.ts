/**
 * The solver's view of a model: nodes, their slots, and edges between them, energy and molecules in one graph.
 * Structure only, the same for all areas; amounts and shares are in `Flows`.
 *
 * All lists are by index. An edge leads from a supplier to a consumer, through one output slot of the supplier and one
 * input slot of the consumer. An *element* is a node (its index) or an edge (number of nodes + its index).
 */

/**
 * - `overflow`: takes the surplus of its supplier, against the direction of an ordinary edge;
 * - `flexible`: supplies the demand that the other edges of the consumer's slot do not supply;
 * - `circular`: an ordinary edge that closes a loop, ignored when elements are ordered;
 * - `plain`: all others.
 */
export type EdgeKind = "plain" | "circular" | "flexible" | "overflow";

export interface SlotSpec {
  readonly carrier: string;
  /** Whether its share is 1 minus the shares of the other slots on its side. */
  readonly elastic: boolean;
}

export interface NodeSpec {
  readonly key: string;
  readonly inputs: readonly SlotSpec[];
  readonly outputs: readonly SlotSpec[];
}

export interface EdgeSpec {
  readonly key: string;
  readonly supplier: number;
  readonly consumer: number;
  readonly carrier: string;
  readonly kind: EdgeKind;
  readonly reversed: boolean;
  /** Among flexible edges into one slot, higher numbers deliver first, and edges without a number last. */
  readonly priority: number | null;
}

export interface NodeLinks {
  readonly inSlots: readonly number[];
  readonly outSlots: readonly number[];
  readonly inEdges: readonly number[];
  readonly outEdges: readonly number[];
}

export interface Slot extends SlotSpec {
  readonly node: number;
  readonly side: "input" | "output";
  readonly edges: readonly number[];
}

export interface Edge extends EdgeSpec {
  readonly outSlot: number;
  readonly inSlot: number;
}

export interface FlowNetwork {
  readonly nodes: readonly (NodeSpec & NodeLinks)[];
  readonly slots: readonly Slot[];
  readonly edges: readonly Edge[];
  /** Elements in the order of the solver: suppliers before consumers. */
  readonly order: readonly number[];
}

/**
 * Connects nodes and edges, both in ascending order of their keys. (The order affects results where an area's data
 * are slightly inconsistent.) Slots that only edges imply come after slots that nodes declare.
 *
 * Throws `RangeError` when edges other than circular and overflow ones form a cycle.
 */
export function buildNetwork(nodeSpecs: readonly NodeSpec[], edgeSpecs: readonly EdgeSpec[]): FlowNetwork {
  const slots: (Slot & { edges: number[] })[] = [];
  const nodes = nodeSpecs.map((spec) => ({
    ...spec,
    inSlots: [] as number[],
    outSlots: [] as number[],
    inEdges: [] as number[],
    outEdges: [] as number[],
  }));

  const addSlot = (node: number, side: Slot["side"], spec: SlotSpec): number => {
    const list = side === "input" ? nodes[node]!.inSlots : nodes[node]!.outSlots;
    const existingSlot = list.find((slot) => slots[slot]!.carrier === spec.carrier);
    if (existingSlot !== undefined) return existingSlot;
    list.push(slots.push({ ...spec, node, side, edges: [] }) - 1);
    return slots.length - 1;
  };

  for (const [index, node] of nodes.entries()) {
    for (const spec of node.outputs) addSlot(index, "output", spec);
    for (const spec of node.inputs) addSlot(index, "input", spec);
  }
  const edges = edgeSpecs.map((spec, index): Edge => {
    const slot = { carrier: spec.carrier, elastic: false };
    const outSlot = addSlot(spec.supplier, "output", slot);
    const inSlot = addSlot(spec.consumer, "input", slot);
    slots[outSlot]!.edges.push(index);
    slots[inSlot]!.edges.push(index);
    nodes[spec.supplier]!.outEdges.push(index);
    nodes[spec.consumer]!.inEdges.push(index);
    return { ...spec, outSlot, inSlot };
  });

  const order: number[] = [];
  for (const node of consumersFirst(nodes, edges)) {
    order.push(node, ...nodes[node]!.outEdges.map((edge) => nodes.length + edge));
  }
  return { nodes, slots, edges, order: order.toReversed() };
}

/** Depth-first post-order over the edges that order nodes: a node comes after all its consumers. */
function consumersFirst(nodes: readonly (NodeSpec & NodeLinks)[], edges: readonly Edge[]): number[] {
  const UNSEEN = 0;
  const OPEN = 1;
  const DONE = 2;
  const state = new Uint8Array(nodes.length);
  const sorted: number[] = [];
  for (const start of nodes.keys()) {
    if (state[start] !== UNSEEN) continue;
    state[start] = OPEN;
    const path = [{ node: start, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const index = nodes[top.node]!.outEdges[top.next++];
      if (index === undefined) {
        state[top.node] = DONE;
        sorted.push(top.node);
        path.pop();
        continue;
      }
      const { kind, consumer } = edges[index]!;
      if (kind === "overflow" || kind === "circular" || consumer === top.node) continue;
      if (state[consumer] === OPEN) {
        const cycle = path.slice(path.findIndex(({ node }) => node === consumer)).map(({ node }) => nodes[node]!.key);
        throw new RangeError(
          `the edges between ${[...cycle, cycle[0]].join(", ")} form a cycle; expected one of them to be circular`,
        );
      }
      if (state[consumer] === DONE) continue;
      state[consumer] = OPEN;
      path.push({ node: consumer, next: 0 });
    }
  }
  return sorted;
}
