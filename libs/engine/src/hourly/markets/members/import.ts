/** An interconnector that imports at a price, with an hourly price and availability if curves are given. */
import { ZEROS } from "../../curves/arithmetic.ts";
import type { Curve } from "../../curves/curve.ts";
import { rotateCurve, totalOf } from "../../curves/derived.ts";
import { declareDerivation } from "../../curves/memo.ts";
import { HourlyError } from "../../energy-nodes.ts";
import { marginalCosts } from "../../merit/finance.ts";
import { Kind, Participant, type ParticipantOptions } from "../../merit/participant.ts";
import type { MemberKind } from "../member.ts";
import { ELECTRICITY } from "../networks.ts";
import { availabilityOf, clampShare, unitsOf } from "../shared/figures.ts";
import {
  commonOptions,
  costCurveOptions,
  injectFlexibleEdge,
  injectDemand,
  marginalCostsOf,
} from "../shared/producer-figures.ts";

export const pricedImport: MemberKind = {
  role: "import",
  read(member, year) {
    const { nodes, memo, network } = year;
    if (network.key !== ELECTRICITY.key)
      throw new HourlyError(`${member.key} imports ${member.carrier}; this type of member imports electricity only`);
    const capacity = nodes.requireNumber(member.source, "electricity_output_capacity");
    const availability = nodes.curve(member.source, "availability_curve");
    const costCurve = nodes.curve(member.source, "marginal_cost_curve");
    const options: ParticipantOptions = {
      ...commonOptions(year, member),
      cost: marginalCostsOf(nodes, member),
      outputCapacityPerUnit: capacity,
      ...(costCurve === null ? {} : costCurveOptions(memo, costCurve)),
    };
    const kind = availability === null ? Kind.Dispatchable : Kind.VariableDispatchable;
    const units = unitsOf(year, member);
    const isAvailable = availability !== null || availabilityOf(year, member) > 0;
    const outputLimit =
      availability === null ? null : memo.derive(limitedOutput, [rotateCurve(memo, availability)], [capacity, units]);
    return () => {
      const participant = new Participant(member.key, kind, ZEROS, options);
      if (outputLimit !== null) participant.hourlyLimit = outputLimit;
      return {
        participants: [participant],
        installed: units > 0 && isAvailable && capacity > 0,
        inject(year) {
          const outputCapacity = year.nodes.requireNumber(member.source, "electricity_output_capacity");
          injectDemand(year, participant.fullLoadHours, units, outputCapacity);
          year.setLoad("output", () => participant.anyLoad);
          if (availability !== null) year.set("availability", totalOf(memo, availability) / availability.length);
          year.set("marginal_costs", marginalCosts(participant));
          injectFlexibleEdge(year);
        },
      };
    };
  },
};

/** Hourly output capacity from an availability curve. */
const limitedOutput = declareDerivation(
  "limited output",
  ([availability]: readonly [Curve<"april">], [capacity, units]: readonly [capacity: number, units: number]) =>
    availability.map((value) => capacity * clampShare(value) * units),
);
