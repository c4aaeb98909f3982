/** A dispatched year over sketched graphs, and the members of its markets. */
import { DEFAULT_LIMITS } from "../../limits.ts";
import { Stages } from "../../stages.ts";
import { CurveMemo } from "../curves/memo.ts";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { type EdgeSketch, type NodeSketch, sketchYear } from "../../graph/graph.fixture.ts";
import type { YearState } from "../../graph/state/year.ts";
import { curves, profile, storedAttributes } from "../hourly.fixture.ts";
import { HourlyMemory, TimeResolved } from "../time-resolved.ts";
import type { Orders } from "./member.ts";
import type { NetworkKey } from "./networks.ts";

/** MJ of one MW over the year. */
export const MW_YEAR = HOURS_PER_YEAR * 3600;
const CURVES = curves({
  flat: profile(),
  sun: profile((hour) => (hour % 2 === 0 ? 1 : 3)),
  steps: profile((hour) => hour % 4),
});
export const INSTALLED = { number_of_units: 1, availability: 1 };

export interface Scene {
  readonly nodes: { readonly [key: string]: NodeSketch };
  readonly edges?: { readonly [key: string]: EdgeSketch };
  readonly orders?: Orders;
  readonly memory?: HourlyMemory;
  readonly prepare?: (year: YearState, node: (key: string) => number) => void;
}

/** Caches with the default budget. */
export const newHourlyMemory = (): HourlyMemory => new HourlyMemory(new CurveMemo(), new Stages(), DEFAULT_LIMITS);

export function hoursOf({ nodes, edges = {}, orders = {}, memory = newHourlyMemory(), prepare = () => {} }: Scene) {
  const year = sketchYear({ nodes, edges });
  const { energy } = year;
  const node = (key: string): number => energy.topology.nodeByKey.get(key)!;
  prepare(year, node);
  const settings = { curves: CURVES, fever: [], layers: [], orders };
  const hours = new TimeResolved(year, storedAttributes(year), settings, memory);
  hours.run();
  hours.inject(year);
  return {
    year,
    /** First hours of a participant's year, from 1 April. */
    load: (network: NetworkKey, key: string, count = 4): readonly number[] => {
      const market = hours.markets[network];
      return Array.from(market.adapterAt(market.find(key)).participants[0]!.load.slice(0, count), roundOff);
    },
    participants: (network: NetworkKey): readonly string[] =>
      hours.markets[network].order.participants.map((participant) => participant.key),
    attribute: (key: string, name: string): number => energy.column(name)[node(key)]!,
    curve: (key: string, name: string): Float64Array => energy.curve(node(key), name)!,
    conversion: (key: string, carrier: string): number => {
      const { outputSlots, definition } = energy.topology;
      const slots = outputSlots.items.slice(outputSlots.start[node(key)], outputSlots.start[node(key) + 1]);
      return energy.slotConversion[[...slots].find((slot) => definition.slots[slot]!.carrier === carrier)!]!;
    },
    price: (hour: number): number => hours.price()[hour]!,
    markets: hours.markets,
  };
}

export const roundOff = (value: number): number => Math.round(value * 1e9) / 1e9 + 0;

export function consumer(megawatts: number, attribute: NetworkKey = "merit_order", group = "flat"): NodeSketch {
  const carrier =
    attribute === "merit_order" ? "electricity" : attribute === "hydrogen" ? "hydrogen" : "steam_hot_water";
  return {
    input: { [carrier]: 1 },
    attributes: { ...INSTALLED, demand: megawatts * MW_YEAR, [attribute]: { type: "consumer", group } },
  };
}

/** A power plant whose output capacity is half its input capacity. */
export function plant(megawatts: number, cost: number): NodeSketch {
  return {
    input: { gas: 1 },
    output: { electricity: 0.5 },
    attributes: {
      ...INSTALLED,
      input_capacity: 2 * megawatts,
      marginal_costs: cost,
      merit_order: { type: "producer", subtype: "dispatchable" },
    },
  };
}

/** Solar power that follows a profile, 2 MW on average. */
export const sunPower: NodeSketch = {
  output: { electricity: 1 },
  attributes: {
    ...INSTALLED,
    input_capacity: 2,
    full_load_hours: HOURS_PER_YEAR,
    merit_order: { type: "producer", subtype: "volatile", group: "sun" },
  },
};

/** A power plant with an output of 0.4 times its input, and half as much heat for a network. */
export function heatingPlant(inputMegawatts: number, cost: number) {
  return {
    input: { gas: 1 },
    output: { electricity: 0.4, steam_hot_water: 0.2 },
    attributes: {
      ...INSTALLED,
      input_capacity: inputMegawatts,
      marginal_costs: cost,
      full_load_hours: 8760,
      merit_order: { type: "producer", subtype: "dispatchable" },
      heat_network_ht: { type: "producer", subtype: "must_run", group: "self: electricity_output_curve" },
    },
  } satisfies NodeSketch;
}
