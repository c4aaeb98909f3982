/**
 * Memoised passes. The result of a pass depends only on the graph's numbers. If these are bit-identical to a recent
 * pass's numbers, as after every move of a cost slider, the result of that pass is restored.
 */
import { RecentList } from "@etesian/collections";
import { sameBytes } from "@etesian/numeric";
import { DEFAULT_LIMITS } from "../limits.ts";
import { calculate } from "./calculate.ts";
import type { GraphState, NettedSlots, PassState } from "./state/state.ts";

/** The part of a graph that a pass reads and writes. */
interface Flows {
  readonly numbers: Uint8Array;
  readonly netted: readonly NettedNode[];
}

interface NettedNode {
  readonly node: number;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

interface Pass {
  readonly flows: Flows;
  readonly result: Flows;
}

export class PassMemo {
  readonly #passes: RecentList<Pass>;

  /** `limit`: the number of passes cached. */
  constructor(limit: number = DEFAULT_LIMITS.passes) {
    this.#passes = new RecentList(limit);
  }

  /** Calculates a graph in place, like `calculate`. Requires `caching`. */
  calculate(state: GraphState): void {
    if (!state.caching) throw new Error("A pass was run while derived values may still change");
    const cached = this.#passes.find(({ flows }) => isSame(flows, state));
    if (cached !== undefined) return restore(state, cached.result);
    const oldest = this.#passes.takeOldest();
    const newFlows = copyFlows(state, oldest?.flows);
    this.run(state);
    this.#passes.add({ flows: newFlows, result: copyFlows(state, oldest?.result) });
  }

  /** Runs a pass that is not cached. */
  run(state: PassState): void {
    calculate(state);
  }
}

/** Copies the flows of a graph, into the memory of `reusable` if that has the same size. */
function copyFlows({ flows, netted }: GraphState, reusable: Flows | undefined): Flows {
  const numbers = reusable?.numbers.length === flows.length ? reusable.numbers : new Uint8Array(flows.length);
  numbers.set(flows);
  return {
    numbers,
    netted: Array.from(netted, ([node, { inputs, outputs }]) => ({
      node,
      inputs: [...inputs],
      outputs: [...outputs],
    })),
  };
}

function restore(state: GraphState, { numbers, netted }: Flows): void {
  state.flows.set(numbers);
  state.netted.clear();
  for (const { node, inputs, outputs } of netted) {
    state.netted.set(node, { inputs: new Set(inputs), outputs: new Set(outputs) });
  }
}

function isSame({ numbers, netted }: Flows, { flows, netted: currentSlots }: GraphState): boolean {
  if (numbers.length !== flows.length || netted.length !== currentSlots.size) return false;
  if (!sameBytes(numbers, flows)) return false;
  let i = 0;
  for (const [node, slots] of currentSlots) {
    const nettedNode = netted[i++]!;
    if (node !== nettedNode.node || !haveSameSlots(slots, nettedNode)) return false;
  }
  return true;
}

/** Compares the slots in order, because sums depend on it. */
function haveSameSlots({ inputs, outputs }: NettedSlots, nettedNode: NettedNode): boolean {
  return equalsList(inputs, nettedNode.inputs) && equalsList(outputs, nettedNode.outputs);
}

function equalsList(slots: ReadonlySet<number>, list: readonly number[]): boolean {
  if (slots.size !== list.length) return false;
  let i = 0;
  for (const slot of slots) if (slot !== list[i++]) return false;
  return true;
}
