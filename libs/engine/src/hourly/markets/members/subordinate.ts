/** A consumer that covers the unmet demand of a power-to-heat node. Its load is known once electricity has run. */
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
import type { AllocateCurve } from "../../../reused-memory.ts";

const UNMET_DEMAND = /^unmet-demand:\s*([a-z_]+)_from_electricity_curve$/;

export const subordinate: MemberKind = {
  role: "other",
  read(member, year) {
    const { memo } = year;
    const unmetDemandIn = readUnmetDemand(member, year);
    const installed = inputOfCarrier(year.nodes, member) > 0;
    return (market) => {
      const user = new Participant(member.key, Kind.User, ZEROS);
      market.beforeDispatch(() => {
        user.anyLoad = unmetDemandIn(market);
      });
      return userAdapter(memo, user, installed);
    };
  },
  exportTypes: { user: "with_curve" },
};

/** The heat that its leader could not produce in time, as the consumer's input. */
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
  const heatDemand = industrialHeatDemand(heater, year).curve;
  const inputConversion = nodes.conversion(member.target, "input", member.carrier);
  const outputConversion = nodes.conversion(member.target, "output", match[1]!);
  const factor = ratio(member, outputConversion, inputConversion);
  // A consumer that produces no heat from its carrier covers nothing.
  if (factor === 0) return () => ZEROS;
  return (market) => {
    const registeredHeat = market.otherMarket(ELECTRICITY.key)!.adapter(heater.key).participants[0]!.registeredHeat;
    return memo.derive(
      unmetDemand,
      [heatDemand, isMaterialised(registeredHeat) && registeredHeat.length === 0 ? ZEROS : registeredHeat],
      [factor],
    );
  };
}

/** Demand that was not met in time, divided by a factor. */
const unmetDemand = declareDerivation(
  "unmet demand",
  (
    [demand, heat]: readonly [demand: Curve<"april">, heat: Curve<"april">],
    [factor]: readonly [number],
    allocateCurve: AllocateCurve,
  ) => {
    const load = allocateCurve();
    for (let h = 0; h < HOURS; h++) {
      const missing = demand[h]! - heat[h]!;
      load[h] = (missing > 0 ? missing : 0) / factor;
    }
    return load;
  },
);
