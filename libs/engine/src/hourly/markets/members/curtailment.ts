/** Takes all remaining excess, at no price. */
import { ZEROS } from "../../curves/arithmetic.ts";
import { Kind, Participant } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { flexOptions, injectFlex } from "../shared/flex-figures.ts";

export const curtailment: MemberKind = {
  role: "curtailment",
  read(member, year) {
    const { memo } = year;
    const { price: _, ...flex } = flexOptions(year, member);
    const options = { ...flex, outputCapacityPerUnit: 0, inputCapacityPerUnit: Infinity, units: 1, cost: 0 };
    return () => {
      const participant = new Participant(member.key, Kind.BlackHole, ZEROS, options);
      return {
        participants: [participant],
        installed: true,
        inject(year) {
          injectFlex(year, memo, participant);
          const demand = participant.productionMj;
          year.presetInversedEdge(demand);
          year.set("demand", demand);
        },
      };
    };
  },
  isShownAsProducer: false,
};
