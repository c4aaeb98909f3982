/** The bundled model (models/starter) made ready to calculate, with its curves. */
import { openModel, type AreaDataset, type Model } from "@etesian/model";
import type { CurveSource } from "./curve-source.ts";
import { Engine } from "./engine.ts";
import type { InputTable } from "./input-table.ts";
import { moveSliders, type SliderState } from "./sliders.ts";
import type { Solution } from "./solution.ts";

export const END_YEAR = 2050;

export type SliderValues = { readonly [input: string]: number | string };

export class StarterModel {
  readonly model: Model;
  readonly dataset: AreaDataset;
  readonly engine: Engine;
  readonly inputs: InputTable;

  static async open(directory: string): Promise<StarterModel> {
    const model = await openModel(directory);
    return new StarterModel(model, await model.dataset("nl"));
  }

  constructor(model: Model, dataset: AreaDataset) {
    this.model = model;
    this.dataset = dataset;
    this.engine = new Engine(model.definition, curvesOf(model));
    this.inputs = this.engine.inputs(dataset, END_YEAR);
  }

  /** A scenario in which sliders were moved the way users move them, share groups balanced. */
  solve(values: SliderValues): Solution {
    const untouched: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };
    const moved = moveSliders(this.inputs, untouched, { values });
    if ("errors" in moved) throw new Error(moved.errors.join("; "));
    const recipe = { ...moved.state, area: "nl", endYear: END_YEAR, orders: {}, curves: {}, scaling: null };
    return this.engine.solve(this.dataset, recipe);
  }
}

function curvesOf(model: Model): CurveSource {
  const library = model.curves("nl");
  const curves = new Map<string, Float64Array | null>();
  const read = (key: string): Float64Array | null => {
    const [set, name] = key.split("/", 2) as [string, string?];
    if (name === undefined) return library.profiles.includes(key) ? library.profile(key) : null;
    return library.sets.some((known) => known.name === set) ? library.curve(set, "default", name) : null;
  };
  return {
    curve(_area, key) {
      let curve = curves.get(key);
      if (curve === undefined) curves.set(key, (curve = read(key)));
      return curve;
    },
    variants: () => ["default"],
    weatherProperties: () => null,
  };
}
