/**
 * The electricity network by voltage: the load of each layer after its producers and consumers have been balanced. The
 * remainder goes to the layer above.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { largest, ZEROS } from "../curves/arithmetic.ts";
import { negativePart, positivePart, sumOf } from "../curves/derived.ts";
import { type CurveMemo, declareDerivation } from "../curves/memo.ts";
import type { AnyCurve, Curve } from "../curves/curve.ts";
import type { AllocateCurve } from "../../reused-memory.ts";

/**
 * A layer of `config/electricity_network.yml`, low voltage first. Its peak is the largest |load| (`net`), or the
 * largest supply or demand (`gross`).
 */
export interface LayerSettings {
  readonly name: string;
  readonly peak: "net" | "gross";
}

export interface LayerMember {
  /** Layer name, `omit` for none. */
  readonly level: string;
  readonly role: "consumer" | "producer" | "flex";
  /** MW in manager order; loads of flexible members are negative while they consume. */
  readonly load: AnyCurve<"april">;
}

export interface Layer {
  /** MW in manager order. */
  readonly demand: AnyCurve<"april">;
  readonly supply: AnyCurve<"april">;
  readonly load: AnyCurve<"april">;
  /** MW. */
  readonly peak: number;
}

interface LayerLoad extends Pick<Layer, "load"> {
  readonly peaks: { readonly [peak in LayerSettings["peak"]]: number };
}

/** The loads of the layers; memoised, so that a layer is summed again only when a load in it or below has changed. */
export function networkLayers(
  memo: CurveMemo,
  settings: readonly LayerSettings[],
  members: readonly LayerMember[],
): ReadonlyMap<string, Layer> {
  const layers = new Map<string, Layer>();
  const loads = loadsByLayer(settings, members);
  let below: AnyCurve<"april"> = ZEROS;
  for (const { name, peak } of settings) {
    const { producer, consumer, flex } = loads.get(name)!;
    const supply: AnyCurve<"april"> = sumOf(memo, [
      negativePart(memo, below),
      ...producer,
      ...flex.map((load) => positivePart(memo, load)),
    ]);
    const demand: AnyCurve<"april"> = sumOf(memo, [
      positivePart(memo, below),
      ...consumer,
      ...flex.map((load) => negativePart(memo, load)),
    ]);
    const { load, peaks }: LayerLoad = memo.derive(layerLoad, [demand, supply], []);
    layers.set(name, { demand, supply, load, peak: peaks[peak] });
    below = load;
  }
  return layers;
}

type LoadsByRole = { readonly [role in LayerMember["role"]]: AnyCurve<"april">[] };

function loadsByLayer(
  settings: readonly LayerSettings[],
  members: readonly LayerMember[],
): ReadonlyMap<string, LoadsByRole> {
  const loads = new Map<string, LoadsByRole>();
  for (const { name } of settings) loads.set(name, { producer: [], consumer: [], flex: [] });
  for (const { level, role, load } of members) loads.get(level)?.[role].push(load);
  return loads;
}

/** Demand minus supply, and the peaks by their definitions, MW. */
const layerLoad = declareDerivation(
  "network load",
  ([demand, supply]: readonly [Curve<"april">, Curve<"april">], _: readonly [], allocateCurve: AllocateCurve) => {
    const load = allocateCurve();
    let net = -Infinity;
    for (let h = 0; h < HOURS_PER_YEAR; h++) {
      load[h] = demand[h]! - supply[h]!;
      net = Math.max(net, Math.abs(load[h]!));
    }
    return { load, peaks: { net, gross: Math.max(largest(supply), largest(demand)) } };
  },
);
