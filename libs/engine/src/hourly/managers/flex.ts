/** Adapters of flexible nodes: they take what is left over, some buy, some give it back (configuration type `flex`). */
import { EdgeType } from "../../graph/topology.ts";
import { addCurves, scale, total, ZEROS } from "../curves/arithmetic.ts";
import { HourlyError, numberIn, textIn, textsIn } from "../energy-nodes.ts";
import { HOURS, Kind, Participant, type ParticipantOptions, sumWhere } from "../merit/participant.ts";
import { type Adapter, type Member, MJ_PER_MWH, negativePart, orZero, positivePart } from "./adapter.ts";
import { inputOfCarrier } from "./consumers.ts";
import { forecastStorage } from "./forecast-storage.ts";
import { hybridConverterLoad } from "./hybrid-offshore.ts";
import { clampShare, outputPerUnit } from "./producers.ts";

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

/** Input and output efficiency of the target: 0 without an input slot, 1 without an output slot. */
function efficiencies(member: Member): { readonly input: number; readonly output: number } {
  const input = member.inputConversion();
  const output = member.outputConversion();
  return { input: Number.isNaN(input) ? 0 : input, output: Number.isNaN(output) ? 1 : output };
}

/** Capacities per unit in the manager's carrier, MW, and what decides the place in the order. */
function flexOptions(member: Member, outputEfficiency?: number): ParticipantOptions {
  const { nodes, source, manager } = member;
  const efficiency = {
    ...efficiencies(member),
    ...(outputEfficiency === undefined ? {} : { output: outputEfficiency }),
  };
  const ofCarrier = nodes.number(source, `${member.carrier}_output_capacity`);
  const total = Number.isNaN(ofCarrier) ? nodes.number(source, "output_capacity") : ofCarrier / efficiency.output;
  const input = nodes.number(source, "input_capacity");
  const price = manager.flexPrice(source);
  return {
    inputCapacityPerUnit: (Number.isNaN(input) ? total : input) * efficiency.input,
    outputCapacityPerUnit: (Number.isNaN(total) ? input : total) * efficiency.output,
    units: member.units,
    availability: member.availability,
    cost: manager.cost(source, member),
    buysFromDispatchables: !(manager.isHeatNetwork || manager.isHydrogen),
    ...(Number.isNaN(price) ? {} : { price }),
  };
}

function emptyLoad(): Float64Array {
  return new Float64Array(HOURS);
}

/** Full load hours, demand, costs and both curves. */
function injectFlex(member: Member, participant: Participant): void {
  injectFlexDemand(member, participant);
  member.manager.finance?.fuelCosts(member, participant);
  injectFlexCurves(member, participant);
}

function injectFlexCurves(member: Member, participant: Participant): void {
  member.injectCurve("input", () => negativePart(participant.load));
  member.injectCurve("output", () => positivePart(participant.load));
}

function injectFlexDemand(member: Member, participant: Participant): void {
  const { nodes, target } = member;
  const fullLoadHours = orZero(participant.fullLoadHours);
  const seconds = fullLoadHours * 3600;
  nodes.set(target, "full_load_hours", fullLoadHours);
  nodes.set(target, "full_load_seconds", seconds);
  nodes.set(
    target,
    "demand",
    (seconds / efficiencies(member).input) * participant.inputCapacityPerUnit * participant.units,
  );
}

function generic(member: Member): Adapter {
  const participant = new Participant(member.key, Kind.Flex, member.emptyLoad(), flexOptions(member));
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject: () => injectFlex(member, participant),
  };
}

function powerToGas(member: Member): Adapter {
  const participant = new Participant(member.key, Kind.Flex, member.emptyLoad(), flexOptions(member, 1));
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
  const participant = new Participant(member.key, Kind.BlackHole, emptyLoad(), {
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
      injectInversedEdge(member, demand);
      member.nodes.set(member.target, "demand", demand);
    },
  };
}

