/** What producers have in common: capacity, cost, yearly production by profile, and what is written back. */
import { isNil, MJ_PER_MWH, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { Curve } from "../curves/curve.ts";
import { scaled, totalOf } from "../curves/derived.ts";
import { derivation } from "../curves/memo.ts";
import { HOURS, type Kind, Participant, type ParticipantOptions, sumWhere } from "../merit/participant.ts";
import { type Member, orZero } from "./adapter.ts";

/** MW per unit delivered in the manager's carrier. */
export function outputPerUnit(member: Member): number {
  const conversion = member.nodes.conversion(member.source, "output", member.carrier);
  return (isNil(conversion) ? 0 : conversion) * member.nodes.required(member.source, "input_capacity");
}

export function commonOptions(member: Member): ParticipantOptions {
  const cost = member.nodes.number(member.source, "marginal_costs");
  return {
    outputCapacityPerUnit: outputPerUnit(member),
    units: member.units,
    availability: member.availability,
    cost: Number.isNaN(cost) ? 0 : cost,
  };
}

const mean = derivation("mean", ([curve]: readonly [Curve<"april">]) => sumWhere(curve, 0) / curve.length);

/** A cost by the hour, from a curve that counts from 1 January. */
export function costCurveOptions(member: Member, fromJanuary: Curve<"january">): ParticipantOptions {
  const curve = member.manager.rotated(fromJanuary);
  return { cost: member.memo.derive(mean, [curve], []), costCurve: curve };
}

/**
 * Writes full load hours, units and demand. `capacity` is the MW to which full load hours refer. Participants that
 * follow another calculation of the node write nothing here.
 */
export function installDemand(member: Member, hours: number, units: number, capacity: number): void {
  if (member.group.startsWith("self:")) return;
  const { nodes, target } = member;
  const fullLoadHours = orZero(hours);
  nodes.setFullLoadHours(target, fullLoadHours);
  nodes.set(target, "number_of_units", units);
  nodes.set(target, "demand", fullLoadHours * SECONDS_PER_HOUR * capacity * units);
}

export function sourceCapacity(member: Member): number {
  return member.nodes.required(member.source, "input_capacity");
}

/** Yearly production of a profile producer at its full load hours, MJ. */
function productionOf(member: Member, fullLoadHours: number): number {
  return outputPerUnit(member) * fullLoadHours * member.units * MJ_PER_MWH;
}

export function profileParticipant(member: Member, profile: Curve<"april">, kind: Kind): Participant {
  const fullLoadHours = member.nodes.required(member.source, "full_load_hours");
  return new Participant(member.key, kind, scaled(member.memo, profile, productionOf(member, fullLoadHours)), {
    ...commonOptions(member),
    fullLoadHours,
  });
}

export function injectAlwaysOn(member: Member, participant: Participant): void {
  installDemand(member, participant.fullLoadHours, participant.units, sourceCapacity(member));
  injectOwnHeat(member, participant);
  member.injectCurve("output", () => participant.finalLoad(member.memo));
}

/**
 * Heat of a dispatchable CHP reaches its network an hour after the electricity, so that of the year's last hour never
 * does: the heat conversion is lowered by it.
 */
function injectOwnHeat(member: Member, participant: Participant): void {
  const { manager, nodes } = member;
  if (member.subtype !== "must_run" || member.group.replaceAll(" ", "") !== "self:electricity_output_curve") return;
  if (manager.isHydrogen || nodes.record(member.source, "merit_order")?.["subtype"] !== "dispatchable") return;
  const sum = totalOf(member.memo, participant.finalLoad(member.memo));
  const link = participant.link;
  const last = link === null || link.lag === 0 ? 0 : link.leader.load[HOURS - 1]! * link.factor;
  if (sum === 0 || last === 0) return;
  const slot = nodes.slot(member.target, "output", member.carrier);
  const conversion = nodes.slotConversion(slot);
  nodes.setConversion(slot, conversion - conversion * (last / (sum + last)));
}
