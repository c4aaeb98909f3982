/**
 * Recursive factors: the upstream effect of 1 MJ at a node.
 *
 * A *strategy* decides where the walk towards the suppliers stops and with which value, given the edge through which it
 * entered the node. If the strategy returns nil (NaN), the factor is a sum over the node's input edges. That sum
 * depends only on the node and is cached per strategy and node. Instead of enumerating all paths, the walk passes over
 * each edge once, and multiplies and adds the same numbers in the same order.
 *
 * Suppliers can form a loop, because shares determine the potential supplier if nothing flows. A walk into a loop
 * without a stopping node would not end. The reference overflows its stack and responds with an internal error. Here
 * the walk throws a `GqlError` once it has more steps than there are nodes.
 */
import { GqlError } from "@etesian/gql";
import { CompensatedSum, isNil } from "@etesian/numeric";
import { netConversion, parentShare } from "../../graph/state/slots.ts";
import { memoise, type NodeFormula } from "./formula.ts";
import type { GraphObjects } from "../objects/objects.ts";

export interface Strategy {
  /** The cache key of the sums (`columnId` of a name): the same id means the same sums. */
  readonly id: number;
  /**
   * Value of the walk at a node entered through `edge` (−1 if the walk starts here). NaN (nil) continues the walk. May
   * throw GqlError.
   */
  stop(graph: GraphObjects, node: number, edge: number): number;
  /** Weight of a node on the path for `factorWithLosses`; 1 if absent. */
  weight?(graph: GraphObjects, node: number): number;
}

/** Reusable sums: a walk uses one per node. A walk that throws leaves its sums to the garbage collector. */
const idleSums: CompensatedSum[] = [];

function finishSum(sum: CompensatedSum): number {
  const { total } = sum;
  sum.clear();
  idleSums.push(sum);
  return total;
}

/** Factor of a flow including upstream losses, for amounts (demand, CO2) that must be supplied for 1 MJ at the node. */
export function factorWithLosses(
  graph: GraphObjects,
  node: number,
  edge: number,
  strategy: Strategy,
  steps: number = 0,
): number {
  if (graph.traits.recursiveFactorIgnore[node] === 1) return 0;
  const stopValue = strategy.stop(graph, node, edge);
  if (!isNil(stopValue)) return stopValue;

  const cachedFactor = graph.factors.get(strategy.id, node);
  if (cachedFactor !== undefined) return cachedFactor;
  checkLoop(graph, node, steps);

  const { start, items } = graph.topology.inputEdges;
  const sum = idleSums.pop() ?? new CompensatedSum();
  const weight = strategy.weight === undefined ? 1 : strategy.weight(graph, node);
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
    const input = items[i]!;
    const supplier = graph.topology.supplier[input]!;
    const share = demandingShare(graph, node, input);
    const compensation = outputCompensationFactor(graph, supplier) as number;
    sum.add(
      share === 0 || compensation === 0 || weight === 0
        ? 0
        : share * compensation * weight * factorWithLosses(graph, supplier, input, strategy, steps + 1),
    );
  }
  const factor = finishSum(sum);
  graph.factors.set(strategy.id, node, factor);
  return factor;
}

/**
 * Factor of a property of the supply mix, excluding losses, for figures per MJ (prices, contents). As a `value`, the
 * result is an average over the inputs even if they do not add up to 1. As a `factor`, it is weighted by the input
 * conversions.
 */
export function factorWithoutLosses(
  graph: GraphObjects,
  node: number,
  edge: number,
  strategy: Strategy,
  kind: "factor" | "value",
  steps: number = 0,
): number {
  if (graph.traits.recursiveFactorIgnore[node] === 1) return 0;
  const stopValue = strategy.stop(graph, node, edge);
  if (!isNil(stopValue)) return stopValue;

  const cachedFactor = graph.factors.get(strategy.id, node);
  if (cachedFactor !== undefined) return cachedFactor;
  checkLoop(graph, node, steps);

  const { start, items } = graph.topology.inputEdges;
  const sum = idleSums.pop() ?? new CompensatedSum();
  const compensation = kind === "value" ? inputCompensationFactor(graph, node) : 1;
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
    const input = items[i]!;
    const netShare = graph.netShare(input);
    const share = isNil(netShare) ? 1 : netShare;
    const conversion = netConversion(graph.state, graph.topology.inputSlot[input]!);
    sum.add(
      share === 0 || conversion === 0
        ? 0
        : share *
            factorWithoutLosses(graph, graph.topology.supplier[input]!, input, strategy, kind, steps + 1) *
            conversion *
            compensation,
    );
  }
  const factor = finishSum(sum);
  graph.factors.set(strategy.id, node, factor);
  return factor;
}