function injectInversedEdge(member: Member, demand: number): void {
  const edge = member.firstEdge("input");
  if (member.nodes.topology.edgeType[edge] === EdgeType.InversedFlexible) member.presetEdge(edge, demand);
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
      : { cost: member.manager.rotated(costCurve) }),
  };
  const installed =
    member.units > 0 &&
    (availability !== null || member.availability > 0) &&
    nodes.required(member.source, "input_capacity") > 0;
  const kind = availability === null ? Kind.Flex : Kind.VariableConsumer;
  const participant = new Participant(member.key, kind, member.emptyLoad(installed), options);
  if (availability !== null) limitInput(participant, member.manager.rotated(availability));
  return {
    member,
    participants: [participant],
    installed,
    inject() {
      const demand = participant.productionMj;
      nodes.set(member.target, "demand", demand);
      const capacity = nodes.number(member.source, "input_capacity");
      const seconds = Number.isNaN(capacity) || capacity === 0 ? 0 : demand / capacity;
      nodes.set(member.target, "full_load_hours", seconds / 3600);
      nodes.set(member.target, "full_load_seconds", seconds);
      injectInversedEdge(member, demand);
      member.injectCurve("input", () => negativePart(participant.load));
    },
  };
}

/** Hourly input capacity from an availability curve. */
function limitInput(participant: Participant, availability: Float64Array): void {
  const capacity = participant.inputCapacityPerUnit * participant.units;
  participant.limited = availability.map((value) => clampShare(value) * capacity);
}

/** Heat pumps and boilers that run only while it is cold enough. */
function temperatureBased(member: Member): Adapter {
  const { nodes } = member;
  const own = nodes.state.curve(member.source, "availability_curve");
  const cutoff = member.number("temperature_cutoff");
  const availability =
    own === null
      ? member.curve("weather/air_temperature").map((degrees) => (degrees > cutoff ? 0 : 1))
      : member.manager.rotated(own);
  const participant = new Participant(member.key, Kind.VariableConsumer, member.emptyLoad(), {
    ...flexOptions(member),
    outputCapacityPerUnit: 0,
  });
  limitInput(participant, availability);
  return {
    member,
    participants: [participant],
    installed: member.isInstalled,
    inject() {
      injectFlex(member, participant);
      nodes.set(member.target, "availability", total(own ?? availability) / HOURS);
    },
  };
}

/** A storage and its adapter; battery parks use the storage without letting it into the order. */
export interface StorageMember {
  readonly adapter: Adapter;
  readonly participant: Participant;
}

function storageParticipant(
  member: Member,
  volume: number,
  load: Float64Array,
  changes: ParticipantOptions = {},
): Participant {
  const { nodes } = member;
  const efficiency = efficiencies(member);
  const options = { ...flexOptions(member), cost: member.manager.cost(member.target, member), ...changes };
  const participant = new Participant(member.key, Kind.Storage, load, options);
  participant.inputEfficiency = efficiency.input;
  participant.outputEfficiency = efficiency.output;
  participant.volume = volume * participant.units * participant.availability;
  const decay = numberIn(nodes.record(member.source, "storage"), "decay");
  participant.decay = decay > 0 ? decay : 0;
  participant.reserve = load === ZEROS ? ZEROS : emptyLoad();
  return participant;
}

function volumePerUnit(member: Member): number {
  return numberIn(member.nodes.record(member.source, "storage"), "volume");
}

export function storage(member: Member): StorageMember {
  const installed = member.isInstalled && volumePerUnit(member) > 0;
  return makeStorage(member, installed, installed);
}

/** The storage of a battery park runs with the park, whether or not it would have a place in an order. */
export function parkStorage(member: Member): StorageMember {
  return makeStorage(member, true, false);
}

function makeStorage(member: Member, runs: boolean, installed: boolean): StorageMember {
  const participant = storageParticipant(member, volumePerUnit(member), member.emptyLoad(runs));
  const adapter: Adapter = {
    member,
    participants: [participant],
    installed,
    inject() {
      injectFlex(member, participant);
      member.manager.finance?.revenue(member, participant);
      injectDumpedEnergy(member, participant);
      member.injectNamedCurve("storage_curve", () => participant.reserve);
    },
  };
  return { adapter, participant };
}

