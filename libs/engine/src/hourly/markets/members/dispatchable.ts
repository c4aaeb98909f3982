/** A producer dispatched by cost, and an unlimited backup that runs last. */
import { MJ_PER_MWH } from "@etesian/numeric";
import { ZEROS } from "../../curves/arithmetic.ts";
import { largestOf } from "../../curves/derived.ts";
import { Kind, Participant } from "../../merit/participant.ts";
import { dispatchableFinance } from "../electricity-finance.ts";
import type { MemberKind } from "../member.ts";
import { costOf, isInstalled } from "../shared/figures.ts";
import { commonOptions, injectDemand, sourceCapacity } from "../shared/producer-figures.ts";

export const dispatchable: MemberKind = {
  role: "other",
  hasFixedCosts: true,
  read(member, year) {
    const cost = costOf(year, member, member.target);
    const options = { ...commonOptions(year, member), cost };
    const installed = isInstalled(year, member);
    return () => {
      const participant = new Participant(member.key, Kind.Dispatchable, ZEROS, options);
      return {
        participants: [participant],
        installed,
        inject(year) {
          injectDemand(year, participant.fullLoadHours, participant.units, sourceCapacity(year));
          year.setLoad("output", () => participant.anyLoad);
        },
        finance: [dispatchableFinance(member, participant)],
      };
    };
  },
};

/**
 * Dispatched with infinitely many units at an infinite cost, so that an order with a backup never falls short. The peak
 * load then determines the number of units.
 */
export const backup: MemberKind = {
  role: "other",
  hasFixedCosts: true,
  read(member, year) {
    const { memo } = year;
    const overrides = { units: Infinity, cost: Infinity };
    const options = { ...commonOptions(year, member), ...overrides };
    return () => {
      const participant = new Participant(member.key, Kind.Dispatchable, ZEROS, options);
      return {
        participants: [participant],
        installed: true,
        inject(year) {
          const perUnit = participant.outputCapacityPerUnit;
          const units = largestOf(memo, participant.anyLoad) / perUnit;
          injectDemand(year, participant.productionMj / (perUnit * units * MJ_PER_MWH), units, sourceCapacity(year));
          year.setLoad("output", () => participant.anyLoad);
        },
        finance: [dispatchableFinance(member, participant)],
      };
    };
  },
};
