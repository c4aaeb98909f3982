/** Derives the heat devices of suppliers from their nodes, and runs their year. */
import { isNil } from "@etesian/numeric";
import type { AllocateCurve } from "../../reused-memory.ts";
import type { Curve } from "../curves/curve.ts";
import { constant } from "../curves/derived.ts";
import type { HourlyCurves } from "../hourly-curves.ts";
import { declareDerivation } from "../curves/memo.ts";
import { type EnergyGraph, type EnergyNodes, HourlyError, mapIn, numberIn, textIn } from "../energy-nodes.ts";
import {
  type Capacity,
  capacityOf,
  type Device,
  type HeatProducer,
  type HeatRequest,
  type HeatYear,
  IDLE,
  IDLE_YEAR,
  remainingCapacity,
  runHeat,
} from "./producers.ts";

export const HEAT = "useable_heat";
const FREE_CARRIERS = new Set(["ambient_heat", "solar_thermal"]);

/** The context shared by groups: the year after the first pass, and hot water producers that also heat spaces. */
export interface FeverContext {
  readonly nodes: EnergyNodes;
  readonly curves: HourlyCurves;
  /** The output of a supplier of any group from one carrier, or from all carriers if null. */
  devices(key: string, carrier: string | null): HeatProducer;
}

/**
 * A supplier's devices after the calculation; hybrids have two components, the second of which uses its own carrier.
 */
export interface Devices extends HeatYear {
  readonly mainCarrier: string;
  readonly primary: HeatProducer | null;
  readonly secondary: HeatProducer | null;
  readonly secondaryCarrier: string | null;
  readonly secondaryEfficiency: number;
}

/** Calculates the year of a supplier for all its requests; without requests, its devices are idle. */
export function runDevices(
  node: number,
  units: number,
  requests: readonly HeatRequest[],
  context: FeverContext,
): Devices {
  const { nodes } = context;
  const { memo } = context.curves;
  const config = nodes.record(node, "fever");
  const isIdle = requests.length === 0;
  if (!nodes.key(node).includes("hybrid")) {
    const year = isIdle ? IDLE_YEAR : runHeat(memo, [singleDevice(node, units, context)], requests);
    const mainCarrier = mainCarrierOf(node, nodes);
    return { ...year, mainCarrier, primary: null, secondary: null, secondaryCarrier: null, secondaryEfficiency: 1 };
  }

  const mainCarrier = textIn(config, "efficiency_based_on")!;
  const balancedWith = textIn(config, "efficiency_balanced_with");
  const secondaryCarriers = [...nodes.slots(node, "input")]
    .map((slot) => nodes.carrier(slot))
    .filter((carrier) => carrier !== mainCarrier && carrier !== balancedWith);
  const secondaryCarrier = secondaryCarriers[0];
  if (secondaryCarriers.length !== 1 || secondaryCarrier === undefined) {
    throw new HourlyError(
      `Hybrid ${nodes.key(node)} has ${secondaryCarriers.length} secondary carriers (${secondaryCarriers.join(", ")}); expected one`,
    );
  }
  const secondaryEfficiency = efficiencyInDocument(node, secondaryCarrier, nodes);
  const carriers = { mainCarrier, secondaryCarrier, secondaryEfficiency };
  if (isIdle) return { ...IDLE_YEAR, ...carriers, primary: IDLE, secondary: IDLE };
  const aliasOf = textIn(config, "alias_of");
  const megawatts = Number(mapIn(config, "capacity")[secondaryCarrier]) * units;
  const capacity = capacityOf(() => constant(memo, megawatts));
  const secondary: Device = {
    capacity:
      aliasOf === null ? capacity : remainingCapacity(memo, capacity, context.devices(aliasOf, secondaryCarrier), null),
    efficiency: constant(memo, secondaryEfficiency),
    volume: null,
  };
  const year = runHeat(memo, [heatPump(node, units, context), secondary], requests);
  return { ...year, ...carriers, primary: year.components[0]!, secondary: year.components[1]! };
}

function singleDevice(node: number, units: number, context: FeverContext): Device {
  const { nodes } = context;
  const { memo } = context.curves;
  const config = nodes.record(node, "fever");
  if (textIn(config, "efficiency_based_on") !== null) return heatPump(node, units, context);
  const aliasOf = textIn(config, "alias_of");
  const efficiency = constant(memo, 1 / nodes.conversion(node, "input", mainCarrierOf(node, nodes)));
  const capacity = outputCapacity(node, units, context);
  return {
    capacity:
      aliasOf === null ? capacity : remainingCapacity(memo, capacity, context.devices(aliasOf, null), efficiency),
    efficiency,
    volume: bufferVolume(node, units, nodes),
  };
}

