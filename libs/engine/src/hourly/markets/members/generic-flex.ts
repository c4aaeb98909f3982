/** A generic flexible node, and electrolysis, whose output has another carrier. */
import { ZEROS } from "../../curves/arithmetic.ts";
import { sizeOf } from "../../curves/derived.ts";
import { Kind, Participant } from "../../merit/participant.ts";
import { fuelCostsOf } from "../electricity-finance.ts";
import type { MakeAdapter, Member, MemberKind, MemberYear } from "../member.ts";
import { isInstalled } from "../shared/figures.ts";
import { flexOptions, injectFlex } from "../shared/flex-figures.ts";

export const genericFlex: MemberKind = { role: "other", read: (member, year) => readFlexible(member, year) };

export const powerToGas: MemberKind = {
  role: "other",
  read(member, year) {
    const { memo } = year;
    const make = readFlexible(member, year, 1);
    return (market) => {
      const inner = make(market);
      const participant = inner.participants[0]!;
      return {
        ...inner,
        inject(year) {
          inner.inject(year);
          year.setLoad("input", () => sizeOf(memo, participant.anyLoad));
        },
      };
    };
  },
};

function readFlexible(member: Member, year: MemberYear, outputEfficiency?: number): MakeAdapter {
  const { memo } = year;
  const options = flexOptions(year, member, outputEfficiency);
  const installed = isInstalled(year, member);
  return () => {
    const participant = new Participant(member.key, Kind.Flex, ZEROS, options);
    return {
      participants: [participant],
      installed,
      inject: (year) => injectFlex(year, memo, participant),
      finance: [fuelCostsOf(member, participant)],
    };
  };
}
