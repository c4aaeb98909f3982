/** Adapters of flexible nodes: they take what is left over, some buy, some give it back (configuration type `flex`). */
import { isNil, MJ_PER_MWH, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { Curve } from "../curves/curve.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import { largestOf, negativePart, scaled, sumOf, totalOf } from "../curves/derived.ts";
import { derivation } from "../curves/memo.ts";
import { HourlyError, textsIn } from "../energy-nodes.ts";
import { HOURS, Kind, Participant, type ParticipantOptions, sumWhere } from "../merit/participant.ts";
import { type Adapter, clampShare, type Member } from "./adapter.ts";
import { inputOfCarrier } from "./consumers.ts";
import { flexOptions, injectFlex, injectFlexCurves, injectFlexDemand } from "./flexibility.ts";
import { forecastStorage } from "./forecast-storage.ts";
import { hybridConverterLoad } from "./hybrid-offshore.ts";
import { powerToHeat } from "./power-to-heat.ts";
import { costCurveOptions, outputPerUnit } from "./production.ts";
import { heatStorage, storage } from "./storage.ts";

export function flexAdapter(member: Member): Adapter {
  switch (member.subtype) {
    case "storage":
      return storage(member).adapter;
    case "heat_storage":
      return heatStorage(member);
    case "optimizing_storage":
    case "optimizing_storage_households":
      return forecastStorage(member);
    case "power_to_heat_industry":
      return powerToHeat(member);
    case "temperature_based_p2h":
      return temperatureBased(member);
    case "power_to_gas":
      return powerToGas(member);
    case "export":
      return exporting(member);
    case "curtailment":
      return curtailment(member);
    case "load_shifting":
      return loadShifting(member);
    case "satisfied_demand":
      return satisfiedDemand(member);
    case "transformation":
      return transformation(member);
    case "power_to_heat":
      throw new HourlyError(
        `${member.key}: household power-to-heat (subtype power_to_heat) is not part of the calculation`,
      );
    default:
      return generic(member);
  }
}

function generic(member: Member): Adapter {
  const participant = new Participant(member.key, Kind.Flex, ZEROS, flexOptions(member));
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject: () => injectFlex(member, participant),
  };
}

function powerToGas(member: Member): Adapter {
  const participant = new Participant(member.key, Kind.Flex, ZEROS, flexOptions(member, 1));
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      injectFlex(member, participant);
      member.injectCurve("input", () => participant.load.map(Math.abs));
    },
  };
}

/** Takes all that is left over, at no price. */
function curtailment(member: Member): Adapter {
  const { price: _, ...options } = flexOptions(member);
  const participant = new Participant(member.key, Kind.BlackHole, ZEROS, {
    ...options,
    outputCapacityPerUnit: 0,
    inputCapacityPerUnit: Infinity,
    units: 1,
    cost: 0,
  });
  return {
    member,
    participants: [participant],
    installed: true,
    inject() {
      injectFlexDemand(member, participant);
      injectFlexCurves(member, participant);
      const demand = participant.productionMj;
      member.presetInversedEdge(demand);
      member.nodes.set(member.target, "demand", demand);
    },
  };
}

/** An interconnector that exports when others pay more than it costs here. */
function exporting(member: Member): Adapter {
  const { nodes } = member;
  if (!member.manager.isElectricity)
    throw new HourlyError(`${member.key} exports ${member.carrier}; only electricity can be exported so`);
  const costCurve = nodes.state.curve(member.source, "marginal_cost_curve");
  const availability = nodes.state.curve(member.source, "availability_curve");
  const { price, ...given } = flexOptions(member);
  const cost = nodes.number(member.source, "marginal_costs");
  const options: ParticipantOptions = {
    ...given,
    outputCapacityPerUnit: 0,
    buysFromDispatchables: true,
    ...(costCurve === null
      ? { cost: Number.isNaN(cost) ? 0 : cost, ...(price === undefined ? {} : { price }) }
      : costCurveOptions(member, costCurve)),
  };
  const installed =
    member.units > 0 &&
    (availability !== null || member.availability > 0) &&
    nodes.required(member.source, "input_capacity") > 0;
  const kind = availability === null ? Kind.Flex : Kind.VariableConsumer;
  const participant = new Participant(member.key, kind, ZEROS, options);
  if (availability !== null) limitInput(member, participant, member.manager.rotated(availability));
  return {
    member,
    participants: [participant],
    installed,
    inject() {
      const demand = participant.productionMj;
      nodes.set(member.target, "demand", demand);
      const capacity = nodes.number(member.source, "input_capacity");
      const seconds = isNil(capacity) || capacity === 0 ? 0 : demand / capacity;
      nodes.set(member.target, "full_load_hours", seconds / SECONDS_PER_HOUR);
      nodes.set(member.target, "full_load_seconds", seconds);
      member.presetInversedEdge(demand);
      member.injectCurve("input", () => negativePart(member.memo, participant.load));
    },
  };
}

