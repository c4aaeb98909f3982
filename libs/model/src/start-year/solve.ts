/** Completes the demands of a network: repeats passes over all open elements until no rule applies. */
import { isZero, toNumber } from "@etesian/numeric/rational";
import type { Flows } from "./flows.ts";
import { asNumber, toStored } from "./quantity.ts";
import { deriveEdgeDemand, deriveNodeDemand } from "./rules.ts";

/**
 * Derives the demand of every node and edge that has none and is not paused. Each pass visits them in the network's
 * order, and stores a demand as soon as it follows from known values.
 *
 * Returns the elements that remain open because no rule applies; empty if the network is complete.
 */
export function solve(flows: Flows): readonly number[] {
  const { network, nodeDemand, edgeDemand, paused } = flows;
  const nodes = network.nodes.length;
  const isOpen = (element: number): boolean =>
    (element < nodes ? nodeDemand[element] : edgeDemand[element - nodes]) === null && paused[element] === 0;

  let openElements = network.order.filter(isOpen);
  while (openElements.length > 0) {
    const previousCount = openElements.length;
    openElements = openElements.filter((element) => {
      const demand = element < nodes ? deriveNodeDemand(flows, element) : deriveEdgeDemand(flows, element - nodes);
      if (demand === null) return true;
      if (element < nodes) nodeDemand[element] = toStored(demand);
      else edgeDemand[element - nodes] = toStored(demand);
      return false;
    });
    if (openElements.length === previousCount) break;
  }
  return openElements;
}

/** Relative rounding error of the doubles in the data. */
const TOLERANCE = 1e-12;

/** Imbalances of a completed network, one sentence each. */
export function findImbalances(flows: Flows): string[] {
  const { network } = flows;
  const problems: string[] = [];
  for (const [index, node] of network.nodes.entries()) {
    const demand = flows.nodeDemand[index]!;
    if (demand === null) {
      problems.push(`node ${node.key} has no demand`);
      continue;
    }
    const limit = flows.limitOfNode(index);
    if (limit !== null && !isZero(demand) && toNumber(demand) >= limit * (1 + TOLERANCE))
      problems.push(`node ${node.key} has a demand of ${toNumber(demand)} but a max_demand of ${limit}`);
    for (const slot of [...node.inSlots, ...node.outSlots]) {
      const { carrier, edges, side } = network.slots[slot]!;
      if (edges.length === 0) continue;
      const actual = flows.slotDemand(slot);
      if (actual === null) {
        if (side === "input") continue; // Reported at the edge's supplier.
        const unknownEdges = edges.filter((edge) => flows.edgeDemand[edge] === null);
        problems.push(...unknownEdges.map((edge) => `edge ${network.edges[edge]!.key} has no demand`));
        continue;
      }
      const expected = flows.expectedSlotDemand(slot);
      if (expected === null) {
        problems.push(`the ${side} ${carrier} of node ${node.key} has no share`);
      } else if (isImbalanced(asNumber(expected), asNumber(actual))) {
        problems.push(
          `the edges of node ${node.key}'s ${carrier} ${side} carry ${asNumber(actual)}, expected ${asNumber(expected)}`,
        );
      }
    }
  }
  return problems;
}

function isImbalanced(expected: number, actual: number): boolean {
  const tolerance = expected * TOLERANCE;
  return expected - tolerance > actual || expected + tolerance < actual;
}
