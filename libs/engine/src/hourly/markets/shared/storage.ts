/** Figures of stores: the participant, and write-back. */
import { MJ_PER_MWH } from "@etesian/numeric";
import { ZEROS } from "../../curves/arithmetic.ts";
import type { CurveMemo } from "../../curves/memo.ts";
import { type EnergyNodes, numberIn } from "../../energy-nodes.ts";
import { Kind, Participant, type ParticipantOptions } from "../../merit/participant.ts";
import { fuelCostsOf, revenueOf } from "../electricity-finance.ts";
import type { FinanceEntry, Member, MemberYear, WriteBack } from "../member.ts";
import { costOf } from "./figures.ts";
import { efficiencies, flexOptions, injectFlex } from "./flex-figures.ts";

/** Reads a store with `volume` MWh per unit; returns a factory for its participant. */
export function storageParticipant(
  year: MemberYear,
  member: Member,
  volume: number,
  overrides: ParticipantOptions = {},
): () => Participant {
  const { nodes } = year;
  const efficiency = efficiencies(nodes, member);
  const options = { ...flexOptions(year, member), cost: costOf(year, member, member.target), ...overrides };
  const decay = numberIn(nodes.record(member.source, "storage"), "decay");
  return () => {
    const participant = new Participant(member.key, Kind.Storage, ZEROS, options);
    participant.inputEfficiency = efficiency.input;
    participant.outputEfficiency = efficiency.output;
    participant.volume = volume * participant.units * participant.availability;
    participant.decay = decay > 0 ? decay : 0;
    return participant;
  };
}

/** MWh. */
export function volumePerUnit(nodes: EnergyNodes, member: Member): number {
  return numberIn(nodes.record(member.source, "storage"), "volume");
}

/** Writes the results of an electricity buffer: energy, curves, losses and content. */
export function injectStorage(year: WriteBack, memo: CurveMemo, participant: Participant): void {
  injectFlex(year, memo, participant);
  injectDumpedEnergy(year, participant);
  year.setCurve("storage_curve", () => participant.reserve);
}

export function storageFinance(member: Member, participant: Participant): readonly FinanceEntry[] {
  return [fuelCostsOf(member, participant), revenueOf(member, participant)];
}

/**
 * Energy that is not returned is lost: sets the conversions of the carrier and of loss according to the year's energy.
 */
export function injectDumpedEnergy({ nodes, member }: WriteBack, participant: Participant): void {
  const { target } = member;
  const output = nodes.slot(target, "output", member.carrier);
  const loss = nodes.slot(target, "output", "loss");
  if (output < 0 || loss < 0) return;
  const energy = (nodes.requireNumber(target, "demand") * nodes.slotConversion(output)) / MJ_PER_MWH;
  const share = energy === 0 ? 0 : participant.deliveredMwh / energy;
  nodes.setConversion(output, share);
  nodes.setConversion(loss, 1 - share);
}
