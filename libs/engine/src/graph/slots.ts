/** Slot arithmetic: conversions, and what flows or should flow through a slot. */
import type { GraphState } from "./state.ts";

/** Conversion of a slot (external energy per MJ of demand), 0 where nothing defines it. Never nil. */
export function conversion(_state: GraphState, _slot: number): number {
  throw new Error("not available yet");
}

/** Conversion for recursive factors: the net value around transformation nodes, else `conversion`. */
export function netConversion(_state: GraphState, _slot: number): number {
  throw new Error("not available yet");
}

/** What the node's demand asks of the slot: conversion × demand (nil as 0). */
export function expectedValue(_state: GraphState, _slot: number): number {
  throw new Error("not available yet");
}

/** Σ of the values of the slot's edges, made up for reversed share edges without value; 0 without edges. */
export function externalValue(_state: GraphState, _slot: number): number {
  throw new Error("not available yet");
}

/** The node demand that the external value implies; 0 when the conversion is 0. */
export function internalValue(_state: GraphState, _slot: number): number {
  throw new Error("not available yet");
}

/** Part of the supplier's output of the carrier that an edge takes, NaN while it has no value. */
export function parentShare(_state: GraphState, _edge: number): number {
  throw new Error("not available yet");
}
