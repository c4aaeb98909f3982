/** Queries and exports about a calculated year's heat. */
import { addCurves } from "../curves/arithmetic.ts";
import { type AnyCurve, asArray, type Curve, materialise } from "../curves/curve.ts";
import { derotateCurve, sumOf } from "../curves/derived.ts";
import type { CurveMemo } from "../curves/memo.ts";
import type { EnergyNodes } from "../energy-nodes.ts";
import type { Fever } from "./fever.ts";
import type { HeatConsumer } from "./heat-consumer.ts";
import type { HeatGroup } from "./heat-group.ts";
import { requestsOf } from "./producers.ts";

export class HeatQueries {
  readonly #fever: Fever;
  readonly #year: EnergyNodes;
  readonly #memo: CurveMemo;

  constructor(fever: Fever, year: EnergyNodes, memo: CurveMemo) {
    this.#fever = fever;
    this.#year = year;
    this.#memo = memo;
  }

  get groups(): readonly HeatGroup[] {
    return this.#fever.groups;
  }

  /** Total heat of groups, from the curves of their members in a calculated year; MW from 1 January. */
  groupCurve(quantity: "demand" | "production", names: readonly string[]): Float64Array {
    const { allocateCurve } = this.#memo;
    const curves = names.map((name) => {
      const group = this.#fever.group(name);
      const members = quantity === "demand" ? demandsOf(group, this.#year) : productionsOf(group, this.#year);
      return addCurves(members, allocateCurve) ?? allocateCurve();
    });
    return asArray(addCurves(curves, allocateCurve) ?? allocateCurve());
  }

  /** Heat demand or production of a node, MW from 1 January; null if it is in no group. */
  nodeCurve(quantity: "demand" | "production", key: string): Float64Array | null {
    const consumer = this.#consumer(key);
    if (consumer !== undefined)
      return this.#fromJanuary(quantity === "demand" ? consumer.demandCurve() : consumer.productionCurve());
    const supplier = this.#fever.findSupplier(key);
    if (supplier === undefined) return null;
    if (quantity === "production") return this.#fromJanuary(supplier.devices.producer.output);
    const memo = this.#memo;
    return this.#fromJanuary(
      sumOf(
        memo,
        supplier.activities.map((activity) => requestsOf(memo, activity)),
      ),
    );
  }

  /** Heat that a consumer requests or receives from one producer, MW from 1 January; zeros if they are not matched. */
  pairCurve(quantity: "demand" | "production", producer: string, consumer: string): Float64Array | null {
    const supplier = this.#fever.findSupplier(producer);
    if (supplier === undefined) return null;
    const activity = this.#consumer(consumer)?.activityOf(supplier);
    if (activity === undefined) return this.#memo.allocateCurve();
    return this.#fromJanuary(quantity === "demand" ? requestsOf(this.#memo, activity) : activity.productionCurve);
  }

  #fromJanuary(curve: AnyCurve<"april">): Float64Array {
    return asArray(materialise(derotateCurve(this.#memo, curve)));
  }

  #consumer(key: string): HeatConsumer | undefined {
    for (const group of this.#fever.groups) {
      const consumer = group.consumers.find((candidate) => candidate.key === key);
      if (consumer !== undefined) return consumer;
    }
    return undefined;
  }
}

function demandsOf(group: HeatGroup, year: EnergyNodes): readonly Curve<"january">[] {
  return group.consumers.flatMap(({ node }) => year.curve(node, "heat_input_curve") ?? []);
}

/** For each producer, the larger of its deliveries and its production. */
function productionsOf(group: HeatGroup, year: EnergyNodes): readonly Curve<"january">[] {
  return group.suppliers.flatMap(({ node }): readonly Curve<"january">[] => {
    const output = year.curve(node, "heat_output_curve");
    const input = year.curve(node, "heat_input_curve");
    if (output === null || input === null) return output === null ? [] : [output];
    return [input.map((value, h) => (value > output[h]! ? value : output[h]!))];
  });
}