/** What is not given back is lost: conversions of the carrier and of loss follow the year's energy. */
function injectDumpedEnergy(member: Member, participant: Participant): void {
  const { nodes, target } = member;
  const output = nodes.slot(target, "output", member.carrier);
  const loss = nodes.slot(target, "output", "loss");
  if (output < 0 || loss < 0) return;
  const energy = (nodes.required(target, "demand") * nodes.slotConversion(output)) / MJ_PER_MWH;
  const share = energy === 0 ? 0 : sumWhere(participant.load, 1) / energy;
  nodes.setConversion(output, share);
  nodes.setConversion(loss, 1 - share);
}

/** Heat store of a network; group `infinite` finds out how large it would have to be. */
function heatStorage(member: Member): Adapter {
  const { nodes } = member;
  const infinite = member.group === "infinite";
  const capacityFrom = textIn(member.config, "output_capacity_from_demand_of");
  const changes: ParticipantOptions =
    capacityFrom === null
      ? {}
      : {
          outputCapacityPerUnit:
            (nodes.required(nodes.index(capacityFrom), "demand") / 8760 / MJ_PER_MWH) *
            member.number("output_capacity_from_demand_share"),
        };
  const volume = infinite ? Infinity : volumePerUnit(member);
  const installed = member.isInstalled && volume > 0;
  const participant = storageParticipant(member, volume, member.emptyLoad(installed), changes);
  return {
    member,
    participants: [participant],
    installed,
    inject() {
      const demand = participant.productionMj / efficiencies(member).output;
      nodes.set(member.target, "demand", demand);
      const fullLoadHours = demand / (participant.outputCapacityPerUnit * participant.units * MJ_PER_MWH);
      nodes.set(member.target, "full_load_hours", fullLoadHours);
      nodes.set(member.target, "full_load_seconds", fullLoadHours * 3600);
      injectFlexCurves(member, participant);
      injectDumpedEnergy(member, participant);
      member.injectNamedCurve("storage_curve", () => participant.reserve);
      if (infinite) {
        const most = participant.reserve.reduce((peak, stored) => Math.max(peak, stored), -Infinity);
        nodes.state.setRecordEntry(member.source, "storage", "volume", Math.ceil(most));
      }
      if (capacityFrom !== null) {
        nodes.set(member.target, "output_capacity", participant.outputCapacityPerUnit);
        if (member.carrier === "electricity")
          nodes.set(member.target, "electricity_output_capacity", participant.outputCapacityPerUnit);
        if (member.carrier === "steam_hot_water")
          nodes.set(member.target, "heat_output_capacity", participant.outputCapacityPerUnit);
      }
    },
  };
}

/** Industrial power-to-heat: buys electricity into a buffer from which its own heat demand is met. */
function powerToHeat(member: Member): Adapter {
  const { nodes } = member;
  const units = member.units;
  const heatEfficiency = member.outputConversion("useable_heat");
  const wanted = powerToHeatDemand(member);
  const options = flexOptions(member);
  const perUnit = options.inputCapacityPerUnit!;
  const average = wanted.total / 3600 / 8760 / units / heatEfficiency;
  const installed = member.isInstalled && volumePerUnit(member) > 0;
  const inner = storageParticipant(member, volumePerUnit(member), member.emptyLoad(installed), {
    outputCapacityPerUnit: 0,
    inputCapacityPerUnit: units > 0 && average < perUnit ? average : perUnit,
  });
  const participant = installed ? asHeatBuffer(inner, wanted.curve, heatEfficiency) : inner;
  const heat = installed ? participant.heat : ZEROS;
  return {
    member,
    participants: [participant],
    installed,
    inject() {
      injectFlex(member, participant);
      member.manager.finance?.revenue(member, participant);
      injectDumpedEnergy(member, participant);
      member.injectNamedCurve("storage_curve", () => participant.reserve);
      const production = participant.productionMj;
      const capacity = nodes.required(member.source, "input_capacity");
      const fullLoadHours = orZero(production / efficiencies(member).input / (capacity * participant.units * 3600));
      nodes.set(member.target, "full_load_hours", fullLoadHours);
      nodes.set(member.target, "full_load_seconds", fullLoadHours * 3600);
      nodes.set(member.target, "demand", production);
      member.injectNamedCurve("heat_output_curve", () => heat);
    },
  };
}

