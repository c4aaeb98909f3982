import type { AreaDataset, ModelDefinition } from "@etesian/model";
import type { Recipe, Scaling } from "../recipe.ts";
import type { CurveSource } from "./curve-source.ts";
import type { InputTable } from "./input-table.ts";
import type { Evaluation, NodeReport, QueryAnswer } from "./answers.ts";

/** A solution as it travels between threads: numbers in shared memory, the rest small plain data. */
export interface SharedSolution {
  readonly area: string;
  readonly recipe: Recipe;
  readonly buffers: readonly SharedArrayBuffer[];
  readonly byteLength: number;
}

/** A model made ready to calculate: topology and compiled queries, once per model and thread. */
export class Engine {
  readonly definition: ModelDefinition;

  constructor(definition: ModelDefinition, _curves?: CurveSource) {
    this.definition = definition;
  }

  /** Ranges and start values of all inputs of an area, from a blank scenario; cached per area, end year and scaling. */
  inputs(_dataset: AreaDataset, _endYear: number, _scaling?: Scaling | null): InputTable {
    throw new Error("not available yet");
  }

  /** Applies a recipe's inputs and calculates both years. */
  solve(_dataset: AreaDataset, _recipe: Recipe): Solution {
    throw new Error("not available yet");
  }
}

/** Both years of one scenario, calculated: answers any query about them. */
export class Solution {
  readonly byteLength: number = 0;

  /** Result of a gquery by key or deprecated key, as clients get it. */
  query(_key: string): QueryAnswer {
    throw new Error("not available yet");
  }

  /** Both years of a gquery as the language evaluates it; undefined for an unknown key. */
  evaluate(_key: string): { readonly present: Evaluation; readonly future: Evaluation } | undefined {
    throw new Error("not available yet");
  }

  /** Figures of an energy or molecule node; undefined for an unknown key, an error text when one cannot be calculated. */
  node(_key: string): NodeReport | { readonly error: string } | undefined {
    throw new Error("not available yet");
  }

  toShared(): SharedSolution {
    throw new Error("not available yet");
  }

  static fromShared(_engine: Engine, _dataset: AreaDataset, _shared: SharedSolution): Solution {
    throw new Error("not available yet");
  }
}
