/** Industrial power-to-heat: electricity goes into a buffer from which a heat demand is met. */
import { HOURS_PER_YEAR, MJ_PER_MWH } from "@etesian/numeric";
import type { Curve } from "../curves/curve.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import { scaled } from "../curves/derived.ts";
import { HourlyError, textIn, textsIn } from "../energy-nodes.ts";
import { Kind, Participant } from "../merit/participant.ts";
import { type Adapter, type Member, orZero } from "./adapter.ts";
import { efficiencies, flexOptions } from "./flexibility.ts";
import { injectStorage, storageParticipant, volumePerUnit } from "./storage.ts";

/** Industrial power-to-heat: buys electricity into a buffer from which its own heat demand is met. */
export function powerToHeat(member: Member): Adapter {
  const { nodes } = member;
  const units = member.units;
  const heatEfficiency = member.outputConversion("useable_heat");
  const wanted = powerToHeatDemand(member);
  const options = flexOptions(member);
  const perUnit = options.inputCapacityPerUnit!;
  const average = wanted.total / MJ_PER_MWH / HOURS_PER_YEAR / units / heatEfficiency;
  const installed = member.isInstalled && volumePerUnit(member) > 0;
  const inner = storageParticipant(member, volumePerUnit(member), {
    outputCapacityPerUnit: 0,
    inputCapacityPerUnit: units > 0 && average < perUnit ? average : perUnit,
  });
  const participant = installed ? asHeatBuffer(inner, wanted.curve, heatEfficiency) : inner;
  return {
    member,
    participants: [participant],
    installed,
    inject() {
      injectStorage(member, participant);
      const production = participant.productionMj;
      const capacity = nodes.required(member.source, "input_capacity");
      const fullLoadHours = orZero(
        production / efficiencies(member).input / (capacity * participant.units * MJ_PER_MWH),
      );
      nodes.setFullLoadHours(member.target, fullLoadHours);
      nodes.set(member.target, "demand", production);
      member.injectNamedCurve("heat_output_curve", () => (installed ? participant.heat : ZEROS));
    },
  };
}

/** Heat a power-to-heat node wants: per hour (MW) and in total (MJ). */
export function powerToHeatDemand(member: Member): { readonly curve: Curve<"april">; readonly total: number } {
  const sources = textsIn(member.config, "demand_source");
  const source = sources[0];
  if (sources.length !== 1 || source === undefined) {
    throw new HourlyError(
      `${member.key} has merit_order.demand_source [${sources.join(", ")}]; power-to-heat needs exactly one`,
    );
  }
  const demand = member.nodes.required(member.nodes.index(source), "demand");
  const profile = member.manager.curve(textIn(member.config, "demand_profile") ?? "", member.source);
  return { curve: scaled(member.memo, profile, demand), total: demand };
}

function asHeatBuffer(storage: Participant, demand: Curve<"april">, heatEfficiency: number): Participant {
  const buffer = new Participant(storage.key, Kind.HeatBuffer, storage.load, {
    outputCapacityPerUnit: storage.outputCapacityPerUnit,
    inputCapacityPerUnit: storage.inputCapacityPerUnit,
    units: storage.units,
    availability: storage.availability,
    cost: storage.cost,
    price: storage.price,
    buysFromDispatchables: storage.buysFromDispatchables,
  });
  buffer.inputEfficiency = storage.inputEfficiency;
  buffer.outputEfficiency = storage.outputEfficiency;
  buffer.volume = storage.volume;
  buffer.demand = demand;
  buffer.heatEfficiency = heatEfficiency;
  return buffer;
}
