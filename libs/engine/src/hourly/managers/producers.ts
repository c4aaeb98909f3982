/** Adapters of nodes that produce: by profile, by cost, or whatever is asked (configuration type `producer`). */
import { MJ_PER_MWH } from "@etesian/numeric";
import type { Curve } from "../curves/curve.ts";
import { EdgeType } from "../../graph/kinds.ts";
import { largest, ZEROS } from "../curves/arithmetic.ts";
import { largestOf, totalOf } from "../curves/derived.ts";
import { derivation } from "../curves/memo.ts";
import { HourlyError } from "../energy-nodes.ts";
import { marginalCosts } from "../merit/finance.ts";
import { Kind, Participant, type ParticipantOptions } from "../merit/participant.ts";
import { type Adapter, clampShare, type Member } from "./adapter.ts";
import { batteryPark } from "./battery-park.ts";
import { hybridOffshore } from "./hybrid-offshore.ts";
import {
  commonOptions,
  costCurveOptions,
  injectAlwaysOn,
  installDemand,
  profileParticipant,
  sourceCapacity,
} from "./production.ts";

export function producerAdapter(member: Member): Adapter {
  switch (member.subtype) {
    case "dispatchable":
      return dispatchable(member);
    case "must_run":
    case "volatile":
      return member.number("production_curtailment") > 0 ? curtailedAlwaysOn(member) : alwaysOn(member);
    case "import":
      return importing(member);
    case "import_must_run":
      return importMustRun(member);
    case "backup":
      return backup(member);
    case "always_on_battery_park":
      return batteryPark(member);
    case "hybrid_offshore":
      return hybridOffshore(member);
    default:
      throw new HourlyError(
        `${member.key} has ${member.manager.attribute}.subtype ${JSON.stringify(member.subtype)}, which no producer can have`,
      );
  }
}

function dispatchable(member: Member): Adapter {
  const participant = new Participant(member.key, Kind.Dispatchable, ZEROS, {
    ...commonOptions(member),
    ...fixedCosts(member),
    cost: member.manager.cost(member.target, member),
  });
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      installDemand(member, participant.fullLoadHours, participant.units, sourceCapacity(member));
      member.injectCurve("output", () => participant.load);
      member.manager.finance?.dispatchable(member, participant);
    },
  };
}

function fixedCosts(member: Member): ParticipantOptions {
  return {
    fixedCostsPerUnit: member.nodes.number(member.source, "fixed_costs"),
    fixedOmCostsPerUnit: member.nodes.number(member.source, "fixed_operation_and_maintenance_costs_per_year"),
  };
}

/** Infinitely many units at an infinite price: an order with it never falls short. Units follow from the peak. */
function backup(member: Member): Adapter {
  const participant = new Participant(member.key, Kind.Dispatchable, ZEROS, {
    ...commonOptions(member),
    ...fixedCosts(member),
    units: Infinity,
    cost: Infinity,
  });
  return {
    member,
    participants: [participant],
    installed: true,
    inject() {
      const perUnit = participant.outputCapacityPerUnit;
      const units = largestOf(member.memo, participant.load) / perUnit;
      installDemand(member, participant.productionMj / (perUnit * units * MJ_PER_MWH), units, sourceCapacity(member));
      member.injectCurve("output", () => participant.load);
      member.manager.finance?.dispatchable(member, participant);
    },
  };
}

function alwaysOnKind(member: Member): Kind {
  return member.subtype === "volatile" ? Kind.Volatile : Kind.MustRun;
}

function alwaysOn(member: Member): Adapter {
  const participant = member.group.startsWith("self:")
    ? member.manager.followingParticipant(member, Kind.LinkedProducer, Kind.CurveProducer, commonOptions(member))
    : profileParticipant(member, member.curve(), alwaysOnKind(member));
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      injectAlwaysOn(member, participant);
      member.manager.finance?.revenue(member, participant);
    },
  };
}

