/** Figures of flexible nodes: capacities, prices, and write-back. */
import { isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { AnyCurve, Curve } from "../../curves/curve.ts";
import { negativePart, positivePart } from "../../curves/derived.ts";
import { type CurveMemo, declareDerivation } from "../../curves/memo.ts";
import type { EnergyNodes } from "../../energy-nodes.ts";
import type { Participant, ParticipantOptions } from "../../merit/participant.ts";
import type { Member, MemberYear, WriteBack } from "../member.ts";
import { availabilityOf, clampShare, costOf, orZero, rankIn, unitsOf } from "./figures.ts";

/** Input and output efficiency of the target: 0 without an input slot, 1 without an output slot. */
export function efficiencies(
  nodes: EnergyNodes,
  { target, carrier }: Member,
): { readonly input: number; readonly output: number } {
  const input = nodes.conversion(target, "input", carrier);
  const output = nodes.conversion(target, "output", carrier);
  return { input: Number.isNaN(input) ? 0 : input, output: Number.isNaN(output) ? 1 : output };
}

/** Capacities per unit in the market's carrier, MW, and the figures that determine the rank. */
export function flexOptions(year: MemberYear, member: Member, outputEfficiency?: number): ParticipantOptions {
  const { nodes, network } = year;
  const { source } = member;
  const efficiency = {
    ...efficiencies(nodes, member),
    ...(outputEfficiency === undefined ? {} : { output: outputEfficiency }),
  };
  const carrierCapacity = nodes.number(source, `${member.carrier}_output_capacity`);
  const total = isNil(carrierCapacity) ? nodes.number(source, "output_capacity") : carrierCapacity / efficiency.output;
  const input = nodes.number(source, "input_capacity");
  const price = priceOf(year, source);
  return {
    inputCapacityPerUnit: (isNil(input) ? total : input) * efficiency.input,
    outputCapacityPerUnit: (isNil(total) ? input : total) * efficiency.output,
    units: unitsOf(year, member),
    availability: availabilityOf(year, member),
    cost: costOf(year, member, source),
    buysFromDispatchables: network.canSellToFlex,
    ...(isNil(price) ? {} : { price }),
  };
}

/** The price that a flexible node pays to consume; NaN if it equals the node's cost to produce. */
function priceOf({ network, orders, nodes }: MemberYear, node: number): number {
  return network.demandOrder === null
    ? nodes.number(node, "max_consumption_price")
    : rankIn((orders[network.demandOrder] ?? []).toReversed(), nodes.key(node));
}

/** Full load hours, demand and both curves. */
export function injectFlex(year: WriteBack, memo: CurveMemo, participant: Participant): void {
  injectFlexDemand(year, participant);
  injectFlexLoads(year, memo, participant);
}

export function injectFlexLoads(year: WriteBack, memo: CurveMemo, participant: Participant): void {
  year.setLoad("input", () => negativePart(memo, participant.anyLoad));
  year.setLoad("output", () => positivePart(memo, participant.anyLoad));
}

export function injectFlexDemand(year: WriteBack, participant: Participant): void {
  const fullLoadHours = orZero(participant.fullLoadHours);
  const seconds = fullLoadHours * SECONDS_PER_HOUR;
  year.setFullLoadHours(fullLoadHours);
  const { input } = efficiencies(year.nodes, year.member);
  year.set("demand", (seconds / input) * participant.inputCapacityPerUnit * participant.units);
}

/** Hourly input capacity from an availability curve. */
export function limitedInput(
  memo: CurveMemo,
  { inputCapacityPerUnit, units }: ParticipantOptions,
  availability: AnyCurve<"april">,
): AnyCurve<"april"> {
  return memo.derive(shareOfCapacity, [availability], [inputCapacityPerUnit! * units!]);
}

const shareOfCapacity = declareDerivation(
  "limited input",
  ([availability]: readonly [Curve<"april">], [capacity]: readonly [number]) =>
    availability.map((value) => clampShare(value) * capacity),
);
