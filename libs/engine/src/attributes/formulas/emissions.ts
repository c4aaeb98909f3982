/**
 * Direct emissions of nodes in group `direct_emissions`, kg per year; nil for all others.
 *
 * Energy nodes have a carbon balance: the content of fuels and feedstocks, minus that of products, minus capture. The
 * demand of a molecule node already is an amount of gas.
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

/** A figure of reporting nodes, nil for others. */
function onlyWhereReported(amount: (graph: GraphObjects, node: number) => Num): NodeFormula {
  return (graph, node) => (graph.traits.directEmissions[node] === 1 ? amount(graph, node) : null);
}

/** Carbon content of an edge, kg CO2 per MJ: its carrier's, or that of the mix behind it where the carrier has none. */
function fossilContent(graph: GraphObjects, edge: number): number {
  const ofCarrier = graph.year.co2PerMj[graph.topology.edgeCarrier[edge]!]!;
  if (!isNil(ofCarrier) && graph.traits.skipsCrudeOilMix[edge] === 0) return ofCarrier;
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

const fossilIn = inputContent(fossilContent);
const fossilOut = outputContent(fossilContent);
const biogenicIn = inputContent(biogenicContent);
const biogenicOut = outputContent(biogenicContent);

/** CO2 used as feedstock. */
const utilised: Amount = (graph, node) => {
  const { start, items } = graph.topology.outputEdges;
  const sum = new CompensatedSum();
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) sum.add(flowOfEdge(graph, items[i]!));
  return sum.total * Number(co2UtilisationPerMj(graph, node) ?? 0);
};

const fossilProduced: Amount = (graph, node) =>
  Number(fossilIn(graph, node)) + utilised(graph, node) - Number(fossilOut(graph, node));

const biogenicProduced: Amount = (graph, node) => Number(biogenicIn(graph, node)) - Number(biogenicOut(graph, node));

function capturedPartOf(produced: Amount): Amount {
  return (graph, node) => {
    const rate = Number(ccsCaptureRate(graph, node) ?? 0);
    return rate > 0 ? produced(graph, node) * rate : 0;
  };
}

const fossilCaptured = capturedPartOf(fossilProduced);
const biogenicCaptured = capturedPartOf(biogenicProduced);

const biogenicEmitted: Amount = (graph, node) =>
  Number(biogenicIn(graph, node)) - biogenicCaptured(graph, node) - Number(biogenicOut(graph, node));

// Attributes of energy nodes

export const inputContentFossil = onlyWhereReported(fossilIn);
export const outputContentFossil = onlyWhereReported(fossilOut);
export const inputContentBiogenic = onlyWhereReported(biogenicIn);
export const outputContentBiogenic = onlyWhereReported(biogenicOut);
export const inputUtilisationFossil = onlyWhereReported(utilised);
export const captureFossil = onlyWhereReported(fossilCaptured);
export const captureBiogenic = onlyWhereReported(biogenicCaptured);
export const emissionsFossil = onlyWhereReported(
  (graph, node) =>
    Number(fossilIn(graph, node)) +
    utilised(graph, node) -
    fossilCaptured(graph, node) -
    Number(fossilOut(graph, node)),
);
export const emissionsBiogenic = onlyWhereReported(biogenicEmitted);

// Attributes of both graphs

const isMolecule = (graph: GraphObjects, node: number): boolean => graph.traits.class[node] === NodeClass.Molecule;

/** The node's demand if it takes in the gas, else 0. */
function demandForGas(graph: GraphObjects, node: number, carrier: number): number {
  return graph.inputSlot(node, carrier) < 0 ? 0 : demandOf(graph, node);
}

const produced: Amount = (graph, node) => {
  if (!isMolecule(graph, node)) return fossilProduced(graph, node);
  return graph.traits.ccusCaptured[node] === 1 ? 0 : demandForGas(graph, node, graph.traits.carriers.co2);
};

const capturedInTotal: Amount = (graph, node) => {
  if (!isMolecule(graph, node)) return fossilCaptured(graph, node) + biogenicCaptured(graph, node);
  return graph.traits.ccusCaptured[node] === 1 ? demandOf(graph, node) : 0;
};

const otherGhg: Amount = (graph, node) =>
  isMolecule(graph, node) ? demandForGas(graph, node, graph.traits.carriers.otherGhg) : 0;

export const reportedProduction = onlyWhereReported(produced);
export const reportedCapture = onlyWhereReported(capturedInTotal);
export const reportedOtherGhg = onlyWhereReported(otherGhg);
export const reportedTotal = onlyWhereReported(
  (graph, node) => produced(graph, node) - capturedInTotal(graph, node) + otherGhg(graph, node),
);
export const reportedUtilisation = onlyWhereReported((graph, node) =>
  isMolecule(graph, node) ? 0 : utilised(graph, node),
);
export const reportedBiogenic = onlyWhereReported((graph, node) =>
  isMolecule(graph, node) ? 0 : biogenicEmitted(graph, node),
);

/** The gas that a node emits: `other_ghg` if it takes that in, else `co2`. */
export function ghgCarrier(graph: GraphObjects, node: number): symbol {
  return Symbol.for(graph.inputSlot(node, graph.traits.carriers.otherGhg) < 0 ? "co2" : "other_ghg");
}