/** Solar power that is cut off above a part of its peak. */
function curtailedAlwaysOn(member: Member): Adapter {
  if (member.group.startsWith("self:")) {
    throw new HourlyError(
      `${member.key} has production_curtailment and a curve of its own (${member.group}); expected one of the two`,
    );
  }
  const { nodes } = member;
  const curtailment = member.number("production_curtailment");
  const profile = member.curve();
  const capped = curtailment >= 1 ? ZEROS : member.memo.derive(cappedProfile, [profile], [curtailment]);
  const participant = profileParticipant(member, capped, alwaysOnKind(member));
  const slot = nodes.slot(member.target, "output", member.carrier);
  const original = nodes.required(member.target, "demand") * nodes.slotConversion(slot);
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      injectAlwaysOn(member, participant);
      const conversion = nodes.slotConversion(slot);
      const demand = participant.productionMj / conversion;
      nodes.set(member.target, "demand", demand);
      member.manager.finance?.revenue(member, participant);
      member.injectNamedCurve("curtailment_output_curve", () =>
        profile.map((value, h) => original * value - original * capped[h]!),
      );
      const edges = nodes.edges(slot);
      const edge = edges[0];
      if (edges.length === 1 && edge !== undefined && nodes.topology.edgeType[edge] === EdgeType.Constant) {
        member.presetEdge(edge, demand * conversion);
      }
    },
  };
}

/** A profile cut off above a part of its peak. */
const cappedProfile = derivation(
  "capped profile",
  ([profile]: readonly [Curve<"april">], [curtailment]: readonly [number]) => {
    const peak = largest(profile);
    const cap = peak - peak * curtailment;
    return profile.map((value) => (value > cap ? cap : value));
  },
);

/** Hourly output capacity from an availability curve. */
const limitedOutput = derivation(
  "limited output",
  ([availability]: readonly [Curve<"april">], [capacity, units]: readonly [capacity: number, units: number]) =>
    availability.map((value) => capacity * clampShare(value) * units),
);

/** An interconnector that imports at a price, with an hourly price and availability where curves are given. */
function importing(member: Member): Adapter {
  const { nodes } = member;
  if (!member.manager.isElectricity)
    throw new HourlyError(`${member.key} imports ${member.carrier}; only electricity can be imported so`);
  const capacity = nodes.required(member.source, "electricity_output_capacity");
  const availability = nodes.state.curve(member.source, "availability_curve");
  const costCurve = nodes.state.curve(member.source, "marginal_cost_curve");
  const options: ParticipantOptions = {
    ...commonOptions(member),
    outputCapacityPerUnit: capacity,
    ...(costCurve === null ? {} : costCurveOptions(member, costCurve)),
  };
  const kind = availability === null ? Kind.Dispatchable : Kind.VariableDispatchable;
  const installed = member.units > 0 && (availability !== null || member.availability > 0) && capacity > 0;
  const participant = new Participant(member.key, kind, ZEROS, options);
  if (availability !== null) {
    const rotated = member.manager.rotated(availability);
    const { units } = participant;
    participant.limited = member.memo.derive(limitedOutput, [rotated], [capacity, units]);
  }
  return {
    member,
    participants: [participant],
    installed,
    inject() {
      const outputCapacity = nodes.required(member.source, "electricity_output_capacity");
      installDemand(member, participant.fullLoadHours, participant.units, outputCapacity);
      member.injectCurve("output", () => participant.load);
      if (availability !== null)
        nodes.set(member.target, "availability", totalOf(member.memo, availability) / availability.length);
      nodes.set(member.target, "marginal_costs", marginalCosts(participant));
      injectFlexibleEdge(member);
    },
  };
}

function importMustRun(member: Member): Adapter {
  const inner = alwaysOn(member);
  return {
    ...inner,
    inject() {
      inner.inject();
      injectFlexibleEdge(member);
    },
  };
}

/** The energy of an import goes through its first electricity edge when that is flexible. */
function injectFlexibleEdge(member: Member): void {
  const { nodes } = member;
  const edge = member.firstEdge("output", "electricity");
  if (nodes.topology.edgeType[edge] === EdgeType.Flexible)
    member.presetEdge(edge, nodes.required(member.target, "demand"));
}
