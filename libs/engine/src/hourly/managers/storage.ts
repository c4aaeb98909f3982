/** Adapters of storages: batteries, and heat stores of networks. */
import { HOURS_PER_YEAR, MJ_PER_MWH } from "@etesian/numeric";
import { ZEROS } from "../curves/arithmetic.ts";
import { largestOf } from "../curves/derived.ts";
import { numberIn, textIn } from "../energy-nodes.ts";
import { Kind, Participant, type ParticipantOptions, sumWhere } from "../merit/participant.ts";
import { type Adapter, type Member } from "./adapter.ts";
import { efficiencies, flexOptions, injectFlex, injectFlexCurves } from "./flexibility.ts";

/** A storage and its adapter; battery parks use the storage without letting it into the order. */
export interface StorageMember {
  readonly adapter: Adapter;
  readonly participant: Participant;
}

export function storage(member: Member): StorageMember {
  return makeStorage(member, member.isInstalled && volumePerUnit(member) > 0);
}

/** The storage of a battery park runs with the park, whether or not it would have a place in an order. */
export function parkStorage(member: Member): StorageMember {
  return makeStorage(member, false);
}

function makeStorage(member: Member, installed: boolean): StorageMember {
  const participant = storageParticipant(member, volumePerUnit(member));
  const adapter: Adapter = {
    member,
    participants: [participant],
    installed,
    inject: () => injectStorage(member, participant),
  };
  return { adapter, participant };
}

/** What every buffer of electricity writes back: energy, curves, revenue, losses and how full it was. */
export function injectStorage(member: Member, participant: Participant): void {
  injectFlex(member, participant);
  member.manager.finance?.revenue(member, participant);
  injectDumpedEnergy(member, participant);
  member.injectNamedCurve("storage_curve", () => participant.reserve);
}

export function storageParticipant(member: Member, volume: number, changes: ParticipantOptions = {}): Participant {
  const { nodes } = member;
  const efficiency = efficiencies(member);
  const options = { ...flexOptions(member), cost: member.manager.cost(member.target, member), ...changes };
  const participant = new Participant(member.key, Kind.Storage, ZEROS, options);
  participant.inputEfficiency = efficiency.input;
  participant.outputEfficiency = efficiency.output;
  participant.volume = volume * participant.units * participant.availability;
  const decay = numberIn(nodes.record(member.source, "storage"), "decay");
  participant.decay = decay > 0 ? decay : 0;
  return participant;
}

export function volumePerUnit(member: Member): number {
  return numberIn(member.nodes.record(member.source, "storage"), "volume");
}

/** What is not given back is lost: conversions of the carrier and of loss follow the year's energy. */
function injectDumpedEnergy(member: Member, participant: Participant): void {
  const { nodes, target } = member;
  const output = nodes.slot(target, "output", member.carrier);
  const loss = nodes.slot(target, "output", "loss");
  if (output < 0 || loss < 0) return;
  const energy = (nodes.required(target, "demand") * nodes.slotConversion(output)) / MJ_PER_MWH;
  const share = energy === 0 ? 0 : sumWhere(participant.load, 1) / energy;
  nodes.setConversion(output, share);
  nodes.setConversion(loss, 1 - share);
}

/** Heat store of a network; group `infinite` finds out how large it would have to be. */
export function heatStorage(member: Member): Adapter {
  const { nodes } = member;
  const infinite = member.group === "infinite";
  const capacityFrom = textIn(member.config, "output_capacity_from_demand_of");
  const changes: ParticipantOptions =
    capacityFrom === null
      ? {}
      : {
          outputCapacityPerUnit:
            (nodes.required(nodes.index(capacityFrom), "demand") / HOURS_PER_YEAR / MJ_PER_MWH) *
            member.number("output_capacity_from_demand_share"),
        };
  const volume = infinite ? Infinity : volumePerUnit(member);
  const installed = member.isInstalled && volume > 0;
  const participant = storageParticipant(member, volume, changes);
  return {
    member,
    participants: [participant],
    installed,
    inject() {
      const demand = participant.productionMj / efficiencies(member).output;
      nodes.set(member.target, "demand", demand);
      const fullLoadHours = demand / (participant.outputCapacityPerUnit * participant.units * MJ_PER_MWH);
      nodes.setFullLoadHours(member.target, fullLoadHours);
      injectFlexCurves(member, participant);
      injectDumpedEnergy(member, participant);
      member.injectNamedCurve("storage_curve", () => participant.reserve);
      if (infinite) {
        const most = Math.ceil(largestOf(member.memo, participant.reserve));
        nodes.state.setRecordEntry(member.source, "storage", "volume", most);
      }
      if (capacityFrom !== null) {
        nodes.set(member.target, "output_capacity", participant.outputCapacityPerUnit);
        if (member.carrier === "electricity")
          nodes.set(member.target, "electricity_output_capacity", participant.outputCapacityPerUnit);
        if (member.carrier === "steam_hot_water")
          nodes.set(member.target, "heat_output_capacity", participant.outputCapacityPerUnit);
      }
    },
  };
}
