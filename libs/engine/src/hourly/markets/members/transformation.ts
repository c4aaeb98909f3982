/** Converts a carrier into another and back on one profile, as a consumer and a producer. */
import { MJ_PER_MWH } from "@etesian/numeric";
import { scaleCurve } from "../../curves/derived.ts";
import { Kind, Participant } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { inputOfCarrier, profileOf } from "../shared/figures.ts";
import { outputPerUnit } from "../shared/producer-figures.ts";

export const transformation: MemberKind = {
  role: "other",
  read(member, year) {
    const { nodes, memo } = year;
    const profile = profileOf(year, member);
    const input = inputOfCarrier(nodes, member);
    const perUnit = outputPerUnit(nodes, member);
    const fullLoadHours = nodes.number(member.source, "full_load_hours");
    const units = nodes.number(member.target, "number_of_units");
    const consumption = scaleCurve(memo, profile, input);
    const production = scaleCurve(memo, profile, perUnit * fullLoadHours * units * MJ_PER_MWH);
    const options = { outputCapacityPerUnit: perUnit, units, fullLoadHours };
    return () => {
      const consumer = new Participant(`${member.key}_consumer`, Kind.User, consumption);
      const producer = new Participant(`${member.key}_producer`, Kind.MustRun, production, options);
      return {
        participants: [...(input > 0 ? [consumer] : []), ...(perUnit > 0 ? [producer] : [])],
        installed: input > 0 || perUnit > 0,
        inject(year) {
          year.setLoad("input", () => consumer.anyLoad);
          year.setLoad("output", () => producer.anyLoad);
        },
      };
    };
  },
};
