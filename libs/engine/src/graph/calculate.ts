/**
 * One pass over a graph: computes the demands of nodes and the values of edges, then the resulting shares.
 *
 * The pass follows the plan (topology/plan.ts) and, except for netting and edge-based slots, allocates nothing. It does
 * not overwrite existing values: preset demands, demands written before the pass, and edges flagged as calculated.
 */
import { isNil, sumAt } from "@etesian/numeric";
import { EdgeType } from "./topology/kinds.ts";
import { netTransformation } from "./netting.ts";
import { Step } from "./topology/plan.ts";
import { conversion, edgeValues, expectedValue, externalValue, internalValue } from "./state/slots.ts";
import type { PassState } from "./state/state.ts";
import type { IndexLists } from "./topology/index-lists.ts";

/** Calculates the graph in place. */
export function calculate(state: PassState): void {
  const { plan } = state.topology;
  const { steps } = plan;
  startFromPresets(state);

  for (let i = 0; i < steps.length; i += 2) {
    const subject = steps[i + 1]!;
    switch (steps[i]!) {
      case Step.DemandFromSlots:
        if (isNil(state.demand[subject]!)) {
          const inputs = largest(state, state.topology.inputSlots, subject, NaN);
          state.demand[subject] = largest(state, state.topology.outputSlots, subject, inputs);
        }
        break;
      case Step.DemandFromInputs:
        if (isNil(state.demand[subject]!)) {
          state.demand[subject] = largest(state, state.topology.inputSlots, subject, NaN);
        }
        break;
      case Step.DemandFromOutputs:
        if (isNil(state.demand[subject]!)) {
          state.demand[subject] = largest(state, state.topology.outputSlots, subject, NaN);
        }
        break;
      case Step.Share:
        if (state.edgeCalculated[subject] === 0) setEdgeValue(state, subject, calculateShare(state, subject));
        break;
      case Step.Constant:
        if (state.edgeCalculated[subject] === 0) setEdgeValue(state, subject, calculateConstant(state, subject));
        break;
      case Step.Dependent:
        if (state.edgeCalculated[subject] === 0) setEdgeValue(state, subject, calculateDependent(state, subject));
        break;
      case Step.Flexible:
        if (state.edgeCalculated[subject] === 0) setEdgeValue(state, subject, calculateFlexible(state, subject));
        break;
      case Step.InversedFlexible:
        if (state.edgeCalculated[subject] === 0)
          setEdgeValue(state, subject, calculateInversedFlexible(state, subject));
        break;
      case Step.FlexibleGroup:
        calculateGroup(state, plan.flexibleGroups, subject);
        break;
      case Step.Netting:
        netTransformation(state, plan.transformations[subject]!);
        break;
    }
  }
  updateShares(state);
  resetCouplings(state);
}

function startFromPresets({ demand, presetDemand, topology }: PassState): void {
  const { order } = topology.plan;
  for (let i = 0; i < order.length; i++) {
    const node = order[i]!;
    if (isNil(demand[node]!)) demand[node] = presetDemand[node]!;
  }
}

/** The largest demand implied by the slots of one side, or `minimum` if that is larger; NaN without slots. */
function largest(state: PassState, slots: IndexLists, node: number, minimum: number): number {
  const { start, items } = slots;
  const end = start[node + 1]!;
  let result = minimum;
  for (let i = start[node]!; i < end; i++) {
    const value = internalValue(state, items[i]!);
    if (isNil(result) || value > result) result = value;
  }
  return result;
}

function setEdgeValue(state: PassState, edge: number, value: number): void {
  state.edgeValue[edge] = value;
  state.edgeCalculated[edge] = 1;
}

/**
 * The slot to which the share of an edge refers: the consumer's input, or the supplier's output if the edge is
 * reversed.
 */
function shareSlot({ topology }: PassState, edge: number): number {
  return topology.reversed[edge] === 1 ? topology.outputSlot[edge]! : topology.inputSlot[edge]!;
}

/** The slot at the other end. */
function oppositeSlot({ topology }: PassState, edge: number): number {
  return topology.reversed[edge] === 1 ? topology.inputSlot[edge]! : topology.outputSlot[edge]!;
}

function calculateShare(state: PassState, edge: number): number {
  return state.edgeShare[edge]! * expectedValue(state, shareSlot(state, edge));
}

/** An absolute amount, or the supplier's entire output of this carrier if there is none. */
function calculateConstant(state: PassState, edge: number): number {
  const amount = state.edgeShare[edge]!;
  return isNil(amount) ? calculateDependent(state, edge) : amount;
}