/** Heat a power-to-heat node wants: per hour (MW) and in total (MJ). */
export function powerToHeatDemand(member: Member): { readonly curve: Float64Array; readonly total: number } {
  const sources = textsIn(member.config, "demand_source");
  const source = sources[0];
  if (sources.length !== 1 || source === undefined) {
    throw new HourlyError(
      `${member.key} has merit_order.demand_source [${sources.join(", ")}]; power-to-heat needs exactly one`,
    );
  }
  const demand = member.nodes.required(member.nodes.index(source), "demand");
  const profile = member.manager.curve(textIn(member.config, "demand_profile") ?? "", member.source);
  return { curve: scale(profile, demand), total: demand };
}

function asHeatBuffer(storage: Participant, demand: Float64Array, heatEfficiency: number): Participant {
  const buffer = new Participant(storage.key, Kind.HeatBuffer, storage.load, {
    outputCapacityPerUnit: storage.outputCapacityPerUnit,
    inputCapacityPerUnit: storage.inputCapacityPerUnit,
    units: storage.units,
    availability: storage.availability,
    cost: storage.cost,
    price: storage.price,
    buysFromDispatchables: storage.buysFromDispatchables,
  });
  buffer.inputEfficiency = storage.inputEfficiency;
  buffer.outputEfficiency = storage.outputEfficiency;
  buffer.volume = storage.volume;
  buffer.reserve = storage.reserve;
  buffer.demand = demand;
  buffer.heatEfficiency = heatEfficiency;
  buffer.heat = emptyLoad();
  buffer.heatSeen = emptyLoad();
  return buffer;
}

/** Demand that may be postponed: delivered by not consuming, taken back later. */
function loadShifting(member: Member): Adapter {
  const { nodes, manager } = member;
  const sources = textsIn(member.config, "demand_source").map((key) => manager.adapter(key));
  const loads = sources
    .filter((adapter) => adapter.installed)
    .flatMap((adapter) => adapter.participants.map((participant) => participant.load));
  const limit = addCurves(loads) ?? ZEROS;
  const output = limit.reduce((peak, load) => Math.max(peak, load), -Infinity);
  const share = member.number("input_capacity_from_share");
  const input = (Number.isNaN(share) ? 0 : share) * output;
  const flexible = new Participant(member.key, Kind.LoadShifting, member.emptyLoad(), {
    ...flexOptions(member),
    outputCapacityPerUnit: output,
    inputCapacityPerUnit: input,
  });
  flexible.limited = limit;
  const hours = member.number("load_shifting_hours");
  if (!Number.isNaN(hours)) {
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
      nodes.set(member.target, "full_load_hours", fullLoadHours);
      nodes.set(member.target, "full_load_seconds", fullLoadHours * 3600);
      nodes.set(member.target, "demand", output * flexible.units * (fullLoadHours * 3600));
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
  participant.limited = given.limit;
  participant.setsPrice = new Uint8Array(HOURS);
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
  const consumer = new Participant(`${member.key}_consumer`, Kind.User, scale(profile, input));
  const fullLoadHours = nodes.number(member.source, "full_load_hours");
  const units = nodes.number(member.target, "number_of_units");
  const production = perUnit * fullLoadHours * units * MJ_PER_MWH;
  const producer = new Participant(`${member.key}_producer`, Kind.MustRun, scale(profile, production), {
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
