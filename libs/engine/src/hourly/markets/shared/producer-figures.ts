/** Figures of producers: capacity, cost, yearly production by profile, and write-back. */
import { isNil, MJ_PER_MWH, SECONDS_PER_HOUR } from "@etesian/numeric";
import { EdgeType } from "../../../graph/topology/kinds.ts";
import { type AnyCurve, type Curve, materialise } from "../../curves/curve.ts";
import { rotateCurve, scaleCurve, totalOf } from "../../curves/derived.ts";
import { type CurveMemo, declareDerivation } from "../../curves/memo.ts";
import type { EnergyNodes } from "../../energy-nodes.ts";
import { HOURS, type Kind, Participant, type ParticipantOptions, sumWhere } from "../../merit/participant.ts";
import type { Member, MemberYear, WriteBack } from "../member.ts";
import { availabilityOf, orZero, unitsOf } from "./figures.ts";

/** Output per unit in the market's carrier, MW. */
export function outputPerUnit(nodes: EnergyNodes, member: Member): number {
  const conversion = nodes.conversion(member.source, "output", member.carrier);
  return (isNil(conversion) ? 0 : conversion) * nodes.requireNumber(member.source, "input_capacity");
}

export function commonOptions(year: MemberYear, member: Member): ParticipantOptions {
  return {
    outputCapacityPerUnit: outputPerUnit(year.nodes, member),
    units: unitsOf(year, member),
    availability: availabilityOf(year, member),
  };
}

/** Running costs (EUR/MWh); 0 if the node has none. */
export function marginalCostsOf(nodes: EnergyNodes, { source }: Member): number {
  const cost = nodes.number(source, "marginal_costs");
  return isNil(cost) ? 0 : cost;
}

const lastHour = declareDerivation("last hour", ([load]: readonly [Curve<"april">]) => load[HOURS - 1]!);
const mean = declareDerivation("mean", ([curve]: readonly [Curve<"april">]) => sumWhere(curve, 0) / curve.length);

/** An hourly cost, from a curve that starts on 1 January. */
export function costCurveOptions(memo: CurveMemo, fromJanuary: Curve<"january">): ParticipantOptions {
  const curve = rotateCurve(memo, fromJanuary);
  return { cost: memo.derive(mean, [curve], []), costCurve: materialise(curve) };
}

/**
 * Reads a producer that follows a profile and whose energy results from its full load hours. Returns a factory for its
 * participant.
 */
export function profileParticipant(
  year: MemberYear,
  member: Member,
  profile: AnyCurve<"april">,
  kind: Kind,
): () => Participant {
  const fullLoadHours = year.nodes.requireNumber(member.source, "full_load_hours");
  const production = outputPerUnit(year.nodes, member) * fullLoadHours * unitsOf(year, member) * MJ_PER_MWH;
  const load = scaleCurve(year.memo, profile, production);
  const options = { ...commonOptions(year, member), fullLoadHours };
  return () => new Participant(member.key, kind, load, options);
}

/**
 * Writes full load hours, units and demand. `capacity` is the capacity (MW) to which full load hours refer.
 * Participants that follow another calculation of the node write nothing here.
 */
export function injectDemand(year: WriteBack, hours: number, units: number, capacity: number): void {
  if (year.member.group.startsWith("self:")) return;
  const fullLoadHours = orZero(hours);
  year.setFullLoadHours(fullLoadHours);
  year.set("number_of_units", units);
  year.set("demand", fullLoadHours * SECONDS_PER_HOUR * capacity * units);
}

/** Capacity of the source at the time of writing back, MW. */
export function sourceCapacity({ nodes, member }: WriteBack): number {
  return nodes.requireNumber(member.source, "input_capacity");
}

export function injectAlwaysOn(year: WriteBack, memo: CurveMemo, participant: Participant): void {
  injectDemand(year, participant.fullLoadHours, participant.units, sourceCapacity(year));
  injectOwnHeat(year, memo, participant);
  year.setLoad("output", () => participant.finalLoad(memo));
}

/**
 * Heat of a dispatchable CHP reaches its network an hour after the electricity. The heat of the year's last hour
 * never reaches it, so the heat conversion is reduced accordingly.
 */
function injectOwnHeat({ nodes, member }: WriteBack, memo: CurveMemo, participant: Participant): void {
  const { link } = participant;
  if (link === null || link.lag === 0 || member.subtype !== "must_run") return;
  if (member.group.replaceAll(" ", "") !== "self:electricity_output_curve") return;
  if (nodes.record(member.source, "merit_order")?.["subtype"] !== "dispatchable") return;
  const sum = totalOf(memo, participant.finalLoad(memo));
  const lastLoad = memo.derive(lastHour, [link.leader.anyLoad], []) * link.factor;
  if (sum === 0 || lastLoad === 0) return;
  const slot = nodes.slot(member.target, "output", member.carrier);
  const conversion = nodes.slotConversion(slot);
  nodes.setConversion(slot, conversion - conversion * (lastLoad / (sum + lastLoad)));
}

/** Sends the energy of an import through its first electricity edge if that edge is flexible. */
export function injectFlexibleEdge({ nodes, member }: WriteBack): void {
  const edge = member.firstEdge("output", "electricity");
  if (nodes.topology.edgeType[edge] === EdgeType.Flexible)
    nodes.presetEdge(edge, nodes.requireNumber(member.target, "demand"));
}
