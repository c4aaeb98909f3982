/** How much work a recalculation is outside the hours, counted on the bundled model (models/starter). */
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { PassMemo } from "../graph/pass-memo.ts";
import { type SliderValues, StarterModel } from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let starter: StarterModel;

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
});

/** Passes over graphs that a recalculation makes, and those whose result was known. */
function passes(values: SliderValues): { readonly asked: number; readonly run: number } {
  const asked = vi.spyOn(PassMemo.prototype, "calculate");
  const run = vi.spyOn(PassMemo.prototype, "run");
  starter.solve(values);
  const counted = { asked: asked.mock.calls.length, run: run.mock.calls.length };
  asked.mockRestore();
  run.mockRestore();
  return counted;
}

/** Large pieces of shared memory that a recalculation allocates. */
function sharedBuffers(values: SliderValues): number {
  const original = globalThis.SharedArrayBuffer;
  let made = 0;
  class Counted extends original {
    constructor(bytes: number) {
      super(bytes);
      if (bytes > 10_000) made++;
    }
  }
  vi.stubGlobal("SharedArrayBuffer", Counted);
  try {
    starter.solve(values);
  } finally {
    vi.unstubAllGlobals();
  }
  return made;
}

describe("a recalculation", () => {
  it("after a slider of costs runs no pass over the graph, after one of demand both", () => {
    starter.solve({});
    expect(passes({ investment_costs_wind_onshore: 20 })).toEqual({ asked: 2, run: 0 });
    expect(passes({ households_number_of_residences: 9_000_000 })).toEqual({ asked: 2, run: 2 });
  });

  it("allocates one state of either graph, which the solution keeps", () => {
    starter.solve({});
    expect(sharedBuffers({ investment_costs_wind_onshore: 30 })).toBe(2);
  });
});
