import { describe, expect, it, vi } from "vitest";
import { calculate } from "./calculate.ts";
import { sketchYear, type GraphSketch } from "./graph.fixture.ts";
import { PassMemo } from "./pass-memo.ts";
import { GraphState, PASS_FIELDS } from "./state/state.ts";

/** Hydrogen becomes hydrogen and methanol, which is netted; a plant with losses provides the rest. */
const graph: GraphSketch = {
  nodes: {
    homes: { demand: 50, input: { electricity: 1 }, attributes: { number_of_units: 3 } },
    plant: { input: { gas: 1 }, output: { electricity: 0.5, loss: "elastic" } },
    refinery: {
      demand: 100,
      groups: ["industry_transformation"],
      input: { hydrogen: 0.5, naphtha: 0.3, coal: 0.2 },
      output: { hydrogen: 0.25, diesel: 0.5, methanol: 0.25 },
    },
    buyer: {},
  },
  edges: { "plant-homes@electricity": {}, "refinery-buyer@hydrogen": { type: "dependent" } },
};

const start = sketchYear(graph).energy;

function fresh(change: (state: GraphState) => void = () => {}): GraphState {
  const state = new GraphState(start.topology, start);
  change(state);
  return state;
}

const bits = (state: GraphState): unknown => [new Int32Array(state.buffer), state.netted];

/** Runs states through a memo and compares each with the plain pass; returns the number of passes that ran. */
function runsOf(states: readonly ((state: GraphState) => void)[], memo = new PassMemo()): number {
  const run = vi.spyOn(memo, "run");
  for (const change of states) {
    const [state, expected] = [fresh(change), fresh(change)];
    memo.calculate(state);
    calculate(expected);
    expect(bits(state)).toEqual(bits(expected));
  }
  return run.mock.calls.length;
}

describe("a pass over a graph", () => {
  it("a pass over a graph runs once for the same numbers", () => {
    expect(runsOf([() => {}, () => {}, () => {}])).toBe(1);
  });

  it("a pass over a graph does not run again for a change that it does not read", () => {
    const units = (state: GraphState): void => void state.column("number_of_units").fill(7);
    const record = (state: GraphState): void => state.setCurve(0, "availability_curve", Float64Array.of(1));
    expect(runsOf([() => {}, units, record])).toBe(1);
  });

  it("a pass over a graph does not change what it does not write", () => {
    const change = (state: GraphState): void => void state.column("number_of_units").fill(7);
    const state = fresh(change);
    const memo = new PassMemo();
    memo.calculate(fresh());
    memo.calculate(state);
    const outside = state.buffer.byteLength - state.flows.byteLength;
    expect(new Uint8Array(state.buffer, 0, outside)).toEqual(new Uint8Array(fresh(change).buffer, 0, outside));
  });

  it("a pass over a graph runs again when a single bit of its input changes, even the sign of a zero", () => {
    const { flows } = start;
    for (let i = 0; i < flows.length; i += 4)
      expect(runsOf([() => {}, (state) => void (state.flows[i]! ^= 1)])).toBe(2);
    const zero = (value: number) => (state: GraphState) => void state.presetDemand.fill(value);
    expect(runsOf([zero(0), zero(-0)])).toBe(2);
  });

  it("a pass over a graph runs again after a pass that netted slots of other nodes", () => {
    const netted = (slots: readonly number[]) => (state: GraphState) =>
      void state.netted.set(2, { inputs: new Set(slots), outputs: new Set() });
    expect(runsOf([netted([2, 3]), netted([3, 2]), netted([2, 3]), () => {}])).toBe(3);
  });

  it("a pass over a graph is cached while among the last six, independent of later changes to the states", () => {
    const demand = (amount: number) => (state: GraphState) => void state.presetDemand.fill(amount);
    const memo = new PassMemo();
    const six = [1, 2, 3, 4, 5, 6].map(demand);
    expect(runsOf(six, memo)).toBe(6);
    const used = fresh(demand(1));
    memo.calculate(used);
    used.flows.fill(0);
    used.netted.clear();
    expect(runsOf([...six, demand(7), demand(6), demand(1)], memo)).toBe(6 + 2);
  });
});

it("everything that a pass may read or write is compared: its fields are in `flows`", () => {
  const { flows } = start;
  for (const name of PASS_FIELDS) {
    const { buffer, byteOffset, byteLength } = start[name];
    expect(buffer).toBe(flows.buffer);
    expect([
      name,
      byteOffset >= flows.byteOffset,
      byteOffset + byteLength <= flows.byteOffset + flows.byteLength,
    ]).toEqual([name, true, true]);
  }
});

it("a pass reads and writes no other field of a state", () => {
  const allowed = new Set<PropertyKey>([...PASS_FIELDS, "caching", "netted", "topology"]);
  const used = new Set<PropertyKey>();
  const watched = new Proxy(fresh(), {
    get(state, name) {
      used.add(name);
      return Reflect.get(state, name, state) as unknown;
    },
  });
  watched.caching = true;
  calculate(watched);
  expect([...used.difference(allowed)]).toEqual([]);
  expect(used.size).toBeGreaterThan(5);
});

it("a pass is refused while inputs are applied: its results would be of numbers that still change", () => {
  const state = fresh();
  state.caching = false;
  expect(() => new PassMemo().calculate(state)).toThrow("while derived values may still change");
});
