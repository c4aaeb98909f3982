/** A consumer whose curve is already its load (`pseudo`). */
import type { MemberKind } from "../member.ts";
import { followingUser, userAdapter } from "../shared/users.ts";

export const pseudoConsumer: MemberKind = {
  role: "other",
  read(member, year) {
    const { memo } = year;
    const userIn = followingUser(year, member);
    return (market) => userAdapter(memo, userIn(market), true);
  },
  exportTypes: { user: "with_curve" },
};
