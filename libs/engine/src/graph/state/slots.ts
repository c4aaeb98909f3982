/**
 * Slot arithmetic: conversions, and the actual and expected flows through a slot.
 *
 * Conversion = external energy (the flow through the slot) per MJ of the node's demand, on both sides of a node.
 */
import { isNil, sum, sumAt } from "@etesian/numeric";
import { EdgeType, INPUT, SlotKind } from "../topology/kinds.ts";
import type { PassState } from "./state.ts";

/** Conversion of a slot, 0 if undefined; never nil. For elastic and loss slots it is frozen on first read. */
export function conversion(state: PassState, slot: number): number {
  const kind = state.topology.slotKind[slot]!;
  if (kind === SlotKind.EdgeBased && state.slotSettled[slot] === 0) adoptFlowConversion(state, slot);

  const stored = state.slotConversion[slot]!;
  if (!isNil(stored)) return stored;
  if (kind !== SlotKind.Elastic && kind !== SlotKind.Loss) return 0;

  const remainder = 1 - siblingConversions(state, slot, kind === SlotKind.Loss);
  const nonNegative = remainder < 0 ? 0 : remainder;
  if (state.caching) state.slotConversion[slot] = nonNegative;
  return nonNegative;
}

/** Conversion for recursive factors: the net value around transformation nodes, otherwise `conversion`. */
export function netConversion(state: PassState, slot: number): number {
  const net = state.netConversion[slot]!;
  return isNil(net) ? conversion(state, slot) : net;
}

/** The expected flow of the slot: conversion × demand (nil counts as 0). */
export function expectedValue(state: PassState, slot: number): number {
  const node = state.topology.slotNode[slot]!;
  let demand = state.demand[node]!;
  if (isNil(demand)) demand = state.presetDemand[node]!;
  return conversion(state, slot) * (isNil(demand) ? 0 : demand);
}

/** Σ of the values of the slot's edges; 0 without edges. */
export function edgeValues(state: PassState, slot: number): number {
  const { start, items } = state.topology.slotEdges;
  return sumAt(state.edgeValue, items, start[slot]!, start[slot + 1]!);
}

/** The flow through the slot: the values of its edges, estimated for reversed share edges without a value. */
export function externalValue(state: PassState, slot: number): number {
  const value = edgeValues(state, slot);
  if (state.topology.hasReversedShare[slot] === 0) return value;

  const { start, items } = state.topology.slotEdges;
  let missing = 0;
  for (let i = start[slot]!; i < start[slot + 1]!; i++) {
    const edge = items[i]!;
    if (
      state.topology.reversed[edge] === 1 &&
      state.topology.edgeType[edge] === EdgeType.Share &&
      isNil(state.edgeValue[edge]!)
    ) {
      missing += state.edgeShare[edge]!;
    }
  }
  return missing >= 1 ? value : value / (1 - missing);
}

/** The node demand implied by the external value; 0 if the conversion is 0. */
export function internalValue(state: PassState, slot: number): number {
  const external = externalValue(state, slot);
  const factor = conversion(state, slot);
  return factor === 0 ? 0 : external / factor;
}

/** The share of an edge in the supplier's output of the carrier; NaN if the edge had no value on first read. */
export function parentShare(state: PassState, edge: number): number {
  if (state.edgeParentShareSettled[edge] === 1) return state.edgeParentShare[edge]!;
  const value = state.edgeValue[edge]!;
  const output = externalValue(state, state.topology.outputSlot[edge]!);
  const share = isNil(value) ? NaN : output === 0 ? 0 : value / output;
  if (state.caching) {
    state.edgeParentShare[edge] = share;
    state.edgeParentShareSettled[edge] = 1;
  }
  return share;
}

/** Share of an edge for recursive factors, NaN = nil. */
export function netShare(state: PassState, edge: number): number {
  const net = state.netShare[edge]!;
  return isNil(net) ? state.edgeShare[edge]! : net;
}

/** Value of an edge for recursive factors, NaN = nil. */
export function netDemand(state: PassState, edge: number): number {
  const net = state.netDemand[edge]!;
  return isNil(net) ? state.edgeValue[edge]! : net;
}

/**
 * Sets the conversion of an edge-based slot permanently to its share of the flows, once all edges of the side have
 * values. Until then the stored conversion applies.
 */
function adoptFlowConversion(state: PassState, slot: number): void {
  const slotValues: number[] = [];
  const sideValues: number[] = [];
  for (const sibling of slotsOfSide(state, slot)) {
    const { start, items } = state.topology.slotEdges;
    for (let i = start[sibling]!; i < start[sibling + 1]!; i++) {
      const value = state.edgeValue[items[i]!]!;
      if (isNil(value)) return;
      sideValues.push(value);
      if (sibling === slot) slotValues.push(value);
    }
  }
  const total = sum(sideValues);
  state.slotConversion[slot] = total === 0 ? 0 : sum(slotValues) / total;
  state.slotSettled[slot] = 1;
}

/** Σ of the conversions of the other slots on the side; for losses, couplings are excluded. */
function siblingConversions(state: PassState, slot: number, isLoss: boolean): number {
  const { slotCarrier, couplingCarrier, slotSide, slotNode, inputSlots, outputSlots } = state.topology;
  const { start, items } = slotSide[slot] === INPUT ? inputSlots : outputSlots;
  const end = start[slotNode[slot]! + 1]!;
  let total = 0;
  let correction = 0;
  for (let i = start[slotNode[slot]!]!; i < end; i++) {
    const sibling = items[i]!;
    if (sibling === slot || (isLoss && slotCarrier[sibling] === couplingCarrier)) continue;
    const value = conversion(state, sibling);
    const next = total + value;
    correction += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + correction;
}

/** All slots on the slot's side of its node. */
function slotsOfSide({ topology }: PassState, slot: number): Int32Array {
  const { start, items } = topology.slotSide[slot] === INPUT ? topology.inputSlots : topology.outputSlots;
  const node = topology.slotNode[slot]!;
  return items.subarray(start[node], start[node + 1]);
}
