/** A calculation in parts: only parts that are new or have changed reads run again. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sketchYear } from "../graph/graph.fixture.ts";
import type { YearState } from "../graph/state/year.ts";
import { HourlyCurves } from "./hourly-curves.ts";
import { CurveMemo } from "./curves/memo.ts";
import { EnergyNodes } from "./energy-nodes.ts";
import { curveOf, curves, profile, storedAttributes } from "./hourly.fixture.ts";
import type { TracedYear } from "./recorded.ts";
import { RecordedParts } from "./recorded-parts.ts";

const memo = new CurveMemo();
const flat = curveOf(() => 1);
const COUNT = 6;
const names = Array.from({ length: COUNT }, (_, index) => `plant_${index}`);

interface Year extends TracedYear {
  readonly state: YearState;
  readonly demands: () => readonly number[];
}

function year(units: readonly number[]): Year {
  const nodes = Object.fromEntries(
    names.map((name, index) => [name, { attributes: { demand: 1, number_of_units: units[index]!, availability: 1 } }]),
  );
  const state = sketchYear({ nodes, edges: {} });
  const { energy } = state;
  const port = new EnergyNodes(energy, storedAttributes(state));
  const heat = { electricityDemand: () => flat, heatOf: () => ({ output: flat, efficiency: null }) };
  return {
    state,
    nodes: port,
    curves: new HourlyCurves(curves({ sun: profile() }), state, port, memo),
    heat,
    demands: () => names.map((name) => energy.demand[energy.topology.nodeByKey.get(name)!]!),
  };
}

/** A part reads the units of its node and the output of the part before it, and writes its demand. */
interface Part {
  readonly factor: number;
  readonly readsBefore: boolean;
  readonly writesCurve: boolean;
}

const node = ({ state }: Year, place: number): number => state.energy.topology.nodeByKey.get(names[place]!)!;

function calculate(of: Year, { factor, readsBefore, writesCurve }: Part, place: number): void {
  const { nodes } = of;
  const units = nodes.number(node(of, place), "number_of_units");
  if (writesCurve) nodes.setCurve(node(of, place), "storage_curve", () => (units > 1 ? flat : profile()));
  nodes.set(node(of, place), "demand", units * factor);
  const before = readsBefore && place > 0 ? nodes.number(node(of, place - 1), "demand") : 0;
  nodes.set(node(of, place), "demand", nodes.number(node(of, place), "demand") + before);
}

function run(recorded: RecordedParts, of: Year, parts: readonly Part[]): readonly number[] {
  const done: number[] = [];
  recorded.run(of, parts, (place) => {
    done.push(place);
    calculate(of, parts[place]!, place);
  });
  return done;
}

const partsOf = (change: Partial<Part> = {}): Part[] =>
  names.map(() => ({ factor: 2, readsBefore: false, writesCurve: false, ...change }));
const ones = names.map(() => 1);
const all = names.map((_, place) => place);

describe("a calculation in parts", () => {
  test("a calculation in parts runs once for the same parts and reads", () => {
    const recorded = new RecordedParts();
    const parts = partsOf({ writesCurve: true });
    expect(run(recorded, year(ones), parts)).toEqual(all);
    const again = year(ones);
    expect(run(recorded, again, parts)).toEqual([]);
    expect(again.demands()).toEqual(names.map(() => 2));
    expect(again.state.energy.curve(node(again, 3), "storage_curve")).not.toBeNull();
  });

  test("a calculation in parts repeats exactly the parts that are new or have changed reads", () => {
    const recorded = new RecordedParts();
    const parts = partsOf();
    run(recorded, year(ones), parts);
    expect(run(recorded, year([1, 1, 3, 1, 1, 1]), parts)).toEqual([2]);
    expect(run(recorded, year(ones), parts)).toEqual([2]);
    const other = parts.with(4, { ...parts[4]!, factor: 5 });
    const changed = year(ones);
    expect(run(recorded, changed, other)).toEqual([4]);
    expect(changed.demands()).toEqual([2, 2, 2, 2, 5, 2]);
  });

  test("a calculation in parts repeats a part that reads a changed result of an earlier part", () => {
    const recorded = new RecordedParts();
    const parts = partsOf({ readsBefore: true });
    run(recorded, year(ones), parts);
    const changed = year([1, 1, 1, 3, 1, 1]);
    expect(run(recorded, changed, parts)).toEqual([3, 4, 5]);
    expect(changed.demands()).toEqual([2, 4, 6, 12, 14, 16]);
  });

  test("a calculation in parts runs in full if most of the parts are new", () => {
    const recorded = new RecordedParts();
    const parts = partsOf();
    run(recorded, year(ones), parts);
    const others = partsOf();
    expect(run(recorded, year(ones), [...parts.slice(0, 2), ...others.slice(2)])).toEqual(all);
  });

  test("a calculation in parts keeps runs marked as used", () => {
    const recorded = new RecordedParts();
    const kept = partsOf();
    run(recorded, year(ones), kept);
    for (let n = 0; n < 2; n++) run(recorded, year(ones), partsOf());
    recorded.markUsed(kept);
    for (let n = 0; n < 2; n++) run(recorded, year(ones), partsOf());
    expect(run(recorded, year(ones), kept)).toEqual([]);
  });

  test("a failing part leaves its writes to the caller, and is not cached", () => {
    const recorded = new RecordedParts();
    const parts = partsOf();
    const failing = (): void => {
      throw new Error("no");
    };
    expect(() => recorded.run(year(ones), parts, failing)).toThrow("no");
    expect(run(recorded, year(ones), parts)).toEqual(all);
  });

  test("a calculation in parts writes the same as a full run, after any earlier runs", () => {
    const part = fc.record({
      factor: fc.integer({ min: 1, max: 3 }),
      readsBefore: fc.boolean(),
      writesCurve: fc.boolean(),
    });
    const change = fc.record({
      place: fc.nat(COUNT - 1),
      part: fc.option(part),
      units: fc.integer({ min: 0, max: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: COUNT, maxLength: COUNT }),
        fc.array(change, { maxLength: 12 }),
        (parts, changes) => {
          const recorded = new RecordedParts();
          let now: readonly Part[] = parts;
          const units = [...ones];
          for (const { place, part, units: count } of changes) {
            if (part !== null) now = now.with(place, part);
            units[place] = count;
            const [reused, fresh] = [year(units), year(units)];
            run(recorded, reused, now);
            run(new RecordedParts(), fresh, now);
            expect(reused.demands()).toEqual(fresh.demands());
            for (const place of all) {
              const curve = (of: Year): unknown => of.state.energy.curve(node(of, place), "storage_curve");
              expect(curve(reused)).toEqual(curve(fresh));
            }
          }
        },
      ),
    );
  });
});
