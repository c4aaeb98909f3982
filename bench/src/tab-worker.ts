/** In a worker of a page: one random slider after the other is moved, and ten queries are answered after each move. */
import { type Input, openModel, SettingsRefused } from "@etesian/engine-package";

export interface Work {
  readonly url: string;
  readonly area: string;
  readonly moves: number;
  readonly seed: number;
}

export interface Done {
  readonly moves: number;
  readonly refused: number;
}

/** The part of a worker that this file uses. */
declare const self: {
  addEventListener: (type: "message", hear: (event: { readonly data: Work }) => void) => void;
  postMessage: (answer: Done | { readonly error: string }) => void;
};

const QUERIES = 10;

/** Numbers between 0 and 1 that follow from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const isMovable = ({ key, disabled, min, max, permittedValues }: Input): boolean =>
  !disabled && key !== "settings_enable_merit_order" && (permittedValues !== null || (min !== null && max !== null));

let opened: Awaited<ReturnType<typeof openModel>> | null = null;
/** Values of the sliders that were moved last: a person changes some tens, not all. */
const MOST_MOVED = 40;

async function work({ url, area, moves, seed }: Work): Promise<Done> {
  const model = (opened ??= await openModel(url, area));
  const random = randomOf(seed);
  const inputs = [...model.inputs.values()].filter(isMovable);
  const queries = model.queries.filter((key) => key.startsWith("dashboard_")).slice(0, QUERIES);
  let settings: { [input: string]: number | string } = {};
  let refused = 0;
  for (let move = 0; move < moves;) {
    const { key, min, max, permittedValues } = inputs[Math.floor(random() * inputs.length)]!;
    const at = random();
    const value = permittedValues?.[Math.floor(at * permittedValues.length)] ?? min! + (max! - min!) * at;
    const next = { ...settings, [key]: value };
    try {
      const result = await model.solveFully(next);
      for (const query of queries) result.query(query);
      result.giveBack();
      move++;
      settings = Object.keys(next).length > MOST_MOVED ? {} : next;
    } catch (error) {
      if (!(error instanceof SettingsRefused)) throw error;
      refused++;
      if (refused > 10 * moves) throw error;
    }
    // A page has a turn of the event loop after each move.
    await new Promise<void>((resolve) => setTimeout(resolve));
  }
  return { moves, refused };
}

self.addEventListener("message", ({ data }) => {
  work(data).then(
    (done) => self.postMessage(done),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
