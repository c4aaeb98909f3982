/** Runs in a page's worker: moves random sliders and answers ten queries after each move. */
import { CalculationError, openModel, InvalidSettingsError } from "@etesian/engine-package";
import { Random } from "@etesian/workbench/random";
import { isMovable, positionOf } from "./slider-moves.ts";

export interface Work {
  readonly url: string;
  readonly area: string;
  readonly moves: number;
  readonly seed: number;
}

export interface WalkResult {
  readonly moves: number;
  readonly refused: number;
}

/** The part of the worker's global scope that this file uses. */
declare const self: {
  addEventListener: (type: "message", listener: (event: { readonly data: Work }) => void) => void;
  postMessage: (message: WalkResult | { readonly error: string }) => void;
};

const QUERIES = 10;

let openedModel: Awaited<ReturnType<typeof openModel>> | null = null;
/** Number of moved sliders after which all are reset: a user changes a few dozen sliders, not all. */
const MAX_MOVED = 40;

async function work({ url, area, moves, seed }: Work): Promise<WalkResult> {
  const model = (openedModel ??= await openModel(url, area));
  const random = new Random(seed);
  const inputs = [...model.inputs.values()].filter(isMovable);
  const queries = model.queries.filter((key) => key.startsWith("dashboard_")).slice(0, QUERIES);
  let settings: { [input: string]: number | string } = {};
  let refusedCount = 0;
  for (let move = 0; move < moves;) {
    const input = random.pick(inputs);
    const next = { ...settings, [input.key]: positionOf(input, random.number()) };
    try {
      const result = await model.solveFully(next);
      for (const query of queries) result.query(query);
      result.release();
      move++;
      settings = Object.keys(next).length > MAX_MOVED ? {} : next;
    } catch (error) {
      if (!(error instanceof InvalidSettingsError || error instanceof CalculationError)) throw error;
      refusedCount++;
      if (refusedCount > 10 * moves) throw error;
    }
    // A page yields to the event loop after each move.
    await new Promise<void>((resolve) => setTimeout(resolve));
  }
  return { moves, refused: refusedCount };
}

self.addEventListener("message", ({ data }) => {
  work(data).then(
    (done) => self.postMessage(done),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
