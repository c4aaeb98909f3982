/**
 * Attributes that depend on the supply chain: primary demand, CO2, bio resources, prices and contents per MJ.
 * `factors.ts` contains the walks; this file defines where each of them stops.
 */
import { GqlError } from "@etesian/gql";
import { CompensatedSum, isNil } from "@etesian/numeric";
import { netConversion, parentShare, externalValue } from "../../graph/state/slots.ts";
import { columnId, requireNumber, type Num, numberOr } from "../objects/cells.ts";
import {
  checkLoop,
  isEmptySum,
  lossOutputConversion,
  outputCompensationFactor,
  type Strategy,
  factorWithLosses,
  factorWithoutLosses,
} from "./factors.ts";
import { memoise, type NodeFormula, readStored } from "./formula.ts";
import type { GraphObjects } from "../objects/objects.ts";

const NIL = Number.NaN;

/** Stored demand × a factor with losses; nil demand counts as 0. */
function demandFormula(strategy: Strategy): NodeFormula {
  return (graph, node) => demandOrZero(graph, node) * factorWithLosses(graph, node, -1, strategy);
}

function demandOrZero(graph: GraphObjects, node: number): number {
  const demand = graph.state.demand[node]!;
  return isNil(demand) ? 0 : demand;
}

/** A figure per MJ of the node's supply mix. */
function supplyMixFormula(strategy: Strategy): NodeFormula {
  return (graph, node) =>
    isEmptySum(graph, node, strategy) ? 0n : factorWithoutLosses(graph, node, -1, strategy, "factor");
}

/** The edge through which the walk entered the node, or the node's first output edge; −1 if there is none. */
function edgeOrFirstOutput(graph: GraphObjects, node: number, edge: number): number {
  if (edge >= 0) return edge;
  const { start, items } = graph.topology.outputEdges;
  return start[node]! < start[node + 1]! ? items[start[node]!]! : -1;
}

// Primary demand

/** The value of a stopping node per MJ: 1 − its losses if it is a member of the group, otherwise 0. */
function membersDemand(graph: GraphObjects, node: number, membership: Uint8Array): number {
  return membership[node] === 1 ? 1 - Number(lossOutputConversion(graph, node)) : 0;
}

const primaryDemandStops: Strategy = {
  id: columnId("primary_demand"),
  stop(graph, node) {
    const { primaryEnergyDemand, rightDeadEnd } = graph.traits;
    const stops = primaryEnergyDemand[node] === 1 || rightDeadEnd[node] === 1;
    return stops ? membersDemand(graph, node, primaryEnergyDemand) : NIL;
  },
};

/** No node counts as abroad, so only dead ends stop the walk. */
const primaryDemandIncludingAbroadStops: Strategy = {
  id: columnId("primary_demand_including_abroad"),
  stop(graph, node) {
    const { primaryEnergyDemand, rightDeadEnd } = graph.traits;
    return rightDeadEnd[node] === 1 ? membersDemand(graph, node, primaryEnergyDemand) : NIL;
  },
};

const bioResourcesStops: Strategy = {
  id: columnId("demand_of_bio_resources"),
  stop(graph, node) {
    const { bioResourcesDemand, rightDeadEnd } = graph.traits;
    const stops = rightDeadEnd[node] === 1 || bioResourcesDemand[node] === 1;
    return stops ? membersDemand(graph, node, bioResourcesDemand) : NIL;
  },
};

export const primaryDemand = memoise("primary_demand", demandFormula(primaryDemandStops));

export const primaryDemandIncludingAbroad = memoise(
  "primary_demand_including_abroad",
  demandFormula(primaryDemandIncludingAbroadStops),
);

export const demandOfBioResourcesIncludingAbroad = memoise("demand_of_bio_resources", demandFormula(bioResourcesStops));

/** Primary demand of one carrier (index), MJ, counted at primary nodes entered through an edge of that carrier. */
export function primaryDemandOfCarrier(carrier: number): NodeFormula {
  return nonZeroDemandFormula({
    id: columnId(`primary_demand_of ${carrier}`),
    stop(graph, node, edge) {
      const { primaryEnergyDemand } = graph.traits;
      if (primaryEnergyDemand[node] === 0) return NIL;
      const entryEdge = edgeOrFirstOutput(graph, node, edge);
      if (entryEdge < 0 || graph.topology.edgeCarrier[entryEdge] !== carrier) return 0;
      return membersDemand(graph, node, primaryEnergyDemand);
    },
  });
}

