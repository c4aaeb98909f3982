/** Energy and mass through a node: conversions of carriers, inputs, outputs, and fixed sums of them (MJ; kg). */
import { CompensatedSum, isNil, MJ_PER_MWH, round } from "@etesian/numeric";
import { externalValue } from "../../graph/state/slots.ts";
import type { IndexLists } from "../../graph/topology/index-lists.ts";
import type { Topology } from "../../graph/topology/topology.ts";
import { isZero, requireNumber, type Num } from "../objects/cells.ts";
import { memoise, type NodeFormula, readStored } from "./formula.ts";
import type { GraphObjects } from "../objects/objects.ts";

/** Conversion of the input slot of a carrier, 0 without a slot. */
export function inputConversion(topology: Topology, carrier: string): NodeFormula {
  const index = topology.carrierByKey.get(carrier) ?? -1;
  return memoise(`${carrier}_input_conversion`, (graph, node) => graph.inputConversion(node, index));
}

/** Conversion of the output slot of a carrier, 0 without a slot. */
export function outputConversion(topology: Topology, carrier: string): NodeFormula {
  const index = topology.carrierByKey.get(carrier) ?? -1;
  return memoise(`${carrier}_output_conversion`, (graph, node) => graph.outputConversion(node, index));
}

/** Demand through the input slot of a carrier (index), 0 without a slot. Throws if the node has no demand. */
export function inputOf(carrier: number): NodeFormula {
  return (graph, node) => inputOfCarrier(graph, node, carrier);
}

export function outputOf(carrier: number): NodeFormula {
  return (graph, node) => outputOfCarrier(graph, node, carrier);
}

export function inputOfCarrier(graph: GraphObjects, node: number, carrier: number): number {
  return graph.inputSlot(node, carrier) < 0 ? 0 : demandOf(graph, node) * graph.inputConversion(node, carrier);
}

export function outputOfCarrier(graph: GraphObjects, node: number, carrier: number): number {
  return graph.outputSlot(node, carrier) < 0 ? 0 : demandOf(graph, node) * graph.outputConversion(node, carrier);
}

/** Demand of a node, or its preset demand if it has none. Throws if both are nil. */
export function demandOf(graph: GraphObjects, node: number): number {
  const demand = graph.demand(node);
  return isNil(demand) ? requireNumber(null, "demand") : demand;
}

/** The stored demand without the preset demand, like the `demand` attribute. Throws if it is nil. */
export function storedDemandOf(graph: GraphObjects, node: number): number {
  const demand = graph.state.demand[node]!;
  return isNil(demand) ? requireNumber(null, "demand") : demand;
}

/** The demand minus the flows of a side: losses are residuals, not products of a conversion. */
function residual(side: (topology: Topology) => IndexLists): NodeFormula {
  return (graph, node) => {
    const demand = graph.demand(node);
    if (isNil(demand)) return 0;
    const { start, items } = side(graph.topology);
    const sum = new CompensatedSum();
    for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
      const slot = items[i]!;
      if (graph.topology.slotCarrier[slot] !== graph.traits.carriers.loss) sum.add(externalValue(graph.state, slot));
    }
    return demand - sum.total;
  };
}

export const inputOfLoss = residual((topology) => topology.inputSlots);
export const outputOfLoss = residual((topology) => topology.outputSlots);

/** Uncompensated sum of the flows of several carriers, from left to right; carriers that the model lacks count as 0. */
function totalOfCarriers(
  key: string,
  flow: (graph: GraphObjects, node: number, carrier: number) => number,
  carriers: readonly string[],
): NodeFormula {
  return memoise(key, (graph, node) => {
    let sum = 0;
    for (const carrier of carriers) sum += flow(graph, node, graph.topology.carrierByKey.get(carrier) ?? -1);
    return sum;
  });
}

export const inputOfBioFuels = totalOfCarriers("input_of_bio_fuels", inputOfCarrier, [
  "biodiesel",
  "bio_kerosene",
  "bio_oil",
  "bio_lng",
  "bio_ethanol",
  "biomethanol",
  "bionaphtha",
  "bio_pyrolysis_oil",
]);

