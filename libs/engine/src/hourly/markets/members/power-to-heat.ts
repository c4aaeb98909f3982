/** Industrial power-to-heat: stores purchased electricity in a buffer that supplies its own heat demand. */
import { HOURS_PER_YEAR, MJ_PER_MWH } from "@etesian/numeric";
import type { AnyCurve } from "../../curves/curve.ts";
import { ZEROS } from "../../curves/arithmetic.ts";
import { HourlyError } from "../../energy-nodes.ts";
import { Kind, Participant } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { isInstalled, orZero, unitsOf } from "../shared/figures.ts";
import { efficiencies, flexOptions } from "../shared/flex-figures.ts";
import { injectStorage, storageFinance, storageParticipant, volumePerUnit } from "../shared/storage.ts";
import { industrialHeatDemand } from "../shared/industrial-heat.ts";

export const industrialPowerToHeat: MemberKind = {
  role: "other",
  read(member, year) {
    const { nodes, memo } = year;
    const units = unitsOf(year, member);
    const heatEfficiency = nodes.conversion(member.target, "output", "useable_heat");
    const heatDemand = industrialHeatDemand(member, year);
    const perUnit = flexOptions(year, member).inputCapacityPerUnit!;
    const average = heatDemand.total / MJ_PER_MWH / HOURS_PER_YEAR / units / heatEfficiency;
    const volume = volumePerUnit(nodes, member);
    const installed = isInstalled(year, member) && volume > 0;
    const makeStorage = storageParticipant(year, member, volume, {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: units > 0 && average < perUnit ? average : perUnit,
    });
    return () => {
      const participant = installed ? makeHeatBuffer(makeStorage(), heatDemand.curve, heatEfficiency) : makeStorage();
      return {
        participants: [participant],
        installed,
        inject(year) {
          injectStorage(year, memo, participant);
          const production = participant.productionMj;
          const capacity = year.nodes.requireNumber(member.source, "input_capacity");
          const { input } = efficiencies(year.nodes, member);
          year.setFullLoadHours(orZero(production / input / (capacity * participant.units * MJ_PER_MWH)));
          year.set("demand", production);
          year.setCurve("heat_output_curve", () => (installed ? participant.heat : ZEROS));
        },
        finance: storageFinance(member, participant),
      };
    };
  },
};

/** Household power-to-heat cannot be calculated, as in the reference. */
export const householdPowerToHeat: MemberKind = {
  role: "other",
  read({ key }) {
    throw new HourlyError(`${key}: household power-to-heat (subtype power_to_heat) is not part of the calculation`);
  },
};

function makeHeatBuffer(storage: Participant, demand: AnyCurve<"april">, heatEfficiency: number): Participant {
  const buffer = new Participant(storage.key, Kind.HeatBuffer, storage.anyLoad, {
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
