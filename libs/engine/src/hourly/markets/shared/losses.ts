/** The position of losses in the graph. */
import { HourlyError } from "../../energy-nodes.ts";
import type { Member } from "../member.ts";

/**
 * The single edge through which a node receives its losses. Throws `HourlyError` if there is none, or more than one.
 */
export function singleLossEdge({ graph, target, key }: Member): number {
  const slot = graph.slot(target, "input", "loss");
  const edges = slot < 0 ? [] : [...graph.edges(slot)];
  if (edges.length !== 1) throw new HourlyError(`${key} has ${edges.length} loss inputs; expected one`);
  return edges[0]!;
}
