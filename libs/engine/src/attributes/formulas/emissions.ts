/**
 * Direct emissions of nodes in the `direct_emissions` group, kg per year; nil for all other nodes.
 *
 * Energy nodes have a carbon balance: the content of fuels and feedstocks, minus that of products, minus capture. The
 * demand of a molecule node is an amount of gas.
 */
import { CompensatedSum, isNil } from "@etesian/numeric";
import type { Num } from "../objects/cells.ts";
import { demandOf } from "./flows.ts";
import { type NodeFormula, readStored } from "./formula.ts";
import type { GraphObjects } from "../objects/objects.ts";
import { directBiogenicCarbonContentPerMj, directCarbonContentPerMj } from "./recursive.ts";
import { NodeClass } from "../objects/traits.ts";

const ccsCaptureRate = readStored("ccs_capture_rate");
const co2UtilisationPerMj = readStored("co2_utilisation_per_mj");

type Amount = (graph: GraphObjects, node: number) => number;

/** Restricts a formula to reporting nodes; nil for other nodes. */
function forReportingNodes(amount: (graph: GraphObjects, node: number) => Num): NodeFormula {
  return (graph, node) => (graph.traits.directEmissions[node] === 1 ? amount(graph, node) : null);
}

/**
 * Fossil carbon content of an edge, kg CO2 per MJ: its carrier's content, or the supply mix's content if the carrier
 * has none or the edge is skipped (`skipsCrudeOilMix`).
 */
function fossilContent(graph: GraphObjects, edge: number): number {
  const carrierContent = graph.year.co2PerMj[graph.topology.edgeCarrier[edge]!]!;
  if (!isNil(carrierContent) && graph.traits.skipsCrudeOilMix[edge] === 0) return carrierContent;
  return Number(directCarbonContentPerMj(graph, graph.topology.supplier[edge]!));
}

/** Biogenic carbon content, kg CO2 per MJ; 0 for a carrier with only fossil content. */
function biogenicContent(graph: GraphObjects, edge: number): number {
  if (graph.traits.skipsCrudeOilMix[edge] === 0) {
    const carrier = graph.topology.edgeCarrier[edge]!;
    const biogenic = graph.year.potentialCo2PerMj[carrier]!;
    if (!isNil(biogenic)) return biogenic;
    const fossil = graph.year.co2PerMj[carrier]!;
    if (!isNil(fossil)) return 0;
  }
  return Number(directBiogenicCarbonContentPerMj(graph, graph.topology.supplier[edge]!));
}

type Content = (graph: GraphObjects, edge: number) => number;

/** Σ over input edges, slot by slot; Integer 0 without edges. */
function inputContent(content: Content): NodeFormula {
  return (graph, node) => {
    const { inputSlots, slotEdges } = graph.topology;
    const sum = new CompensatedSum();
    let edges = 0;
    for (let i = inputSlots.start[node]!, end = inputSlots.start[node + 1]!; i < end; i++) {
      const slot = inputSlots.items[i]!;
      for (let k = slotEdges.start[slot]!, last = slotEdges.start[slot + 1]!; k < last; k++) {
        const edge = slotEdges.items[k]!;
        sum.add(flowOfEdge(graph, edge) * content(graph, edge));
        edges++;
      }
    }
    return edges === 0 ? 0n : sum.total;
  };
}

/** Σ over output edges; Integer 0 without edges. */
function outputContent(content: Content): NodeFormula {
  return (graph, node) => {
    const { start, items } = graph.topology.outputEdges;
    if (start[node] === start[node + 1]) return 0n;
    const sum = new CompensatedSum();
    for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
      sum.add(flowOfEdge(graph, items[i]!) * content(graph, items[i]!));
    }
    return sum.total;
  };
}

function flowOfEdge(graph: GraphObjects, edge: number): number {
  const value = graph.netDemand(edge);
  return isNil(value) ? 0 : value;
}

const fossilInput = inputContent(fossilContent);
const fossilOutput = outputContent(fossilContent);
const biogenicInput = inputContent(biogenicContent);
const biogenicOutput = outputContent(biogenicContent);

