/**
 * One heat group (hot water, space heating …): the hourly run of its matched members, and their write-back. Demands,
 * conversions and shares are written for the second pass.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import type { AnyCurve, Curve } from "../curves/curve.ts";
import type { HourlyCurves } from "../hourly-curves.ts";
import { type CurveMemo, declareDerivation } from "../curves/memo.ts";
import type { EnergyNodes } from "../energy-nodes.ts";
import { HeatConsumer } from "./heat-consumer.ts";
import type { FeverContext } from "./heat-devices.ts";
import { HeatSupplier } from "./heat-supplier.ts";
import type { MatchedGroup } from "./matched-group.ts";
import { type HeatProducer, IDLE } from "./producers.ts";
import type { AllocateCurve } from "../../reused-memory.ts";

export class HeatGroup {
  readonly name: string;
  readonly suppliers: readonly HeatSupplier[];
  readonly consumers: readonly HeatConsumer[];
  /** Suppliers and consumers in the order of write-back: the first supplier, all consumers, the other suppliers. */
  readonly members: readonly (HeatSupplier | HeatConsumer)[];
  readonly #memo: CurveMemo;
  #electricity: AnyCurve<"april"> | null = null;

  constructor({ name, suppliers, consumers }: MatchedGroup, context: FeverContext) {
    const { memo } = context.curves;
    this.name = name;
    this.#memo = memo;
    this.suppliers = suppliers.map((supplier) => new HeatSupplier(supplier, context));
    this.consumers = consumers.map((consumer) => new HeatConsumer(consumer, this.suppliers, memo));
    this.members = [...this.suppliers.slice(0, 1), ...this.consumers, ...this.suppliers.slice(1)];
  }

  run(nodes: EnergyNodes, curves: HourlyCurves): void {
    for (const consumer of this.consumers) consumer.addRequests(nodes, curves);
    for (const supplier of this.suppliers) void supplier.devices;
  }

  /** Electricity that the group's devices use, MW in manager order. */
  electricityDemand(nodes: EnergyNodes): AnyCurve<"april"> {
    if (this.#electricity === null) {
      const electricSuppliers = this.members.filter(
        (member): member is HeatSupplier => member instanceof HeatSupplier && member.hasInput("electricity"),
      );
      const devices: HeatProducer[] = [];
      const efficiencies: number[] = [];
      for (const supplier of electricSuppliers) {
        const device = supplier.producerFor("electricity");
        if (device === IDLE) continue;
        devices.push(device);
        efficiencies.push(supplier.outputEfficiency(nodes));
      }
      const curves = devices.flatMap(({ input, efficiency }) => [input, efficiency]);
      this.#electricity = this.#memo.derive(electricityOf, curves, efficiencies);
    }
    return this.#electricity;
  }
}

/** Sum of the devices' inputs from their sources, each divided by an output efficiency, MW. */
const electricityOf = declareDerivation(
  "electricity for heat",
  (curves: readonly Curve<"april">[], outputEfficiencies: readonly number[], allocateCurve: AllocateCurve) => {
    const sum = allocateCurve();
    for (let d = 0; d < outputEfficiencies.length; d++) {
      const [input, efficiency] = [curves[2 * d]!, curves[2 * d + 1]!];
      const output = outputEfficiencies[d]!;
      // Added without compensation: the reference starts this sum from an explicit 0.0, which disables its
      // compensation.
      for (let h = 0; h < HOURS_PER_YEAR; h++) sum[h] = sum[h]! + input[h]! / efficiency[h]! / output;
    }
    return sum;
  },
);