/**
 * Demand for bio resources of one carrier (index), MJ. Despite the attribute's name, it does not treat supply from
 * abroad differently.
 */
export function demandOfBioResourcesOfCarrier(carrier: number): NodeFormula {
  return nonZeroDemandFormula({
    id: columnId(`demand_of_bio_resources_of ${carrier}`),
    stop(graph, node, edge) {
      const { bioResourcesDemand, rightDeadEnd } = graph.traits;
      if (rightDeadEnd[node] === 0 && bioResourcesDemand[node] === 0) return NIL;
      const entryEdge = edgeOrFirstOutput(graph, node, edge);
      if (entryEdge < 0 || graph.topology.edgeCarrier[entryEdge] !== carrier) return 0;
      return membersDemand(graph, node, bioResourcesDemand);
    },
  });
}

function nonZeroDemandFormula(strategy: Strategy): NodeFormula {
  return (graph, node) => {
    const demand = demandOrZero(graph, node);
    return demand === 0 ? 0 : demand * factorWithLosses(graph, node, -1, strategy);
  };
}

// Sustainability

const SUSTAINABILITY = columnId("sustainability_share");

function storedSustainability(graph: GraphObjects, node: number): number {
  return graph.storedColumns[SUSTAINABILITY]?.read(node) ?? NIL;
}

const sustainabilityStops: Strategy = {
  id: SUSTAINABILITY,
  stop(graph, node, edge) {
    const { primaryEnergyDemand, rightDeadEnd } = graph.traits;
    if (rightDeadEnd[node] === 0 && primaryEnergyDemand[node] === 0) return NIL;
    const share = storedSustainability(graph, node);
    if (edge < 0 || !isNil(share)) return share;
    const carrierShare = graph.year.sustainable[graph.topology.edgeCarrier[edge]!]!;
    if (!isNil(carrierShare)) return carrierShare;
    throw new GqlError(
      `Missing sustainability_share or carriers with sustainable value for ${graph.nodes.at(node).key} node`,
    );
  },
};

/**
 * Sustainable share of the node's supply. The reference mistakes the result of one node for a stored share in later
 * walks, so its results depend on earlier queries. Here they do not.
 */
export const sustainabilityShare: NodeFormula = memoise("sustainability_share", (graph, node) =>
  isEmptySum(graph, node, sustainabilityStops)
    ? 0n
    : factorWithoutLosses(graph, node, -1, sustainabilityStops, "value"),
);

export const nonRenewableShare: NodeFormula = (graph, node) => 1 - numberOr(sustainabilityShare(graph, node), 0);

export const primaryDemandOfSustainable = memoise(
  "primary_demand_of_sustainable",
  (graph, node) => Number(primaryDemand(graph, node)) * Number(sustainabilityShare(graph, node)),
);

export const primaryDemandOfFossil = memoise(
  "primary_demand_of_fossil",
  (graph, node) => Number(primaryDemand(graph, node)) * (1 - Number(sustainabilityShare(graph, node))),
);

// Figures per MJ of the supply mix: the first carrier on the path that has the figure stops the walk, even if it is 0.

function stopAtCarrierWith(key: string, figures: (graph: GraphObjects) => Float64Array): Strategy {
  return {
    id: columnId(key),
    stop: (graph, _node, edge) => (edge < 0 ? NIL : figures(graph)[graph.topology.edgeCarrier[edge]!]!),
  };
}

export const weightedCarrierCostPerMj = memoise(
  "weighted_carrier_cost_per_mj",
  supplyMixFormula(stopAtCarrierWith("weighted_carrier_cost_per_mj", (graph) => graph.year.costPerMj)),
);

export const weightedCarrierCo2PerMj = memoise(
  "weighted_carrier_co2_per_mj",
  supplyMixFormula(stopAtCarrierWith("weighted_carrier_co2_per_mj", (graph) => graph.year.co2PerMj)),
);

export const weightedCarrierPotentialCo2PerMj = memoise(
  "weighted_carrier_potential_co2_per_mj",
  supplyMixFormula(stopAtCarrierWith("weighted_carrier_potential_co2_per_mj", (graph) => graph.year.potentialCo2PerMj)),
);

export const directCarbonContentPerMj = memoise(
  "direct_carbon_content_per_mj",
  supplyMixFormula({
    id: columnId("direct_carbon_content_per_mj"),
    stop(graph, _node, edge) {
      if (edge < 0 || graph.traits.skipsCrudeOilMix[edge] === 1) return NIL;
      return graph.year.co2PerMj[graph.topology.edgeCarrier[edge]!]!;
    },
  }),
);