/** Hourly input capacity from an availability curve. */
function limitInput({ memo }: Member, participant: Participant, availability: Curve<"april">): void {
  const capacity = participant.inputCapacityPerUnit * participant.units;
  participant.limited = memo.derive(limitedInput, [availability], [capacity]);
}

const limitedInput = derivation(
  "limited input",
  ([availability]: readonly [Curve<"april">], [capacity]: readonly [number]) =>
    availability.map((value) => clampShare(value) * capacity),
);

/** Heat pumps and boilers that run only while it is cold enough. */
function temperatureBased(member: Member): Adapter {
  const { nodes } = member;
  const own = nodes.state.curve(member.source, "availability_curve");
  const cutoff = member.number("temperature_cutoff");
  const availability =
    own === null
      ? member.memo.derive(availabilityBelow, [member.curve("weather/air_temperature")], [cutoff])
      : member.manager.rotated(own);
  const participant = new Participant(member.key, Kind.VariableConsumer, ZEROS, {
    ...flexOptions(member),
    outputCapacityPerUnit: 0,
  });
  limitInput(member, participant, availability);
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      injectFlex(member, participant);
      nodes.set(member.target, "availability", totalOf(member.memo, own ?? availability) / HOURS);
    },
  };
}

/** 1 in hours that are not warmer than the cutoff (°C), 0 in others. */
const availabilityBelow = derivation(
  "availability below",
  ([temperature]: readonly [Curve<"april">], [cutoff]: readonly [number]) =>
    temperature.map((degrees) => (degrees > cutoff ? 0 : 1)),
);

/** Demand that may be postponed: delivered by not consuming, taken back later. */
function loadShifting(member: Member): Adapter {
  const { nodes, manager } = member;
  const sources = textsIn(member.config, "demand_source").map((key) => manager.adapter(key));
  const loads = sources
    .filter((adapter) => adapter.installed)
    .flatMap((adapter) => adapter.participants.map((participant) => participant.load));
  const limit = sumOf(member.memo, loads);
  const output = largestOf(member.memo, limit);
  const share = member.number("input_capacity_from_share");
  const input = (isNil(share) ? 0 : share) * output;
  const flexible = new Participant(member.key, Kind.LoadShifting, ZEROS, {
    ...flexOptions(member),
    outputCapacityPerUnit: output,
    inputCapacityPerUnit: input,
  });
  flexible.limited = limit;
  const hours = member.number("load_shifting_hours");
  if (!isNil(hours)) {
    const owed = output * flexible.units * member.availability * hours;
    flexible.owedLimit = owed > 0 ? owed : 0;
  }
  const inflexible = new Participant(`${member.key}_inflexible`, Kind.ShiftUser, ZEROS);
  inflexible.partner = flexible;
  return {
    member,
    participants: [flexible, inflexible],
    installed: member.isInstalled,
    inject() {
      const units = nodes.required(member.source, "number_of_units");
      const production = sumWhere(flexible.load, 1);
      const fullLoadHours = units === 0 || production === 0 ? 0 : production / (input * units);
      nodes.setFullLoadHours(member.target, fullLoadHours);
      nodes.set(member.target, "demand", output * flexible.units * (fullLoadHours * SECONDS_PER_HOUR));
      nodes.set(member.target, "typical_input_capacity", input);
      nodes.set(member.target, "electricity_output_capacity", output);
      injectFlexCurves(member, flexible);
    },
  };
}

/** The converter of a hybrid offshore park: starts with what the park sends it and may buy more. */
function satisfiedDemand(member: Member): Adapter {
  const options = flexOptions(member);
  const given = hybridConverterLoad(member);
  const participant = new Participant(member.key, Kind.SatisfiedDemand, given.load, options);
  participant.satisfied = given.load;
  participant.limited = given.limit;
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      injectFlexDemand(member, participant);
      injectFlexCurves(member, participant);
    },
  };
}

/** Turns a carrier into another and back on one profile: a consumer and a producer. */
function transformation(member: Member): Adapter {
  const { nodes } = member;
  const profile = member.curve();
  const input = inputOfCarrier(member);
  const perUnit = outputPerUnit(member);
  const consumer = new Participant(`${member.key}_consumer`, Kind.User, scaled(member.memo, profile, input));
  const fullLoadHours = nodes.number(member.source, "full_load_hours");
  const units = nodes.number(member.target, "number_of_units");
  const production = perUnit * fullLoadHours * units * MJ_PER_MWH;
  const producer = new Participant(`${member.key}_producer`, Kind.MustRun, scaled(member.memo, profile, production), {
    outputCapacityPerUnit: perUnit,
    units,
    fullLoadHours,
  });
  return {
    member,
    participants: [...(input > 0 ? [consumer] : []), ...(perUnit > 0 ? [producer] : [])],
    installed: input > 0 || perUnit > 0,
    inject() {
      member.injectCurve("input", () => consumer.load);
      member.injectCurve("output", () => producer.load);
    },
  };
}
