/** A heat store of a network; for the `infinite` group, the required volume is calculated. */
import { HOURS_PER_YEAR, MJ_PER_MWH } from "@etesian/numeric";
import { largestOf } from "../../curves/derived.ts";
import { textIn } from "../../energy-nodes.ts";
import type { ParticipantOptions } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { isInstalled } from "../shared/figures.ts";
import { efficiencies, injectFlexLoads } from "../shared/flex-figures.ts";
import { injectDumpedEnergy, storageParticipant, volumePerUnit } from "../shared/storage.ts";

export const heatStorage: MemberKind = {
  role: "storage",
  read(member, year) {
    const { nodes, memo } = year;
    const isInfinite = member.group === "infinite";
    const capacityFrom = textIn(member.config, "output_capacity_from_demand_of");
    const overrides: ParticipantOptions =
      capacityFrom === null
        ? {}
        : {
            outputCapacityPerUnit:
              (nodes.requireNumber(nodes.index(capacityFrom), "demand") / HOURS_PER_YEAR / MJ_PER_MWH) *
              member.number("output_capacity_from_demand_share"),
          };
    const volume = isInfinite ? Infinity : volumePerUnit(nodes, member);
    const makeParticipant = storageParticipant(year, member, volume, overrides);
    const installed = isInstalled(year, member) && volume > 0;
    return () => {
      const participant = makeParticipant();
      return {
        participants: [participant],
        installed,
        inject(year) {
          const demand = participant.productionMj / efficiencies(year.nodes, member).output;
          year.set("demand", demand);
          year.setFullLoadHours(demand / (participant.outputCapacityPerUnit * participant.units * MJ_PER_MWH));
          injectFlexLoads(year, memo, participant);
          injectDumpedEnergy(year, participant);
          year.setCurve("storage_curve", () => participant.reserve);
          if (isInfinite) {
            const requiredVolume = Math.ceil(largestOf(memo, participant.reserve));
            year.nodes.setEntry(member.source, "storage", "volume", requiredVolume);
          }
          if (capacityFrom !== null) {
            year.set("output_capacity", participant.outputCapacityPerUnit);
            if (member.carrier === "electricity")
              year.set("electricity_output_capacity", participant.outputCapacityPerUnit);
            if (member.carrier === "steam_hot_water")
              year.set("heat_output_capacity", participant.outputCapacityPerUnit);
          }
        },
      };
    };
  },
};
