/** A battery that charges on excess, or buys, and discharges on demand. */
import type { MemberKind } from "../member.ts";
import { isInstalled } from "../shared/figures.ts";
import { injectStorage, storageFinance, storageParticipant, volumePerUnit } from "../shared/storage.ts";

export const storage: MemberKind = {
  role: "storage",
  read(member, year) {
    const { memo } = year;
    const volume = volumePerUnit(year.nodes, member);
    const makeParticipant = storageParticipant(year, member, volume);
    const installed = isInstalled(year, member) && volume > 0;
    return () => {
      const participant = makeParticipant();
      return {
        participants: [participant],
        installed,
        inject: (year) => injectStorage(year, memo, participant),
        finance: storageFinance(member, participant),
      };
    };
  },
};
