/** Hands out sweeps to the processes that calculate them, and stores their rows. */
import { recipeCodec } from "@etesian/contracts/codecs";
import type { GetWorkResponse, Work } from "@etesian/contracts/sweeps";
import type { Unavailable, SweepDispatcher, SweepQueue } from "@etesian/sweep/queue";
import type { Sweep } from "@etesian/sweep/running";
import { isOpen, type Sweeps } from "./sweep.ts";
import { parseSweepId } from "./sweep-id.ts";

/** The dispatcher of a queue. The stored state decides whether a sweep that is not running has ended. */
export function dispatcherOf(sweeps: Sweeps, queue: SweepQueue): SweepDispatcher {
  const unlessOver = async <T>(id: string, result: T | "later"): Promise<T | Unavailable> => {
    if (result !== "later") return result;
    const number = parseSweepId(id);
    return number !== null && isOpen((await sweeps.load(number)).state) ? "later" : "over";
  };
  return {
    sweepOf: async (id) => unlessOver(id, await queue.sweepOf(id)),
    add: async (id, ...part) => unlessOver(id, await queue.add(id, ...part)),
  };
}

export const workMessage = (sweep: Sweep | Unavailable): GetWorkResponse => ({
  outcome: typeof sweep === "string" ? { $case: "none", value: sweep } : { $case: "work", value: workOf(sweep) },
});

function workOf({ spec, base }: Sweep): Work {
  if (base.kind !== "recipe") throw new Error("expected a sweep with a base scenario");
  const { curves, ...recipe } = base.recipe;
  return {
    specJson: JSON.stringify(spec),
    recipe: recipeCodec.toMessage({ ...recipe, curves: {} }),
    curves: Object.fromEntries(Object.entries(curves).map(([key, values]) => [key, { values: [...values] }])),
  };
}