/** The supplier's entire output of this carrier. */
function calculateDependent(state: PassState, edge: number): number {
  return expectedValue(state, oppositeSlot(state, edge));
}

/** The supplier's output minus the values of the other edges. */
function calculateInversedFlexible(state: PassState, edge: number): number {
  const slot = oppositeSlot(state, edge);
  const remainder = state.demand[state.topology.supplier[edge]!]! * conversion(state, slot) - edgeValues(state, slot);
  return remainder < 0 ? 0 : remainder;
}

/** The consumer's remaining need, within bounds. */
function calculateFlexible(state: PassState, edge: number): number {
  const slot = shareSlot(state, edge);
  const missing = expectedValue(state, slot) - externalValue(state, slot);
  if (missing < 0 && state.topology.neverNegative[edge] === 1) return 0;
  const limit = maximumOf(state, edge);
  return missing > limit ? limit : missing;
}

/** The edge's own maximum, or its supplier's; NaN if neither has one. 0 is a valid maximum. */
function maximumOf(state: PassState, edge: number): number {
  const ownMaximum = state.edgeMaxDemand[edge]!;
  return isNil(ownMaximum) ? state.maxDemand[state.topology.supplier[edge]!]! : ownMaximum;
}

/**
 * Several flexible edges of one slot: edges with a maximum first, then by priority; each edge sees the values of the
 * previous ones.
 */
function calculateGroup(state: PassState, { start, items }: IndexLists, group: number): void {
  for (let limited = 1; limited >= 0; limited--) {
    for (let i = start[group]!; i < start[group + 1]!; i++) {
      const edge = items[i]!;
      if (Number(isNil(maximumOf(state, edge))) === limited || state.edgeCalculated[edge] === 1) continue;
      setEdgeValue(state, edge, calculateFlexible(state, edge));
    }
  }
}

/**
 * Writes the resulting shares of the consumer's input, which recursive factors read. If nothing flows, flexible edges
 * take what the others leave, one after another, and a constant, dependent or inversed edge takes all if it is
 * the only edge.
 */
function updateShares(state: PassState): void {
  const { topology, edgeShare, edgeValue } = state;
  const { plan, inputEdges, inputSlot, supplier, edgeType, reversed } = topology;
  for (let i = 0; i < plan.order.length; i++) {
    const node = plan.order[i]!;
    for (let j = inputEdges.start[node]!; j < inputEdges.start[node + 1]!; j++) {
      const edge = inputEdges.items[j]!;
      const type = edgeType[edge]!;
      const slot = inputSlot[edge]!;
      const expected = expectedValue(state, slot);
      if (type === EdgeType.Share && reversed[edge] === 1 && state.demand[supplier[edge]!] === 0) {
        state.edgeParentShare[edge] = edgeShare[edge]!;
        state.edgeParentShareSettled[edge] = 1;
      }
      const value = edgeValue[edge]!;
      if (expected > 0 && !isNil(value)) {
        edgeShare[edge] = value / expected;
      } else if (value === 0) {
        if (type === EdgeType.Flexible) edgeShare[edge] = remainingShare(state, slot, edge);
        else if (type !== EdgeType.Share) edgeShare[edge] = isOnlyEdge(state, slot) ? 1 : 0;
      }
    }
  }
}

/** 1 − Σ of the shares of the other edges of the slot, not below 0. */
function remainingShare(state: PassState, slot: number, edge: number): number {
  const { start, items } = state.topology.slotEdges;
  state.edgeShare[edge] = NaN;
  const otherShares = sumAt(state.edgeShare, items, start[slot]!, start[slot + 1]!);
  return otherShares > 1 ? 0 : 1 - otherShares;
}

function isOnlyEdge({ topology }: PassState, slot: number): boolean {
  const { start } = topology.slotEdges;
  return start[slot + 1] === start[slot]! + 1;
}

/** Couplings with other models have no flow unless they are set later. */
function resetCouplings(state: PassState): void {
  const { resettableSlots, slotEdges } = state.topology;
  for (const slot of resettableSlots) {
    state.slotConversion[slot] = 0;
    for (let i = slotEdges.start[slot]!; i < slotEdges.start[slot + 1]!; i++) {
      const edge = slotEdges.items[i]!;
      state.edgeShare[edge] = 0;
      state.edgeValue[edge] = 0;
    }
  }
}
