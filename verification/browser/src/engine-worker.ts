/** Runs in a page's worker: calculates recipes with the published package, and posts all results, bit for bit. */
import { MissingCurvesError, type Model, openModel, type Recipe } from "@etesian/engine-package";
import { fingerprint } from "./fingerprint.ts";

export interface Work {
  readonly url: string;
  readonly area: string;
  readonly recipes: { readonly [name: string]: Recipe };
  /** If absent, all queries of the model. */
  readonly queries?: readonly string[];
}

export interface Results {
  readonly isIsolated: boolean;
  readonly hasSharedMemory: boolean;
  readonly keys: readonly string[];
  /** Results of each recipe: one text per query. */
  readonly results: { readonly [name: string]: readonly string[] };
}

/** The part of the worker's global scope that this file uses. */
declare const self: {
  readonly crossOriginIsolated: boolean;
  addEventListener: (type: "message", listener: (event: { readonly data: Work }) => void) => void;
  postMessage: (message: Results | { readonly error: string }) => void;
};

async function resultsOf(model: Model, queries: readonly string[], recipe: Recipe): Promise<string[]> {
  for (;;) {
    try {
      const result = model.calculate(recipe);
      const isMissing = (error: unknown): boolean => error instanceof MissingCurvesError;
      return fingerprint(queries, (key, year) => result.value(key, year), isMissing);
    } catch (error) {
      if (!(error instanceof MissingCurvesError)) throw error;
      await model.fetchCurves(error);
    }
  }
}

async function calculate({ url, area, recipes, queries }: Work): Promise<Results> {
  const model = await openModel(url, area);
  const keys = queries ?? model.queries;
  const results: { [name: string]: readonly string[] } = {};
  for (const [name, recipe] of Object.entries(recipes)) results[name] = await resultsOf(model, keys, recipe);
  const hasSharedMemory = "SharedArrayBuffer" in globalThis;
  return { isIsolated: self.crossOriginIsolated, hasSharedMemory, keys, results };
}

self.addEventListener("message", ({ data }) => {
  calculate(data).then(
    (results) => self.postMessage(results),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