export const directBiogenicCarbonContentPerMj = memoise(
  "direct_biogenic_carbon_content_per_mj",
  supplyMixFormula({
    id: columnId("direct_biogenic_carbon_content_per_mj"),
    stop(graph, node, edge) {
      if (edge < 0 || graph.traits.skipsCrudeOilMix[edge] === 1) return NIL;
      const carrier = graph.topology.edgeCarrier[edge]!;
      const biogenic = graph.year.potentialCo2PerMj[carrier]!;
      if (!isNil(biogenic)) return biogenic;
      const fossil = graph.year.co2PerMj[carrier]!;
      return !isNil(fossil) || graph.traits.rightDeadEnd[node] === 1 ? 0 : NIL;
    },
  }),
);

// CO2 of primary demand

const storedFreeCo2Factor = readStored("free_co2_factor");

/** The share of the node's CO2 that is not emitted. */
export const freeCo2Factor: NodeFormula = (graph, node) => numberOr(storedFreeCo2Factor(graph, node), 0);

export const co2Factor: NodeFormula = (graph, node) => 1 - Number(freeCo2Factor(graph, node));

/** kg CO2 per MJ through an edge: the value that inputs set, otherwise the carrier's; NaN = nil. */
export function edgeCo2PerMj(graph: GraphObjects, edge: number): number {
  const edgeValue = graph.state.edgeCo2PerMj[edge]!;
  return isNil(edgeValue) ? graph.year.co2PerMj[graph.topology.edgeCarrier[edge]!]! : edgeValue;
}

/**
 * CO2 (kg/MJ) at the node where the walk to the origin stops, minus the share `freeShare` that is not emitted; NIL if
 * the walk continues.
 */
function co2Stop(graph: GraphObjects, node: number, edge: number, freeShare: number): number {
  const { primaryEnergyDemand, rightDeadEnd, forcePrimaryCo2 } = graph.traits;
  const primary = primaryEnergyDemand[node] === 1;
  if (!primary && rightDeadEnd[node] === 0) return NIL;
  const entryEdge = edgeOrFirstOutput(graph, node, edge);
  if (freeShare === 1) return 0;
  if (entryEdge < 0) throw new GqlError(`CO2 of ${graph.nodes.at(node).key}: the node has no output edge`);
  const carrierCo2 = graph.year.co2PerMj[graph.topology.edgeCarrier[entryEdge]!]!;
  if (isNil(carrierCo2)) return 0;
  return primary || forcePrimaryCo2[node] === 1 ? edgeCo2PerMj(graph, entryEdge) - freeShare * carrierCo2 : 0;
}

const emittedCo2Stops: Strategy = {
  id: columnId("primary_co2_emission_of_fossil"),
  stop: (graph, node, edge) => co2Stop(graph, node, edge, Number(freeCo2Factor(graph, node))),
  weight: (graph, node) => Number(co2Factor(graph, node)),
};

const allCo2Stops: Strategy = {
  id: columnId("primary_co2_emission_without_capture"),
  stop: (graph, node, edge) => co2Stop(graph, node, edge, 0),
};

/** Subtracts free CO2 at the stopping node, not along the path. */
const co2AtOriginStops: Strategy = {
  id: columnId("co2_per_mj"),
  stop: (graph, node, edge) => co2Stop(graph, node, edge, Number(freeCo2Factor(graph, node))),
};

const bioCo2Stops: Strategy = {
  id: columnId("primary_co2_emission_of_bio_carriers"),
  stop: (graph, _node, edge) => (edge < 0 ? NIL : graph.year.potentialCo2PerMj[graph.topology.edgeCarrier[edge]!]!),
};

// The factor is evaluated before it is multiplied by the demand, so a node without an origin throws even if its demand
// is nil.
export const primaryCo2EmissionOfFossil = memoise("primary_co2_emission_of_fossil", demandFormula(emittedCo2Stops));

export const primaryCo2EmissionWithoutCapture = memoise(
  "primary_co2_emission_without_capture",
  demandFormula(allCo2Stops),
);

export const primaryCo2EmissionOfBioCarriers = memoise(
  "primary_co2_emission_of_bio_carriers",
  demandFormula(bioCo2Stops),
);

