import { describe, expect, it, vi } from "vitest";
import { calculate } from "./calculate.ts";
import { sketchYear, type GraphSketch } from "./graph.fixture.ts";
import { PassMemo } from "./pass-memo.ts";
import { GraphState, PASS_FIELDS } from "./state/state.ts";

/** A refinery with netted slots converts hydrogen to hydrogen and methanol; a plant with losses provides the rest. */
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

function newState(change: (state: GraphState) => void = () => {}): GraphState {
  const state = new GraphState(start.topology, start);
  change(state);
  return state;
}

const bits = (state: GraphState): unknown => [new Int32Array(state.buffer), state.netted];

/** Calculates states with a memo and compares each with a plain pass; returns the number of passes that ran. */
function countRuns(states: readonly ((state: GraphState) => void)[], memo = new PassMemo()): number {
  const run = vi.spyOn(memo, "run");
  for (const change of states) {
    const [state, expected] = [newState(change), newState(change)];
    memo.calculate(state);
    calculate(expected);
    expect(bits(state)).toEqual(bits(expected));
  }
  return run.mock.calls.length;
}

describe("a pass over a graph", () => {
  it("a pass over a graph runs once for the same numbers", () => {
    expect(countRuns([() => {}, () => {}, () => {}])).toBe(1);
  });

  it("a pass over a graph does not run again for changes to data that it does not read", () => {
    const units = (state: GraphState): void => void state.column("number_of_units").fill(7);
    const record = (state: GraphState): void => state.setCurve(0, "availability_curve", Float64Array.of(1));
    expect(countRuns([() => {}, units, record])).toBe(1);
  });

  it("a pass over a graph preserves fields that it does not write", () => {
    const change = (state: GraphState): void => void state.column("number_of_units").fill(7);
    const state = newState(change);
    const memo = new PassMemo();
    memo.calculate(newState());
    memo.calculate(state);
    const bytesOutside = state.buffer.byteLength - state.flows.byteLength;
    expect(new Uint8Array(state.buffer, 0, bytesOutside)).toEqual(
      new Uint8Array(newState(change).buffer, 0, bytesOutside),
    );
  });

  it("a pass over a graph runs again when a single bit of its input changes, even the sign of a zero", () => {
    const { flows } = start;
    for (let i = 0; i < flows.length; i += 4)
      expect(countRuns([() => {}, (state) => void (state.flows[i]! ^= 1)])).toBe(2);
    const zero = (value: number) => (state: GraphState) => void state.presetDemand.fill(value);
    expect(countRuns([zero(0), zero(-0)])).toBe(2);
  });

  it("a pass over a graph runs again after a pass that netted slots of other nodes", () => {
    const netted = (slots: readonly number[]) => (state: GraphState) =>
      void state.netted.set(2, { inputs: new Set(slots), outputs: new Set() });
    expect(countRuns([netted([2, 3]), netted([3, 2]), netted([2, 3]), () => {}])).toBe(3);
  });

  it("a pass over a graph is cached while it is among the last six, regardless of later changes to the states", () => {
    const demand = (amount: number) => (state: GraphState) => void state.presetDemand.fill(amount);
    const memo = new PassMemo();
    const changes = [1, 2, 3, 4, 5, 6].map(demand);
    expect(countRuns(changes, memo)).toBe(6);
    const usedState = newState(demand(1));
    memo.calculate(usedState);
    usedState.flows.fill(0);
    usedState.netted.clear();
    expect(countRuns([...changes, demand(7), demand(6), demand(1)], memo)).toBe(6 + 2);
  });
});

it("the comparison covers everything that a pass may read or write, because its fields are in `flows`", () => {
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
  const allowedFields = new Set<PropertyKey>([...PASS_FIELDS, "caching", "netted", "topology"]);
  const usedFields = new Set<PropertyKey>();
  const proxy = new Proxy(newState(), {
    get(state, name) {
      usedFields.add(name);
      return Reflect.get(state, name, state) as unknown;
    },
  });
  proxy.caching = true;
  calculate(proxy);
  expect([...usedFields.difference(allowedFields)]).toEqual([]);
  expect(usedFields.size).toBeGreaterThan(5);
});

it("a pass is rejected while inputs are applied, because its numbers may still change", () => {
  const state = newState();
  state.caching = false;
  expect(() => new PassMemo().calculate(state)).toThrow("while derived values may still change");
});
