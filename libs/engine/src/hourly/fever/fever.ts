/** All heat groups of a year, in the order of the configuration: hot water comes before space heating. */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { asArray, type Curve } from "../curves/curve.ts";
import type { HourlyCurves } from "../curves/hourly-curves.ts";
import { type EnergyNodes, HourlyError } from "../energy-nodes.ts";
import { addCurves } from "../curves/arithmetic.ts";
import { derotated, sumOf } from "../curves/derived.ts";
import { askedOf } from "./producers.ts";
import { type FeverContext, type HeatConsumer, HeatGroup, type HeatSupplier } from "./heat-group.ts";

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
  electricityDemand(name: string): Curve<"april"> {
    return this.#group(name).electricityDemand(this.#nodes);
  }

  inject(): void {
    for (const group of this.groups) group.inject(this.#nodes);
  }

  /** Heat of groups, or between groups, from what their members show; MW from 1 January. */
  groupCurve(what: "demand" | "production", names: readonly string[]): Float64Array {
    const curves = names.map((name) => {
      const group = this.#group(name);
      return (
        (what === "demand" ? this.#groupDemand(group) : this.#groupProduction(group)) ??
        new Float64Array(HOURS_PER_YEAR)
      );
    });
    return asArray(addCurves(curves) ?? new Float64Array(HOURS_PER_YEAR));
  }

  /** Heat a node asks for or is asked for, or gets or makes; MW from 1 January; null when it is in no group. */
  nodeCurve(what: "demand" | "production", key: string): Float64Array | null {
    const consumer = this.#consumer(key);
    if (consumer !== undefined)
      return this.#fromJanuary(what === "demand" ? consumer.demandCurve() : consumer.productionCurve());
    const supplier = this.#suppliers.get(key);
    if (supplier === undefined) return null;
    if (what === "production") return this.#fromJanuary(supplier.devices.producer.output);
    const { memo } = this.#curves;
    return this.#fromJanuary(
      sumOf(
        memo,
        supplier.activities.map((activity) => askedOf(memo, activity)),
      ),
    );
  }

  /** What a consumer asks of, or gets from, one producer; MW from 1 January; zeros when they are not matched. */
  coupleCurve(what: "demand" | "production", producer: string, consumer: string): Float64Array | null {
    const supplier = this.#suppliers.get(producer);
    if (supplier === undefined) return null;
    const activity = this.#consumer(consumer)?.activityOf(supplier);
    if (activity === undefined) return new Float64Array(HOURS_PER_YEAR);
    return this.#fromJanuary(what === "demand" ? askedOf(this.#curves.memo, activity) : activity.productionCurve);
  }

  #fromJanuary(curve: Curve<"april">): Float64Array {
    return asArray(derotated(this.#curves.memo, curve));
  }

  #group(name: string): HeatGroup {
    const group = this.groups.find((candidate) => candidate.name === name);
    if (group === undefined) throw new HourlyError(`There is no heat group ${name}`);
    return group;
  }

  #consumer(key: string): HeatConsumer | undefined {
    for (const group of this.groups) {
      const consumer = group.consumers.find((candidate) => candidate.key === key);
      if (consumer !== undefined) return consumer;
    }
    return undefined;
  }

  #groupDemand(group: HeatGroup): Curve<"january"> | null {
    const { state } = this.#nodes;
    return addCurves(group.consumers.flatMap(({ node }) => state.curve(node, "heat_input_curve") ?? []));
  }

  /** Of each producer the larger of what it delivers and what it makes. */
  #groupProduction(group: HeatGroup): Curve<"january"> | null {
    const { state } = this.#nodes;
    return addCurves(
      group.suppliers.flatMap(({ node }) => {
        const output = state.curve(node, "heat_output_curve");
        const input = state.curve(node, "heat_input_curve");
        if (output === null || input === null) return output ?? [];
        return [input.map((value, h) => (value > output[h]! ? value : output[h]!))];
      }),
    );
  }
}
