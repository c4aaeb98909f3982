/**
 * The electricity network by voltage: what each layer has to carry once producers and consumers of the same layer have
 * met, the rest going to the layer above.
 */
import { addCurves, HOURS_PER_YEAR, largest } from "../curves/arithmetic.ts";

/** A layer of `config/electricity_network.yml`, low voltage first; `net`: largest |load|, `gross`: larger of supply and demand. */
export interface LayerSettings {
  readonly name: string;
  readonly peak: "net" | "gross";
}

export interface LayerMember {
  /** Layer name, `omit` for none. */
  readonly level: string;
  readonly role: "consumer" | "producer" | "flex";
  /** MW in manager order; of flexible members negative while consuming. */
  readonly load: Float64Array;
}

export interface Layer {
  /** MW in manager order. */
  readonly demand: Float64Array;
  readonly supply: Float64Array;
  readonly load: Float64Array;
  /** MW. */
  readonly peak: number;
}

export function networkLayers(
  settings: readonly LayerSettings[],
  members: readonly LayerMember[],
): ReadonlyMap<string, Layer> {
  const layers = new Map<string, Layer>();
  let below: Float64Array = new Float64Array(HOURS_PER_YEAR);
  for (const { name, peak } of settings) {
    const of = (role: LayerMember["role"]): Float64Array[] =>
      members.filter((m) => m.level === name && m.role === role).map((m) => m.load);
    const flexible = of("flex");
    const supply = addCurves([negative(below), ...of("producer"), ...flexible.map(positive)])!;
    const demand = addCurves([positive(below), ...of("consumer"), ...flexible.map(negative)])!;
    const load = demand.map((value, h) => value - supply[h]!);
    layers.set(name, {
      demand,
      supply,
      load,
      peak: peak === "net" ? largest(load.map(Math.abs)) : Math.max(largest(supply), largest(demand)),
    });
    below = load;
  }
  return layers;
}

function positive(curve: Float64Array): Float64Array {
  return curve.map((value) => (value > 0 ? value : 0));
}

function negative(curve: Float64Array): Float64Array {
  return curve.map((value) => (value < 0 ? -value : 0));
}
