import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Entry, frameOf, legendOf } from "./frame.ts";
import { drawing, text, SIZE } from "./geometry.fixture.ts";

const entry = (label: string, value: number | null, change: number | null = null): Entry => ({
  key: label,
  label,
  colour: "c-gas",
  hatch: null,
  mark: "area",
  value,
  change,
});
const framed = (entries: readonly Entry[], options: object = {}) =>
  frameOf({ ...drawing, range: [0, 300], entries, isSum: true, ...options });

describe("the frame of a chart", () => {
  test("the label column is as wide as its names, figures and changes, and ends at the edge", () => {
    const { labels, plot } = framed([entry("Wind turbines at sea", 160, 100), entry("Gas", 30)]);
    expect(labels!.name).toBeGreaterThan(plot.right);
    expect(labels!.value - labels!.name).toBeGreaterThanOrEqual("Wind turbines at sea".length * 6 + 10 + 3 * 7);
    expect(labels!.change).toBe(SIZE.width);
    expect(labels!.change - labels!.value).toBeGreaterThanOrEqual(8 + 5 * 6);
  });

  test("names are in a legend if a label column leaves too little room for the marks", () => {
    const entries = [entry("Wind turbines at sea", 160), entry("Gas", 30)];
    const { labels, legend, plot } = framed(entries, { size: { width: 260, height: 200 } });
    expect(labels).toBeNull();
    expect(legend.map((item) => item.entry.label)).toEqual(["Wind turbines at sea", "Gas"]);
    expect(plot.right).toBeGreaterThan(250);
    expect(plot.top).toBeGreaterThan(framed(entries).plot.top);
  });

  test("changes are dropped before names", () => {
    const entries = [entry("Wind turbines at sea", 160), entry("Gas", 30)];
    const { labels } = framed(entries, { size: { width: 326, height: 200 } });
    expect(labels!.hasChanges).toBe(false);
  });

  test("zero parts of a sum have no name, zero lines have one", () => {
    const wide = "a name of a hundred characters, too long for any label column of this chart";
    expect(framed([entry(wide, 0), entry("Gas", 30)]).labels).not.toBeNull();
    expect(framed([entry(wide, 0), entry("Gas", 30)], { isSum: false }).labels).toBeNull();
  });

  test("lengths held during a drag do not shrink", () => {
    const kept = new Map<string, number>();
    const grow = (name: string, length: number): number => {
      kept.set(name, Math.max(kept.get(name) ?? 0, length));
      return kept.get(name)!;
    };
    const before = framed([entry("Gas", 1_000)], { grow, range: [0, 1_000] });
    const after = framed([entry("Gas", 1)], { grow, range: [0, 1] });
    expect(after.plot).toEqual(before.plot);
    expect(after.scale.ticks).toEqual(before.scale.ticks);
  });
});

describe("a legend", () => {
  test("a legend has at most two rows within the width, and counts and sums entries without room", () => {
    const entries = fc.array(
      fc.record({ length: fc.integer({ min: 3, max: 20 }), value: fc.integer({ min: 1, max: 999 }) }),
      {
        minLength: 1,
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(entries, fc.integer({ min: 200, max: 400 }), (all, width) => {
        const named = all.map(({ length, value }, index) => entry(`${index}`.padEnd(length, "x"), value));
        const items = legendOf(named, { size: { width, height: 300 }, decimals: 0, isSum: true, text });
        expect(new Set(items.map(({ y }) => y)).size).toBeLessThanOrEqual(2);
        for (const { entry: each, x } of items)
          expect(x + each.label.length * 6 + String(each.value).length * 7).toBeLessThanOrEqual(width);
        expect(items.reduce((sum, { entry: each }) => sum + (each.value ?? 0), 0)).toBe(
          all.reduce((sum, { value }) => sum + value, 0),
        );
      }),
    );
  });

  test("figures without a sum get none", () => {
    const all = Array.from({ length: 9 }, (_, index) => entry(`series number ${index}`, index));
    const items = legendOf(all, { size: { width: 240, height: 300 }, decimals: 0, isSum: false, text });
    expect(items.at(-1)!.entry).toMatchObject({ label: expect.stringMatching(/^and \d more$/), value: null });
  });
});
