/** What flexible nodes have in common: capacities, prices, and what is written back. */
import { isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import { negativePart, positivePart } from "../curves/derived.ts";
import type { Participant, ParticipantOptions } from "../merit/participant.ts";
import { type Member, orZero } from "./adapter.ts";

/** Input and output efficiency of the target: 0 without an input slot, 1 without an output slot. */
export function efficiencies(member: Member): { readonly input: number; readonly output: number } {
  const input = member.inputConversion();
  const output = member.outputConversion();
  return { input: Number.isNaN(input) ? 0 : input, output: Number.isNaN(output) ? 1 : output };
}

/** Capacities per unit in the manager's carrier, MW, and what decides the place in the order. */
export function flexOptions(member: Member, outputEfficiency?: number): ParticipantOptions {
  const { nodes, source, manager } = member;
  const efficiency = {
    ...efficiencies(member),
    ...(outputEfficiency === undefined ? {} : { output: outputEfficiency }),
  };
  const ofCarrier = nodes.number(source, `${member.carrier}_output_capacity`);
  const total = isNil(ofCarrier) ? nodes.number(source, "output_capacity") : ofCarrier / efficiency.output;
  const input = nodes.number(source, "input_capacity");
  const price = manager.flexPrice(source);
  return {
    inputCapacityPerUnit: (isNil(input) ? total : input) * efficiency.input,
    outputCapacityPerUnit: (isNil(total) ? input : total) * efficiency.output,
    units: member.units,
    availability: member.availability,
    cost: manager.cost(source, member),
    buysFromDispatchables: !(manager.isHeatNetwork || manager.isHydrogen),
    ...(isNil(price) ? {} : { price }),
  };
}

/** Full load hours, demand, costs and both curves. */
export function injectFlex(member: Member, participant: Participant): void {
  injectFlexDemand(member, participant);
  member.manager.finance?.fuelCosts(member, participant);
  injectFlexCurves(member, participant);
}

export function injectFlexCurves(member: Member, participant: Participant): void {
  member.injectCurve("input", () => negativePart(member.memo, participant.load));
  member.injectCurve("output", () => positivePart(member.memo, participant.load));
}

export function injectFlexDemand(member: Member, participant: Participant): void {
  const { nodes, target } = member;
  const fullLoadHours = orZero(participant.fullLoadHours);
  const seconds = fullLoadHours * SECONDS_PER_HOUR;
  nodes.setFullLoadHours(target, fullLoadHours);
  nodes.set(
    target,
    "demand",
    (seconds / efficiencies(member).input) * participant.inputCapacityPerUnit * participant.units,
  );
}
