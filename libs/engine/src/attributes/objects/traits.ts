/**
 * The kind of each node, and the group memberships that formulas test, as flags per node. They are computed once per
 * model.
 */
import { HOURS_PER_YEAR, MJ_PER_MWH } from "@etesian/numeric";
import { groupFlags, type Topology } from "../../graph/topology/topology.ts";

/** Kinds of nodes whose attributes have their own formulas. */
export const NodeClass = { Energy: 0, DemandDriven: 1, InheritableUnits: 2, Molecule: 3 } as const;

/** Indices of the carriers that formulas refer to; −1 if the model has no such carrier. */
export interface KnownCarriers {
  readonly electricity: number;
  readonly hydrogen: number;
  readonly ammonia: number;
  readonly steamHotWater: number;
  readonly useableHeat: number;
  readonly cooling: number;
  readonly ambientHeat: number;
  readonly ambientCold: number;
  readonly geothermal: number;
  readonly solarThermal: number;
  readonly loss: number;
  readonly coupling: number;
  readonly co2: number;
  readonly otherGhg: number;
  readonly naturalGas: number;
  readonly gasPowerFuelmix: number;
}

export interface NodeTraits {
  readonly carriers: KnownCarriers;
  /** One of `NodeClass`. */
  readonly class: Uint8Array;
  /** Sector by node, as a symbol in queries. */
  readonly sectors: readonly symbol[];
  /** Capacity (MW; kg/h) × hours × this = demand (MJ; kg). */
  readonly demandPerCapacityHour: number;
  readonly primaryEnergyDemand: Uint8Array;
  readonly bioResourcesDemand: Uint8Array;
  readonly recursiveFactorIgnore: Uint8Array;
  readonly forcePrimaryCo2: Uint8Array;
  readonly directEmissions: Uint8Array;
  readonly ccusCaptured: Uint8Array;
  readonly aggregatorProducer: Uint8Array;
  readonly nonEnergeticUse: Uint8Array;
  /** 1 if no input comes from outside sector `environment`. */
  readonly rightDeadEnd: Uint8Array;
  /** Carriers of the outputs that are waste, by node; undefined if there are none. */
  readonly wasteOutputs: readonly (readonly number[] | undefined)[];
  /** Edges that direct emissions skip in order to use the mix upstream of them. */
  readonly skipsCrudeOilMix: Uint8Array;
}

const traitsByTopology = new WeakMap<Topology, NodeTraits>();

export function nodeTraits(topology: Topology): NodeTraits {
  let traits = traitsByTopology.get(topology);
  if (traits === undefined) traitsByTopology.set(topology, (traits = makeTraits(topology)));
  return traits;
}

function makeTraits(topology: Topology): NodeTraits {
  const carrier = (key: string): number => topology.carrierByKey.get(key) ?? -1;
  return {
    carriers: {
      electricity: carrier("electricity"),
      hydrogen: carrier("hydrogen"),
      ammonia: carrier("ammonia"),
      steamHotWater: carrier("steam_hot_water"),
      useableHeat: carrier("useable_heat"),
      cooling: carrier("cooling"),
      ambientHeat: carrier("ambient_heat"),
      ambientCold: carrier("ambient_cold"),
      geothermal: carrier("geothermal"),
      solarThermal: carrier("solar_thermal"),
      loss: carrier("loss"),
      coupling: carrier("coupling_carrier"),
      co2: carrier("co2"),
      otherGhg: carrier("other_ghg"),
      naturalGas: carrier("natural_gas"),
      gasPowerFuelmix: carrier("gas_power_fuelmix"),
    },
    class: nodeClasses(topology),
    sectors: topology.definition.nodes.map(({ sector }) => Symbol.for(sector)),
    demandPerCapacityHour: topology.name === "molecules" ? HOURS_PER_YEAR : MJ_PER_MWH,
    primaryEnergyDemand: groupFlags(topology, "primary_energy_demand"),
    bioResourcesDemand: groupFlags(topology, "bio_resources_demand"),
    recursiveFactorIgnore: groupFlags(topology, "recursive_factor_ignore"),
    forcePrimaryCo2: groupFlags(topology, "force_primary_co2"),
    directEmissions: groupFlags(topology, "direct_emissions"),
    ccusCaptured: groupFlags(topology, "ccus_captured"),
    aggregatorProducer: groupFlags(topology, "aggregator_producer"),
    nonEnergeticUse: groupFlags(topology, "non_energetic_use"),
    rightDeadEnd: deadEnds(topology),
    wasteOutputs: topology.definition.nodes.map(({ attributes }) => {
      const waste = attributes["waste_outputs"];
      return Array.isArray(waste) && waste.length > 0 ? waste.map((key) => carrier(String(key))) : undefined;
    }),
    skipsCrudeOilMix: edgeFlags(topology, "emissions_skip_crude_oil_mix"),
  };
}

function nodeClasses(topology: Topology): Uint8Array {
  if (topology.name === "molecules") return new Uint8Array(topology.nodeCount).fill(NodeClass.Molecule);
  const classes = new Uint8Array(topology.nodeCount);
  for (const node of topology.groups.get("inheritable_nou") ?? []) classes[node] = NodeClass.InheritableUnits;
  for (const node of topology.groups.get("demand_driven") ?? []) classes[node] = NodeClass.DemandDriven;
  return classes;
}

function deadEnds(topology: Topology): Uint8Array {
  const { nodes } = topology.definition;
  const flags = new Uint8Array(topology.nodeCount).fill(1);
  for (let edge = 0; edge < topology.edgeCount; edge++) {
    if (nodes[topology.supplier[edge]!]!.sector !== "environment") flags[topology.consumer[edge]!] = 0;
  }
  return flags;
}

function edgeFlags(topology: Topology, group: string): Uint8Array {
  const flags = new Uint8Array(topology.edgeCount);
  for (const edge of topology.edgeGroups.get(group) ?? []) flags[edge] = 1;
  return flags;
}
