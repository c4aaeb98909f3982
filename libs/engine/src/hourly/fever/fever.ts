/** All heat groups of a year, in the order of the configuration: hot water comes before space heating. */
import type { AnyCurve } from "../curves/curve.ts";
import type { HourlyCurves } from "../hourly-curves.ts";
import { type EnergyNodes, HourlyError } from "../energy-nodes.ts";
import type { HeatConsumer } from "./heat-consumer.ts";
import type { HeatDemand, NodeHeat } from "./heat-demand.ts";
import type { FeverContext } from "./heat-devices.ts";
import { HeatGroup } from "./heat-group.ts";
import type { HeatSupplier } from "./heat-supplier.ts";
import type { MatchedGroup } from "./matched-group.ts";

export class Fever implements HeatDemand {
  readonly groups: readonly HeatGroup[];
  readonly #nodes: EnergyNodes;
  readonly #curves: HourlyCurves;
  readonly #suppliers = new Map<string, HeatSupplier>();
  #members: readonly (HeatSupplier | HeatConsumer)[] | null = null;

  /** Called after the first pass; groups were matched before it. */
  constructor(groups: readonly MatchedGroup[], nodes: EnergyNodes, curves: HourlyCurves) {
    this.#nodes = nodes;
    this.#curves = curves;
    const devices: FeverContext["devices"] = (key, carrier) => {
      const supplier = this.#supplier(key);
      return carrier === null ? supplier.devices.producer : supplier.producerFor(carrier);
    };
    this.groups = groups.map((group) => new HeatGroup(group, { nodes, curves, devices }));
    for (const { suppliers } of this.groups)
      for (const supplier of suppliers) this.#suppliers.set(supplier.key, supplier);
  }

  /** The producer with the given key in any group; undefined if there is none. */
  findSupplier(key: string): HeatSupplier | undefined {
    return this.#suppliers.get(key);
  }

  #supplier(key: string): HeatSupplier {
    const supplier = this.#suppliers.get(key);
    if (supplier === undefined) throw new HourlyError(`${key} supplies no heat group`);
    return supplier;
  }

  /** Runs the year and computes all results that depend on its numbers, which later queries do not read. */
  run(): void {
    for (const group of this.groups) group.run(this.#nodes, this.#curves);
    for (const group of this.groups) group.electricityDemand(this.#nodes);
  }

  /** Electricity of a group, MW in manager order. */
  electricityDemand(name: string): AnyCurve<"april"> {
    return this.group(name).electricityDemand(this.#nodes);
  }

  heatOf(key: string, carrier: string): NodeHeat {
    const supplier = this.#supplier(key);
    return supplier.devices.secondaryCarrier === null
      ? { output: supplier.devices.producer.output, efficiency: null }
      : { output: supplier.producerFor(carrier).output, efficiency: supplier.documentEfficiency(carrier) };
  }

  /** The members that write to the year before the second pass, in order. */
  get members(): readonly (HeatSupplier | HeatConsumer)[] {
    return (this.#members ??= this.groups.flatMap(({ members }) => members));
  }

  group(name: string): HeatGroup {
    const group = this.groups.find((candidate) => candidate.name === name);
    if (group === undefined) throw new HourlyError(`There is no heat group ${name}`);
    return group;
  }
}
