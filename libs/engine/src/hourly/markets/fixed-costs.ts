/**
 * Fixed costs of plants. Only finance reads them, so they are read apart from the members: where nothing else has
 * changed, the markets of the previous year are reused.
 */
import type { EnergyNodes } from "../energy-nodes.ts";
import { type FixedCosts, type FixedCostsOfNodes, UNKNOWN_COSTS } from "../merit/finance.ts";
import type { Member } from "./member.ts";
import { hasFixedCosts } from "./members/index.ts";
import { ELECTRICITY } from "./networks.ts";
import type { ReadMembers } from "./reading.ts";

/** The fixed costs of all electricity members, after the first pass. */
export function readFixedCosts(nodes: EnergyNodes, members: ReadMembers): FixedCostsOfNodes {
  const costs = new Map<number, FixedCosts>();
  for (const { member, hasFixedCosts } of members.get(ELECTRICITY.key)!)
    if (hasFixedCosts) costs.set(member.source, read(nodes, member));
  return costs;
}

/** NaN for members of kinds whose finance does not count them. */
export function fixedCostsOf(nodes: EnergyNodes, member: Member): FixedCosts {
  return hasFixedCosts(member) ? read(nodes, member) : UNKNOWN_COSTS;
}

const read = (nodes: EnergyNodes, { source }: Member): FixedCosts => ({
  all: nodes.number(source, "fixed_costs"),
  operation: nodes.number(source, "fixed_operation_and_maintenance_costs_per_year"),
});
