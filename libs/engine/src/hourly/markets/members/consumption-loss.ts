/** Losses as a share of all other consumption. */
import { sum } from "@etesian/numeric";
import { Kind, Participant } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { singleLossEdge } from "../shared/losses.ts";
import { userAdapter } from "../shared/users.ts";

export const consumptionLoss: MemberKind = {
  role: "loss",
  read(member, year) {
    const { nodes, memo } = year;
    const edge = singleLossEdge(member);
    const supplier = nodes.topology.supplier[edge]!;
    const loss = nodes.slotConversion(nodes.topology.outputSlot[edge]!);
    const conversions = [...nodes.slots(supplier, "output")].map((slot) =>
      nodes.carrier(slot) === "loss" ? 0 : nodes.slotConversion(slot),
    );
    const usefulConversion = sum(Float64Array.from(conversions));
    return () => {
      const user = new Participant(member.key, Kind.ShareUser);
      user.share = usefulConversion === 0 ? 0 : loss / usefulConversion;
      return userAdapter(memo, user, true);
    };
  },
};
