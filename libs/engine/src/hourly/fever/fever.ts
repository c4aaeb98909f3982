/** All heat groups of a year, in the order of the configuration: hot water comes before space heating. */
import type { HourlyCurves } from "../curves/hourly-curves.ts";
import { type EnergyNodes, HourlyError } from "../energy-nodes.ts";
import { type FeverContext, HeatGroup, type HeatSupplier } from "./heat-group.ts";

/** Group names in calculation order, with the orders in which their members are matched. */
export interface FeverSettings {
  readonly name: string;
  readonly suppliers: readonly string[];
  readonly consumers: readonly string[];
}

export class Fever {
  readonly groups: readonly HeatGroup[];
  readonly #nodes: EnergyNodes;
  readonly #curves: HourlyCurves;
  readonly #suppliers = new Map<string, HeatSupplier>();

  /** Matches all groups: inputs are applied, nothing is calculated yet. */
  constructor(settings: readonly FeverSettings[], nodes: EnergyNodes, curves: HourlyCurves) {
    this.#nodes = nodes;
    this.#curves = curves;
    const context: FeverContext = { nodes, curves, supplier: (key) => this.supplier(key) };
    this.groups = settings.map(({ name, suppliers, consumers }) => {
      const group = new HeatGroup(name, suppliers, consumers, context);
      for (const supplier of group.suppliers) this.#suppliers.set(supplier.key, supplier);
      return group;
    });
  }

  /** The producer with that key, of any group. */
  supplier(key: string): HeatSupplier {
    const supplier = this.#suppliers.get(key);
    if (supplier === undefined) throw new HourlyError(`${key} supplies no heat group`);
    return supplier;
  }

  run(): void {
    for (const group of this.groups) group.run(this.#nodes, this.#curves);
  }

  /** Electricity of a group, MW in manager order. */
  electricityDemand(name: string): Float64Array {
    const group = this.groups.find((candidate) => candidate.name === name);
    if (group === undefined) throw new HourlyError(`There is no heat group ${name}`);
    return group.electricityDemand(this.#nodes);
  }

  inject(): void {
    for (const group of this.groups) group.inject(this.#nodes);
  }
}