export const inputOfBioResources = totalOfCarriers("input_of_bio_resources", inputOfCarrier, [
  "dry_biomass",
  "wet_biomass",
  "oily_biomass",
  "biogenic_waste",
  "torrefied_biomass_pellets",
  "wood_pellets",
  "waste_mix",
  "bio_kerosene",
  "bio_lng",
  "bio_oil",
  "biodiesel",
  "bio_ethanol",
  "biomethanol",
  "bionaphtha",
  "bio_pyrolysis_oil",
  "biogas",
  "greengas",
  "network_gas",
  "compressed_network_gas",
  "gas_power_fuelmix",
]);

export const inputOfFossilCarriers = totalOfCarriers("input_of_fossil_carriers", inputOfCarrier, [
  "coal",
  "crude_oil",
  "natural_gas",
  "diesel",
  "gasoline",
]);

export const inputOfAmbientCarriers = totalOfCarriers("input_of_ambient_carriers", inputOfCarrier, [
  "ambient_heat",
  "solar_radiation",
  "ambient_cold",
  "wind",
]);

export const outputOfHeatCarriers = totalOfCarriers("output_of_heat_carriers", outputOfCarrier, [
  "useable_heat",
  "steam_hot_water",
]);

export const outputOfHeatAndCoolingCarriers = totalOfCarriers("output_of_heat_and_cooling_carriers", outputOfCarrier, [
  "useable_heat",
  "steam_hot_water",
  "cooling",
]);

/**
 * Output of the carriers of the inputs, weighted by their sustainability. It reads the *output* of each input edge's
 * carrier, one term per edge, so only energy that the node passes on counts.
 */
function passedOnEnergy(key: string, weight: (sustainable: number) => number): NodeFormula {
  return memoise(key, (graph, node) => {
    const { start, items } = graph.topology.inputEdges;
    const sum = new CompensatedSum();
    let terms = 0;
    for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
      const carrier = graph.topology.edgeCarrier[items[i]!]!;
      const sustainable = graph.year.sustainable[carrier]!;
      if (isNil(sustainable)) continue;
      sum.add(outputOfCarrier(graph, node, carrier) * weight(sustainable));
      terms++;
    }
    return terms === 0 ? 0n : sum.total;
  });
}

export const demandOfFossil = passedOnEnergy("demand_of_fossil", (sustainable) => 1 - sustainable);
export const demandOfSustainable = passedOnEnergy("demand_of_sustainable", (sustainable) => sustainable);

/** Sustainability of the input mix, by the carriers of the inputs. */
export const sustainableInputFactor = memoise("sustainable_input_factor", (graph, node) => {
  const { start, items } = graph.topology.inputSlots;
  if (start[node] === start[node + 1]) return 0n;
  const sum = new CompensatedSum();
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
    const carrier = graph.topology.slotCarrier[items[i]!]!;
    const sustainable = graph.year.sustainable[carrier]!;
    sum.add((isNil(sustainable) ? 0 : sustainable) * graph.inputConversion(node, carrier));
  }
  return sum.total;
});

/** Σ conversions of the useful outputs (electricity, useable heat, steam and hot water) that exist. */
export const usefulOutput = memoise("useful_output", (graph, node) => {
  const { electricity, useableHeat, steamHotWater } = graph.traits.carriers;
  const sum = new CompensatedSum();
  let slots = 0;
  for (const carrier of [electricity, useableHeat, steamHotWater]) {
    if (graph.outputSlot(node, carrier) < 0) continue;
    sum.add(graph.outputConversion(node, carrier));
    slots++;
  }
  return slots === 0 ? 0n : sum.total;
});

export const mwhInput = memoise("mwh_input", (graph, node) => storedDemandOf(graph, node) / MJ_PER_MWH);

const demandExpectedValue = readStored("demand_expected_value");

/** Whether the demand is within 0.1 % of the demand in the start year; null if either is nil. */
export function isDemandExpected(graph: GraphObjects, node: number): boolean | null {
  const demand = graph.state.demand[node]!;
  const expectation: Num = demandExpectedValue(graph, node);
  if (isNil(demand) || expectation === null) return null;
  const actual = round(demand, 4);
  const expected = round(Number(expectation), 4);
  if (isZero(actual, "demand") && expected === 0) return true;
  return Math.abs(actual / expected - 1) < 0.001;
}
