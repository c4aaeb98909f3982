/**
 * Fixed costs of plants. Only finance uses them, so they are read separately from the members: if nothing else has
 * changed, the markets of a previous year are reused.
 */
import type { EnergyNodes } from "../energy-nodes.ts";
import { type FixedCosts, type FixedCostsByNode, UNKNOWN_COSTS } from "../merit/finance.ts";
import type { Member } from "./member.ts";
import { hasFixedCosts } from "./members/index.ts";
import { ELECTRICITY } from "./networks.ts";
import type { ReadMembers } from "./reading.ts";

/** The fixed costs of all electricity members, after the first pass. */
export function readFixedCosts(nodes: EnergyNodes, members: ReadMembers): FixedCostsByNode {
  const costs = new Map<number, FixedCosts>();
  for (const { member, hasFixedCosts } of members.get(ELECTRICITY.key)!)
    if (hasFixedCosts) costs.set(member.source, readCosts(nodes, member));
  return costs;
}

/** NaN for members of kinds whose finance does not include them. */
export function fixedCostsOf(nodes: EnergyNodes, member: Member): FixedCosts {
  return hasFixedCosts(member) ? readCosts(nodes, member) : UNKNOWN_COSTS;
}

const readCosts = (nodes: EnergyNodes, { source }: Member): FixedCosts => ({
  total: nodes.number(source, "fixed_costs"),
  operation: nodes.number(source, "fixed_operation_and_maintenance_costs_per_year"),
});
