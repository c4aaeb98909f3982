/** An interconnector that exports when the foreign price exceeds the domestic cost. */
import { isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import { ZEROS } from "../../curves/arithmetic.ts";
import { negativePart, rotateCurve } from "../../curves/derived.ts";
import { HourlyError } from "../../energy-nodes.ts";
import { Kind, Participant, type ParticipantOptions } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { ELECTRICITY } from "../networks.ts";
import { availabilityOf, unitsOf } from "../shared/figures.ts";
import { flexOptions, limitedInput } from "../shared/flex-figures.ts";
import { costCurveOptions } from "../shared/producer-figures.ts";

export const pricedExport: MemberKind = {
  role: "export",
  read(member, year) {
    const { nodes, memo, network } = year;
    if (network.key !== ELECTRICITY.key)
      throw new HourlyError(`${member.key} exports ${member.carrier}; this type of member exports electricity only`);
    const costCurve = nodes.curve(member.source, "marginal_cost_curve");
    const availability = nodes.curve(member.source, "availability_curve");
    const { price, ...flex } = flexOptions(year, member);
    const cost = nodes.number(member.source, "marginal_costs");
    const options: ParticipantOptions = {
      ...flex,
      outputCapacityPerUnit: 0,
      buysFromDispatchables: true,
      ...(costCurve === null
        ? { cost: Number.isNaN(cost) ? 0 : cost, ...(price === undefined ? {} : { price }) }
        : costCurveOptions(memo, costCurve)),
    };
    const kind = availability === null ? Kind.Flex : Kind.VariableConsumer;
    const inputLimit = availability === null ? null : limitedInput(memo, options, rotateCurve(memo, availability));
    const isAvailable = availability !== null || availabilityOf(year, member) > 0;
    const installed =
      unitsOf(year, member) > 0 && isAvailable && nodes.requireNumber(member.source, "input_capacity") > 0;
    return () => {
      const participant = new Participant(member.key, kind, ZEROS, options);
      if (inputLimit !== null) participant.hourlyLimit = inputLimit;
      return {
        participants: [participant],
        installed,
        inject(year) {
          const demand = participant.productionMj;
          year.set("demand", demand);
          const capacity = year.nodes.number(member.source, "input_capacity");
          const seconds = isNil(capacity) || capacity === 0 ? 0 : demand / capacity;
          year.set("full_load_hours", seconds / SECONDS_PER_HOUR);
          year.set("full_load_seconds", seconds);
          year.presetInversedEdge(demand);
          year.setLoad("input", () => negativePart(memo, participant.anyLoad));
        },
      };
    };
  },
};