/** A constant share of the heat capacity of a node's devices. The capacity is read on demand. */
function outputCapacity(node: number, units: number, { nodes, curves: { memo } }: FeverContext, part = 1): Capacity {
  return {
    isAtLeast: (megawatts) =>
      units > 0 && part > 0 && nodes.isAtLeast(node, "heat_output_capacity", megawatts / units / part),
    curve: () => constant(memo, nodes.number(node, "heat_output_capacity") * units * part),
  };
}

/** A heat pump; its efficiency depends on the air temperature. */
function heatPump(node: number, units: number, context: FeverContext): Device {
  const { nodes, curves } = context;
  const { memo } = curves;
  const config = nodes.record(node, "fever");
  const basedOn = textIn(config, "efficiency_based_on")!;
  const temperature = curves.curve("weather/air_temperature", node);
  const cop = [numberIn(config, "base_cop"), numberIn(config, "cop_per_degree")] as const;
  const efficiency = memo.derive(efficiencyByTemperature, [temperature], cop);
  const inputCapacity = mapIn(config, "capacity")[basedOn];
  let capacity: Capacity;
  if (Object.keys(mapIn(config, "capacity")).length > 0) {
    const cutoff = numberIn(config, "cop_cutoff");
    const minEfficiency = isNil(cutoff) ? 1 : cutoff;
    const input = Number(inputCapacity) * units;
    capacity = capacityOf(() => memo.derive(capacityOfInput, [efficiency], [input, minEfficiency]));
  } else {
    const part =
      nodes.slots(node, "input").length > 2
        ? nodes.conversion(node, "input", basedOn) +
          nodes.conversion(node, "input", textIn(config, "efficiency_balanced_with")!)
        : 1;
    capacity = outputCapacity(node, units, context, part);
  }
  const aliasOf = textIn(config, "alias_of");
  return {
    capacity:
      aliasOf === null ? capacity : remainingCapacity(memo, capacity, context.devices(aliasOf, basedOn), efficiency),
    efficiency,
    volume: bufferVolume(node, units, nodes),
  };
}

/** Heat per unit of electricity, at least 1. */
const efficiencyByTemperature = declareDerivation(
  "efficiency by temperature",
  (
    [temperature]: readonly [Curve<"april">],
    [baseCop, perDegree]: readonly [baseCop: number, perDegree: number],
    allocateCurve: AllocateCurve,
  ) => {
    const efficiency = allocateCurve(temperature.length);
    for (let h = 0; h < efficiency.length; h++) {
      const cop = baseCop + perDegree * temperature[h]!;
      efficiency[h] = cop < 1 ? 1 : cop;
    }
    return efficiency;
  },
);

/** Heat output of an input capacity (MW); 0 in hours with an efficiency below the minimum. */
const capacityOfInput = declareDerivation(
  "heat capacity",
  (
    [efficiency]: readonly [Curve<"april">],
    [input, minEfficiency]: readonly [input: number, minEfficiency: number],
    allocateCurve: AllocateCurve,
  ) => {
    const capacity = allocateCurve(efficiency.length);
    for (let h = 0; h < capacity.length; h++) {
      const cop = efficiency[h]!;
      capacity[h] = cop < minEfficiency ? 0 : input * cop;
    }
    return capacity;
  },
);

/** Volume of the buffer, MWh; null without one. */
function bufferVolume(node: number, units: number, nodes: EnergyNodes): number | null {
  const volume = numberIn(nodes.record(node, "storage"), "volume");
  return volume > 0 ? volume * units : null;
}

/** The single input that is not free heat. */
function mainCarrierOf(node: number, nodes: EnergyNodes): string {
  const carriers = [...nodes.slots(node, "input")]
    .map((slot) => nodes.carrier(slot))
    .filter((carrier) => !FREE_CARRIERS.has(carrier));
  const carrier = carriers[0];
  if (carriers.length !== 1 || carrier === undefined) {
    throw new HourlyError(
      `${nodes.key(node)} has ${carriers.length} input carriers (${carriers.join(", ")}); expected one that is not free heat`,
    );
  }
  return carrier;
}

/** Efficiency per carrier, according to the node's document; 1 by default. */
export function efficiencyInDocument(node: number, carrier: string, graph: EnergyGraph): number {
  const slot = graph.slot(node, "output", HEAT);
  const share = graph.topology.definition.slots[slot]?.share;
  if (share?.kind !== "carrier_efficient") return 1;
  const coefficient = share.coefficients[carrier];
  if (coefficient === undefined) throw new HourlyError(`${graph.key(node)} has no output.${HEAT}.${carrier}`);
  return coefficient;
}