/** CO2 used as feedstock. */
const utilisation: Amount = (graph, node) => {
  const { start, items } = graph.topology.outputEdges;
  const sum = new CompensatedSum();
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) sum.add(flowOfEdge(graph, items[i]!));
  return sum.total * Number(co2UtilisationPerMj(graph, node) ?? 0);
};

const fossilProduction: Amount = (graph, node) =>
  Number(fossilInput(graph, node)) + utilisation(graph, node) - Number(fossilOutput(graph, node));

const biogenicProduction: Amount = (graph, node) =>
  Number(biogenicInput(graph, node)) - Number(biogenicOutput(graph, node));

function captureOf(production: Amount): Amount {
  return (graph, node) => {
    const rate = Number(ccsCaptureRate(graph, node) ?? 0);
    return rate > 0 ? production(graph, node) * rate : 0;
  };
}

const fossilCapture = captureOf(fossilProduction);
const biogenicCapture = captureOf(biogenicProduction);

const biogenicEmissions: Amount = (graph, node) =>
  Number(biogenicInput(graph, node)) - biogenicCapture(graph, node) - Number(biogenicOutput(graph, node));

// Attributes of energy nodes

export const inputContentFossil = forReportingNodes(fossilInput);
export const outputContentFossil = forReportingNodes(fossilOutput);
export const inputContentBiogenic = forReportingNodes(biogenicInput);
export const outputContentBiogenic = forReportingNodes(biogenicOutput);
export const inputUtilisationFossil = forReportingNodes(utilisation);
export const captureFossil = forReportingNodes(fossilCapture);
export const captureBiogenic = forReportingNodes(biogenicCapture);
export const emissionsFossil = forReportingNodes(
  (graph, node) =>
    Number(fossilInput(graph, node)) +
    utilisation(graph, node) -
    fossilCapture(graph, node) -
    Number(fossilOutput(graph, node)),
);
export const emissionsBiogenic = forReportingNodes(biogenicEmissions);

// Attributes of both graphs

const isMolecule = (graph: GraphObjects, node: number): boolean => graph.traits.class[node] === NodeClass.Molecule;

/** The node's demand if the gas is one of its inputs, otherwise 0. */
function demandForGas(graph: GraphObjects, node: number, carrier: number): number {
  return graph.inputSlot(node, carrier) < 0 ? 0 : demandOf(graph, node);
}

const totalProduction: Amount = (graph, node) => {
  if (!isMolecule(graph, node)) return fossilProduction(graph, node);
  return graph.traits.ccusCaptured[node] === 1 ? 0 : demandForGas(graph, node, graph.traits.carriers.co2);
};

const totalCapture: Amount = (graph, node) => {
  if (!isMolecule(graph, node)) return fossilCapture(graph, node) + biogenicCapture(graph, node);
  return graph.traits.ccusCaptured[node] === 1 ? demandOf(graph, node) : 0;
};

const otherGhg: Amount = (graph, node) =>
  isMolecule(graph, node) ? demandForGas(graph, node, graph.traits.carriers.otherGhg) : 0;

export const reportedProduction = forReportingNodes(totalProduction);
export const reportedCapture = forReportingNodes(totalCapture);
export const reportedOtherGhg = forReportingNodes(otherGhg);
export const reportedTotal = forReportingNodes(
  (graph, node) => totalProduction(graph, node) - totalCapture(graph, node) + otherGhg(graph, node),
);
export const reportedUtilisation = forReportingNodes((graph, node) =>
  isMolecule(graph, node) ? 0 : utilisation(graph, node),
);
export const reportedBiogenic = forReportingNodes((graph, node) =>
  isMolecule(graph, node) ? 0 : biogenicEmissions(graph, node),
);

/** The gas that a node emits: `other_ghg` if that is one of its inputs, otherwise `co2`. */
export function ghgCarrier(graph: GraphObjects, node: number): symbol {
  return Symbol.for(graph.inputSlot(node, graph.traits.carriers.otherGhg) < 0 ? "co2" : "other_ghg");
}
