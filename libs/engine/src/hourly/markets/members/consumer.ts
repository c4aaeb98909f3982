/** A consumer on a profile, or one whose load follows another calculation of its node. */
import { Kind, Participant } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { inputOfCarrier } from "../shared/figures.ts";
import { followingUser, profileLoad, userAdapter } from "../shared/users.ts";

export const consumer: MemberKind = {
  role: "other",
  read(member, year) {
    const { memo } = year;
    const input = inputOfCarrier(year.nodes, member);
    if (member.group.startsWith("self:")) {
      const userIn = followingUser(year, member);
      return (market) => userAdapter(memo, userIn(market), input > 0);
    }
    const load = profileLoad(year, member, input);
    return () => userAdapter(memo, new Participant(member.key, Kind.User, load), input > 0);
  },
};
