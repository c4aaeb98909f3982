/** Demand that may be postponed: it delivers by not consuming, and consumes later. */
import { isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import { ZEROS } from "../../curves/arithmetic.ts";
import { largestOf, sumOf } from "../../curves/derived.ts";
import { textsIn } from "../../energy-nodes.ts";
import { Kind, Participant } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { isInstalled } from "../shared/figures.ts";
import { flexOptions, injectFlexLoads } from "../shared/flex-figures.ts";

export const loadShifting: MemberKind = {
  role: "other",
  read(member, year) {
    const { memo } = year;
    const sources = textsIn(member.config, "demand_source");
    const share = member.number("input_capacity_from_share");
    const hours = member.number("load_shifting_hours");
    const participantOptions = flexOptions(year, member);
    const installed = isInstalled(year, member);
    return (market) => {
      const limit = sumOf(
        memo,
        sources.map((key) => market.givenLoads(key)).flatMap(({ installed, loads }) => (installed ? loads : [])),
      );
      const output = largestOf(memo, limit);
      const input = (isNil(share) ? 0 : share) * output;
      const options = { ...participantOptions, outputCapacityPerUnit: output, inputCapacityPerUnit: input };
      const flexible = new Participant(member.key, Kind.LoadShifting, ZEROS, options);
      flexible.hourlyLimit = limit;
      if (!isNil(hours)) {
        const owedLimit = output * flexible.units * flexible.availability * hours;
        flexible.owedLimit = owedLimit > 0 ? owedLimit : 0;
      }
      const inflexible = new Participant(`${member.key}_inflexible`, Kind.ShiftUser, ZEROS);
      inflexible.partner = flexible;
      return {
        participants: [flexible, inflexible],
        installed,
        inject(year) {
          const units = year.nodes.requireNumber(member.source, "number_of_units");
          const production = flexible.deliveredMwh;
          const fullLoadHours = units === 0 || production === 0 ? 0 : production / (input * units);
          year.setFullLoadHours(fullLoadHours);
          year.set("demand", output * flexible.units * (fullLoadHours * SECONDS_PER_HOUR));
          year.set("typical_input_capacity", input);
          year.set("electricity_output_capacity", output);
          injectFlexLoads(year, memo, flexible);
        },
      };
    };
  },
};
