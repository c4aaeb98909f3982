/** Producers that run at any price and follow a profile or another calculation of their node. */
import type { CurveMemo } from "../../curves/memo.ts";
import { Kind, type Participant } from "../../merit/participant.ts";
import { revenueOf } from "../electricity-finance.ts";
import type { Adapter, MakeAdapter, Member, MemberKind, MemberYear } from "../member.ts";
import { isInstalled, profileOf } from "../shared/figures.ts";
import { followingParticipant } from "../shared/following.ts";
import { commonOptions, injectAlwaysOn, injectFlexibleEdge, profileParticipant } from "../shared/producer-figures.ts";
import { readCurtailed } from "./curtailed-always-on.ts";

export const mustRun: MemberKind = { role: "other", read: (member, year) => readAlwaysOn(member, year, Kind.MustRun) };
export const volatile: MemberKind = {
  role: "other",
  read: (member, year) => readAlwaysOn(member, year, Kind.Volatile),
};

/** An interconnector that imports on a profile. */
export const importMustRun: MemberKind = {
  role: "import",
  read(member, year) {
    const make = readUncurtailed(member, year, Kind.MustRun);
    return (market) => {
      const inner = make(market);
      return {
        ...inner,
        inject(year) {
          inner.inject(year);
          injectFlexibleEdge(year);
        },
      };
    };
  },
};

function readAlwaysOn(member: Member, year: MemberYear, kind: Kind): MakeAdapter {
  return member.number("production_curtailment") > 0
    ? readCurtailed(member, year, kind)
    : readUncurtailed(member, year, kind);
}

function readUncurtailed(member: Member, year: MemberYear, kind: Kind): MakeAdapter {
  const { memo } = year;
  if (member.group.startsWith("self:")) {
    const options = commonOptions(year, member);
    const participantIn = followingParticipant(year, member, Kind.LinkedProducer, Kind.CurveProducer, options);
    const installed = isInstalled(year, member);
    return (market) => alwaysOn(member, memo, participantIn(market), installed);
  }
  const makeParticipant = profileParticipant(year, member, profileOf(year, member), kind);
  const installed = isInstalled(year, member);
  return () => alwaysOn(member, memo, makeParticipant(), installed);
}

const alwaysOn = (member: Member, memo: CurveMemo, participant: Participant, installed: boolean): Adapter => ({
  participants: [participant],
  installed,
  inject: (year) => injectAlwaysOn(year, memo, participant),
  finance: [revenueOf(member, participant)],
});