export const primaryCo2Emission = memoise(
  "primary_co2_emission",
  (graph, node) =>
    Number(primaryCo2EmissionOfFossil(graph, node)) -
    requireNumber(inheritedCapturedBioEmissions(graph, node), "inherited_captured_bio_emissions"),
);

export const primaryCapturedCo2Emission: NodeFormula = (graph, node) =>
  Number(primaryCo2EmissionWithoutCapture(graph, node)) - Number(primaryCo2Emission(graph, node));

export const primaryCo2OfBioAndFossilWithoutCapture: NodeFormula = (graph, node) =>
  Number(primaryCo2EmissionWithoutCapture(graph, node)) + Number(primaryCo2EmissionOfBioCarriers(graph, node));

export const primaryCo2OfBioAndFossilWithoutCaptureFactor = memoise(
  "primary_co2_emission_of_bio_and_fossil_without_capture_factor",
  (graph, node) => factorWithLosses(graph, node, -1, co2AtOriginStops) + factorWithLosses(graph, node, -1, bioCo2Stops),
);

/** CO2 of primary demand of one carrier (index), kg. */
export function primaryDemandCo2OfCarrier(carrier: number): NodeFormula {
  return demandFormula({
    id: columnId(`primary_demand_co2_per_mj_of_carrier ${carrier}`),
    stop(graph, node, edge) {
      const freeShare = Number(freeCo2Factor(graph, node));
      if (freeShare === 1) return 0;
      const { primaryEnergyDemand, rightDeadEnd } = graph.traits;
      if (rightDeadEnd[node] === 0 && primaryEnergyDemand[node] === 0) return NIL;
      const entryEdge = edgeOrFirstOutput(graph, node, edge);
      if (entryEdge < 0 || graph.topology.edgeCarrier[entryEdge] !== carrier) return 0;
      const carrierCo2 = graph.year.co2PerMj[carrier]!;
      return !isNil(carrierCo2) ? edgeCo2PerMj(graph, entryEdge) - freeShare * carrierCo2 : 0;
    },
  });
}

// Captured CO2 of bio resources

const ccsCaptureRate = readStored("ccs_capture_rate");

export const capturedBioEmissions: NodeFormula = (graph, node) =>
  ccsCaptureRate(graph, node) === null
    ? 0
    : Number(primaryCo2EmissionOfBioCarriers(graph, node)) *
      requireNumber(storedFreeCo2Factor(graph, node), "free_co2_factor");

/** Capture at this node or anywhere upstream, in proportion to the energy of this node. */
export const inheritedCapturedBioEmissions: NodeFormula = memoise(
  "captured_bio_emissions",
  (graph, node, steps = 0) => {
    const rate = ccsCaptureRate(graph, node);
    if (rate !== null) return rate === 0 ? 0 : capturedBioEmissions(graph, node);
    const { start, items } = graph.topology.inputSlots;
    if (start[node] === start[node + 1]) return 0n;
    checkLoop(graph, node, steps);
    const sum = new CompensatedSum();
    for (let i = start[node]!, end = start[node + 1]!; i < end; i++)
      sum.add(captureOfSlot(graph, items[i]!, steps + 1));
    return sum.total;
  },
);

/** Capture for the edges of an input slot, by suppliers `steps` away from the start of the walk. */
function captureOfSlot(graph: GraphObjects, slot: number, steps: number): number {
  const { topology, state } = graph;
  const { start, items } = topology.slotEdges;
  const sum = new CompensatedSum();
  for (let i = start[slot]!, end = start[slot + 1]!; i < end; i++) {
    const edge = items[i]!;
    if (!(requireNumber(quantity(graph.netDemand(edge)), "demand of an edge") > 0)) continue;
    const supplier = topology.supplier[edge]!;
    sum.add(
      requireNumber(inheritedCapturedBioEmissions(graph, supplier, steps), "inherited_captured_bio_emissions") *
        requireNumber(quantity(parentShare(state, edge)), "parent_share") *
        netConversion(state, topology.outputSlot[edge]!) *
        Number(outputCompensationFactor(graph, supplier)),
    );
  }
  return sum.total;
}

function quantity(value: number): Num {
  return isNil(value) ? null : value;
}

/** Energy that leaves as losses; nil without a loss output. */
export const totalLosses: NodeFormula = (graph, node) => {
  const slot = graph.outputSlot(node, graph.traits.carriers.loss);
  return slot < 0 ? null : externalValue(graph.state, slot);
};
