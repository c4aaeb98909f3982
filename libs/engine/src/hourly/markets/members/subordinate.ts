/** A consumer that covers the unmet demand of a power-to-heat node; known once electricity has run. */
import { ZEROS } from "../../curves/arithmetic.ts";
import { type AnyCurve, type Curve, isMaterialised } from "../../curves/curve.ts";
import { declareDerivation } from "../../curves/memo.ts";
import { HourlyError, textIn } from "../../energy-nodes.ts";
import { HOURS, Kind, Participant } from "../../merit/participant.ts";
import { type Market, Member, type MemberKind, type MemberYear } from "../member.ts";
import { ELECTRICITY } from "../networks.ts";
import { inputOfCarrier } from "../shared/figures.ts";
import { ratio } from "../shared/following.ts";
import { userAdapter } from "../shared/users.ts";
import { industrialHeatDemand } from "../shared/industrial-heat.ts";
import type { NewYear } from "../../../reused-memory.ts";

const UNMET_DEMAND = /^unmet-demand:\s*([a-z_]+)_from_electricity_curve$/;

export const subordinate: MemberKind = {
  read(member, year) {
    const { memo } = year;
    const unmetBy = readUnmetDemand(member, year);
    const installed = inputOfCarrier(year.nodes, member) > 0;
    return (market) => {
      const user = new Participant(member.key, Kind.User, ZEROS);
      market.beforeHours(() => {
        user.anyLoad = unmetBy(market);
      });
      return userAdapter(memo, user, installed);
    };
  },
  exportedAs: { user: "with_curve" },
};

/** The heat that its leader could not make in time, as the consumer's input. */
function readUnmetDemand(member: Member, year: MemberYear): (market: Market) => AnyCurve<"april"> {
  const { nodes, memo } = year;
  const match = UNMET_DEMAND.exec(member.group);
  if (match === null)
    throw new HourlyError(
      `${member.key} has group ${member.group}; expected "unmet-demand: <carrier>_from_electricity_curve"`,
    );
  const leader = nodes.index(textIn(member.config, "subordinate_to") ?? "");
  const config = nodes.record(leader, ELECTRICITY.key);
  if (config === null) throw new HourlyError(`${nodes.key(leader)} is not part of ${ELECTRICITY.name}`);
  const heater = new Member(ELECTRICITY, member.graph, leader, config);
  const wanted = industrialHeatDemand(heater, year).curve;
  const from = nodes.conversion(member.target, "input", member.carrier);
  const to = nodes.conversion(member.target, "output", match[1]!);
  const factor = ratio(member, to, from);
  // A consumer that makes no heat of its carrier covers nothing.
  if (factor === 0) return () => ZEROS;
  return (market) => {
    const seen = market.other(ELECTRICITY.key)!.adapter(heater.key).participants[0]!.heatSeen;
    return memo.derive(unmet, [wanted, isMaterialised(seen) && seen.length === 0 ? ZEROS : seen], [factor]);
  };
}

/** Demand that was not met in time, divided by a factor. */
const unmet = declareDerivation(
  "unmet demand",
  (
    [wanted, seen]: readonly [wanted: Curve<"april">, seen: Curve<"april">],
    [factor]: readonly [number],
    newYear: NewYear,
  ) => {
    const load = newYear();
    for (let h = 0; h < HOURS; h++) {
      const missing = wanted[h]! - seen[h]!;
      load[h] = (missing > 0 ? missing : 0) / factor;
    }
    return load;
  },
);
