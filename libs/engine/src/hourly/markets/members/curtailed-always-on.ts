/** Solar power that is curtailed above a fraction of its peak (`production_curtailment`). */
import { EdgeType } from "../../../graph/topology/kinds.ts";
import { largest, ZEROS } from "../../curves/arithmetic.ts";
import type { Curve } from "../../curves/curve.ts";
import { declareDerivation } from "../../curves/memo.ts";
import { HourlyError } from "../../energy-nodes.ts";
import type { Kind } from "../../merit/participant.ts";
import { revenueOf } from "../electricity-finance.ts";
import type { MakeAdapter, Member, MemberYear } from "../member.ts";
import { isInstalled, profileOf } from "../shared/figures.ts";
import { injectAlwaysOn, profileParticipant } from "../shared/producer-figures.ts";

export function readCurtailed(member: Member, year: MemberYear, kind: Kind): MakeAdapter {
  if (member.group.startsWith("self:")) {
    throw new HourlyError(
      `${member.key} has production_curtailment and its own curve (${member.group}); expected one of the two`,
    );
  }
  const { nodes, memo } = year;
  const curtailment = member.number("production_curtailment");
  const profile = profileOf(year, member);
  const cappedCurve = curtailment >= 1 ? ZEROS : memo.derive(cappedProfile, [profile], [curtailment]);
  const makeParticipant = profileParticipant(year, member, cappedCurve, kind);
  const installed = isInstalled(year, member);
  const { graph } = member;
  const slot = graph.slot(member.target, "output", member.carrier);
  const originalOutput = nodes.requireNumber(member.target, "demand") * nodes.slotConversion(slot);
  return () => {
    const participant = makeParticipant();
    return {
      participants: [participant],
      installed,
      inject(year) {
        injectAlwaysOn(year, memo, participant);
        const conversion = year.nodes.slotConversion(slot);
        const demand = participant.productionMj / conversion;
        year.set("demand", demand);
        year.setCurve("curtailment_output_curve", () =>
          memo.derive(curtailedOutput, [profile, cappedCurve], [originalOutput]),
        );
        const edges = graph.edges(slot);
        const edge = edges[0];
        if (edges.length === 1 && edge !== undefined && graph.topology.edgeType[edge] === EdgeType.Constant)
          year.nodes.presetEdge(edge, demand * conversion);
      },
      finance: [revenueOf(member, participant)],
    };
  };
}

/** The curtailed part of production that follows a profile. */
const curtailedOutput = declareDerivation(
  "cut off",
  ([profile, capped]: readonly [Curve<"april">, Curve<"april">], [original]: readonly [number]) =>
    profile.map((value, h) => original * value - original * capped[h]!),
);

/** A profile capped at a fraction of its peak. */
const cappedProfile = declareDerivation(
  "capped profile",
  ([profile]: readonly [Curve<"april">], [curtailment]: readonly [number]) => {
    const peak = largest(profile);
    const cap = peak - peak * curtailment;
    return profile.map((value) => (value > cap ? cap : value));
  },
);
