/**
 * What plants cost whether or not they run. Finance alone asks for it, so it is read beside what members are: where nothing
 * else has changed, markets are those of the year before.
 */
import type { EnergyNodes } from "../energy-nodes.ts";
import type { FixedCosts, FixedCostsOfNodes } from "../merit/finance.ts";
import type { Member } from "./member.ts";
import { kindOf } from "./members/index.ts";
import { ELECTRICITY } from "./networks.ts";
import type { ReadMembers } from "./reading.ts";

const UNKNOWN: FixedCosts = { all: NaN, operation: NaN };

/** Of all members of electricity, after the first pass. */
export function readFixedCosts(nodes: EnergyNodes, members: ReadMembers): FixedCostsOfNodes {
  const known = members.get(ELECTRICITY.key)!.filter(({ member }) => hasFixedCosts(member));
  return new Map(known.map(({ member }) => [member.source, fixedCostsOf(nodes, member)]));
}

/** Not known of members of kinds whose finance does not count them. */
export function fixedCostsOf(nodes: EnergyNodes, member: Member): FixedCosts {
  if (!hasFixedCosts(member)) return UNKNOWN;
  return {
    all: nodes.number(member.source, "fixed_costs"),
    operation: nodes.number(member.source, "fixed_operation_and_maintenance_costs_per_year"),
  };
}

const hasFixedCosts = ({ type, subtype }: Member): boolean => kindOf(type, subtype)?.hasFixedCosts === true;
