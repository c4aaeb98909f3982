/** Runs in a page's worker: calculates recipes with the published package, and posts all results, bit by bit. */
import { MissingCurvesError, type Model, openModel, type Recipe } from "@etesian/engine-package";
import { fingerprint } from "./fingerprint.ts";

export interface Work {
  readonly url: string;
  readonly area: string;
  readonly recipes: { readonly [name: string]: Recipe };
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
  postMessage: (answer: Results | { readonly error: string }) => void;
};

async function resultsOf(model: Model, recipe: Recipe): Promise<string[]> {
  for (;;) {
    try {
      const result = model.calculate(recipe);
      const missing = (error: unknown): boolean => error instanceof MissingCurvesError;
      return fingerprint(model.queries, (key, year) => result.value(key, year), missing);
    } catch (error) {
      if (!(error instanceof MissingCurvesError)) throw error;
      await model.fetchCurves(error);
    }
  }
}

async function work({ url, area, recipes }: Work): Promise<Results> {
  const model = await openModel(url, area);
  const results: { [name: string]: readonly string[] } = {};
  for (const [name, recipe] of Object.entries(recipes)) results[name] = await resultsOf(model, recipe);
  const hasSharedMemory = "SharedArrayBuffer" in globalThis;
  return { isIsolated: self.crossOriginIsolated, hasSharedMemory, keys: model.queries, results };
}

self.addEventListener("message", ({ data }) => {
  work(data).then(
    (results) => self.postMessage(results),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
