/** Figures of consumers: they consume at any price. */
import type { AnyCurve } from "../../curves/curve.ts";
import { scaleCurve } from "../../curves/derived.ts";
import type { CurveMemo } from "../../curves/memo.ts";
import { Kind, type Participant } from "../../merit/participant.ts";
import type { Adapter, Market, Member, MemberYear } from "../member.ts";
import { profileOf } from "./figures.ts";
import { followingParticipant } from "./following.ts";

export function userAdapter(memo: CurveMemo, user: Participant, installed: boolean): Adapter {
  return {
    participants: [user],
    installed,
    inject: (year) => year.setLoad("input", () => user.finalLoad(memo)),
  };
}

/** A yearly demand (MJ) spread over the member's profile. */
export function profileLoad(year: MemberYear, member: Member, demand: number): AnyCurve<"april"> {
  return scaleCurve(year.memo, profileOf(year, member), demand);
}

/** Reads a user whose load follows another calculation, or a curve known in advance. */
export function followingUser(year: MemberYear, member: Member): (market: Market) => Participant {
  return followingParticipant(year, member, Kind.LinkedUser, Kind.User);
}
