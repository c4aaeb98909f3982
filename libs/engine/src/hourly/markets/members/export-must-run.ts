/** An interconnector that exports on a profile. */
import { MJ_PER_MWH } from "@etesian/numeric";
import type { EnergyNodes } from "../../energy-nodes.ts";
import { Kind, Participant } from "../../merit/participant.ts";
import type { Member, MemberKind } from "../member.ts";
import { profileLoad } from "../shared/users.ts";

export const exportMustRun: MemberKind = {
  role: "export",
  read(member, year) {
    const demand = exportedEnergy(member, year.nodes);
    const load = profileLoad(year, member, demand);
    return () => {
      const user = new Participant(member.key, Kind.User, load);
      return {
        participants: [user],
        installed: demand > 0,
        inject(year) {
          const production = user.productionMj;
          year.set("demand", production);
          year.presetInversedEdge(production);
          year.setLoad("input", () => user.anyLoad);
        },
      };
    };
  },
  consumption: exportedEnergy,
};

/** MJ per year. */
function exportedEnergy({ source }: Member, nodes: EnergyNodes): number {
  return nodes.requireNumber(source, "full_load_hours") * nodes.requireNumber(source, "input_capacity") * MJ_PER_MWH;
}
