/** Figures of members of all types. */
import { isNil } from "@etesian/numeric";
import type { AnyCurve } from "../../curves/curve.ts";
import { type EnergyNodes, HourlyError } from "../../energy-nodes.ts";
import type { Member, MemberYear } from "../member.ts";

export function unitsOf({ nodes }: MemberYear, member: Member): number {
  return nodes.requireNumber(member.source, "number_of_units");
}

export function availabilityOf({ nodes }: MemberYear, member: Member): number {
  return nodes.requireNumber(member.target, "availability");
}

/** The default rule for installed members: units above 0, and available. */
export function isInstalled(year: MemberYear, member: Member): boolean {
  return unitsOf(year, member) > 0 && availabilityOf(year, member) > 0;
}

/** The member's own curve in manager order. */
export function profileOf(year: MemberYear, member: Member): AnyCurve<"april"> {
  return year.curve(member.group, member.target);
}

/** Yearly input of the market's carrier after the first pass, MJ. */
export function inputOfCarrier(nodes: EnergyNodes, member: Member): number {
  const slot = nodes.slot(member.source, "input", member.carrier);
  if (slot < 0)
    throw new HourlyError(
      `${nodes.key(member.source)} has no input of ${member.carrier}; a consumer in ${member.network.name} needs one`,
    );
  return nodes.requireNumber(member.source, "demand") * nodes.slotConversion(slot);
}

/** Cost that determines the rank in the merit order: marginal costs, or the rank in the user-sortable order. */
export function costOf({ network, orders, nodes }: MemberYear, member: Member, node: number): number {
  if (network.supplyOrder !== null) return rankIn(orders[network.supplyOrder] ?? [], nodes.key(node));
  const cost = nodes.number(node, "marginal_costs");
  if (!isNil(cost)) return cost;
  if (member.type === "flex") return 0;
  throw new HourlyError(`${member.key} has no marginal_costs; a dispatchable in ${network.name} needs them`);
}

/** Rank in an order, from 1; nodes that are not in the order come last. */
export function rankIn(order: readonly string[], key: string): number {
  const index = order.indexOf(key);
  return index < 0 ? Infinity : index + 1;
}

/** Full load hours to write back: 0 instead of NaN. */
export function orZero(hours: number): number {
  return isNil(hours) ? 0 : hours;
}

/** a / b, or 0 if either is 0. */
export function safeDivide(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a / b;
}

/** Clamps a share to the range from 0 to 1. */
export function clampShare(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}
