/** Losses of the electricity network, on a profile, at the level without exports. */
import { networkLossesWithoutExport } from "../../../graph/network-losses.ts";
import type { EnergyNodes } from "../../energy-nodes.ts";
import { Kind, Participant } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { singleLossEdge } from "../shared/losses.ts";
import { profileLoad } from "../shared/users.ts";

export const electricityLoss: MemberKind = {
  role: "loss",
  read(member, year) {
    const losses = networkLosses(year.nodes);
    const load = profileLoad(year, member, losses);
    return () => {
      const user = new Participant(member.key, Kind.User, load);
      return {
        participants: [user],
        installed: losses > 0,
        inject(year) {
          year.setLoad("input", () => user.anyLoad);
          const production = user.productionMj;
          year.set("demand", production);
          year.nodes.presetEdge(singleLossEdge(member), production);
        },
      };
    };
  },
  consumption: (_member, nodes) => networkLosses(nodes),
};

/** MJ per year. */
function networkLosses(nodes: EnergyNodes): number {
  return networkLossesWithoutExport({
    index: (key) => nodes.index(key),
    demand: (node) => nodes.requireNumber(node, "demand"),
    outputConversion: (node, carrier) => nodes.conversion(node, "output", carrier),
  });
}
