/**
 * Net values around transformation nodes.
 *
 * Such a node can convert a carrier into itself by way of other carriers, so recursive factors would loop. The
 * conversions of the slots that make this possible are spread over the other slots of their side. Only recursive
 * factors and direct emissions read net values, never the flow calculation.
 */
import { sum } from "@etesian/numeric";
import { listAt } from "./topology/index-lists.ts";
import { conversion } from "./state/slots.ts";
import type { PassState, NettedSlots } from "./state/state.ts";
import { findSlot } from "./topology/topology.ts";

/** Input carriers, and the outputs they must not be counted towards. */
const DISALLOWED: { readonly [input: string]: readonly string[] } = {
  ammonia: ["ammonia"],
  electricity: ["ammonia", "diesel", "greengas", "hydrogen", "natural_gas"],
  greengas: ["greengas"],
  hydrogen: ["ammonia", "greengas", "natural_gas", "hydrogen"],
  methanol: ["ammonia", "greengas", "hydrogen", "methanol", "natural_gas"],
  natural_gas: ["natural_gas"],
  steam_hot_water: ["ammonia", "greengas", "hydrogen", "natural_gas"],
};

/**
 * Writes the net values around a calculated transformation node. Slots disallowed by an earlier pass stay disallowed.
 */
export function netTransformation(state: PassState, node: number): void {
  if (state.demand[node] === 0) return;
  const { topology, netConversion } = state;
  const nettedSlots: NettedSlots = state.netted.get(node) ?? { inputs: new Set(), outputs: new Set() };
  state.netted.set(node, nettedSlots);

  for (const [inputCarrier, outputCarriers] of Object.entries(DISALLOWED)) {
    const input = slotInUse(state, node, "input", inputCarrier);
    if (input < 0) continue;
    for (const outputCarrier of outputCarriers) {
      const output = slotInUse(state, node, "output", outputCarrier);
      if (output < 0) continue;
      nettedSlots.inputs.add(input);
      nettedSlots.outputs.add(output);
    }
  }

  spreadConversions(state, listAt(topology.inputSlots, node), nettedSlots.inputs);
  spreadConversions(state, listAt(topology.outputSlots, node), nettedSlots.outputs);
  for (const slot of nettedSlots.inputs) netConversion[slot] = 0;
  for (const slot of nettedSlots.outputs) {
    netConversion[slot] = 0;
    for (const edge of listAt(topology.slotEdges, slot)) {
      state.netShare[edge] = 0;
      state.netDemand[edge] = 0;
      netConversion[topology.inputSlot[edge]!] = 0;
    }
  }
}

/** The node's slot of a carrier if something flows through it, else −1. */
function slotInUse(state: PassState, node: number, side: "input" | "output", key: string): number {
  const carrier = state.topology.carrierByKey.get(key);
  const slot = carrier === undefined ? -1 : findSlot(state.topology, node, side, carrier);
  return slot >= 0 && conversion(state, slot) > 0 ? slot : -1;
}

/** Distributes the conversions of the netted slots equally over the other slots of the side that have one. */
function spreadConversions(state: PassState, slots: readonly number[], nettedSlots: ReadonlySet<number>): void {
  const otherSlots = slots.filter((slot) => !nettedSlots.has(slot) && conversion(state, slot) > 0);
  const share = sum(Array.from(nettedSlots, (slot) => conversion(state, slot))) / otherSlots.length;
  for (const slot of otherSlots) state.netConversion[slot] = conversion(state, slot) + share;
}