/**
 * Throws `GqlError` if a walk has more steps than there are nodes. Such a walk is in a loop. Its path is always the
 * same, so the node is part of the loop.
 */
export function checkLoop(graph: GraphObjects, node: number, steps: number): void {
  if (steps > graph.topology.nodeCount) {
    const { key } = graph.nodes.at(node);
    throw new GqlError(`${key} supplies itself through its suppliers, so its energy has no origin`);
  }
}

/** Whether a factor that starts at the node is an empty sum, an Integer 0 (see `Num`). */
export function isEmptySum(graph: GraphObjects, node: number, strategy: Strategy): boolean {
  const { start } = graph.topology.inputEdges;
  if (start[node] !== start[node + 1] || graph.traits.recursiveFactorIgnore[node] === 1) return false;
  const stopValue = strategy.stop(graph, node, -1);
  return isNil(stopValue);
}

/** The share of the node's demand that an input edge covers; 0 for losses, without demand, or if it is not finite. */
function demandingShare(graph: GraphObjects, node: number, edge: number): number {
  const { topology, state, traits } = graph;
  if (topology.edgeCarrier[edge] === traits.carriers.loss || topology.treatAsLoss[edge] === 1) return 0;
  const share = zeroIfNil(graph.netDemand(edge)) / zeroIfNil(state.demand[node]!);
  return Number.isFinite(share) ? share : 0;
}

function zeroIfNil(value: number): number {
  return isNil(value) ? 0 : value;
}

/** Conversion of the loss output. */
export const lossOutputConversion: NodeFormula = memoise("loss_output_conversion", (graph, node) =>
  graph.outputConversion(node, graph.traits.carriers.loss),
);

/** The share of the output that leaves through edges marked as losses. */
export const treatAsLossOutputConversion = memoise("treat_as_loss_output_conversion", (graph, node) => {
  const { topology, state, traits } = graph;
  const { start, items } = topology.outputSlots;
  if (start[node] === start[node + 1]) return 0n;
  const sum = new CompensatedSum();
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
    const slot = items[i]!;
    if (topology.slotCarrier[slot] === traits.carriers.loss) continue;
    const conversion = netConversion(state, slot);
    if (conversion === 0) continue;
    const lossShares = new CompensatedSum();
    for (let k = topology.slotEdges.start[slot]!, last = topology.slotEdges.start[slot + 1]!; k < last; k++) {
      const edge = topology.slotEdges.items[k]!;
      if (topology.treatAsLoss[edge] === 0) continue;
      const parent = parentShare(state, edge);
      const share = isNil(parent) ? zeroIfNil(state.edgeShare[edge]!) : parent;
      lossShares.add(share < 0 ? 0 : share);
    }
    sum.add(conversion * Math.min(1, Math.max(0, lossShares.total)));
  }
  return sum.total;
});

/** The factor by which an amount grows when the losses of the supplying node are included. */
export const outputCompensationFactor = memoise("output_compensation_factor", (graph, node) => {
  const loss = Number(lossOutputConversion(graph, node)) + Number(treatAsLossOutputConversion(graph, node));
  return (loss >= 1 ? 0 : 1 / (1 - loss)) * outputEfficiencyCompensationFactor(graph, node);
});

/** 1 / Σ conversions of outputs other than loss and coupling if that sum exceeds 1, otherwise 1. */
export function outputEfficiencyCompensationFactor(graph: GraphObjects, node: number): number {
  const { start, items } = graph.topology.outputSlots;
  const { loss, coupling } = graph.traits.carriers;
  const sum = new CompensatedSum();
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
    const carrier = graph.topology.slotCarrier[items[i]!]!;
    if (carrier !== loss && carrier !== coupling) sum.add(netConversion(graph.state, items[i]!));
  }
  return sum.total > 1 ? 1 / sum.total : 1;
}

/** 1 / Σ conversions of inputs other than coupling; Infinity without inputs. */
export function inputCompensationFactor(graph: GraphObjects, node: number): number {
  const { start, items } = graph.topology.inputSlots;
  const sum = new CompensatedSum();
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
    if (graph.topology.slotCarrier[items[i]!] !== graph.traits.carriers.coupling) {
      sum.add(netConversion(graph.state, items[i]!));
    }
  }
  return 1 / sum.total;
}

/** 1 / (1 − loss conversion); 0 if the loss is total. */
export function lossCompensationFactor(graph: GraphObjects, node: number): number {
  const loss = Number(lossOutputConversion(graph, node));
  return loss === 1 ? 0 : 1 / (1 - loss);
}

export const treatAsLossCompensationFactor = memoise("treat_as_loss_compensation_factor", (graph, node) => {
  const lossConversion = Number(treatAsLossOutputConversion(graph, node));
  return lossConversion === 0 ? 1 : lossConversion >= 1 ? 0 : 1 / (1 - lossConversion);
});
