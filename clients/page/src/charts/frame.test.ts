import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Entry, frameOf, legendOf } from "./frame.ts";
import { DRAWING_OPTIONS, text, SIZE } from "./geometry.fixture.ts";

const entry = (label: string, value: number | null, change: number | null = null): Entry => ({
  key: label,
  label,
  colour: "c-gas",
  hatch: null,
  mark: "area",
  value,
  change,
});
const createFrame = (entries: readonly Entry[], options: object = {}) =>
  frameOf({ ...DRAWING_OPTIONS, range: [0, 300], entries, isSum: true, ...options });

describe("the frame of a chart", () => {
  test("the label column is as wide as its names, figures and changes, and ends at the edge", () => {
    const { labels, plot } = createFrame([entry("Offshore wind turbines", 160, 100), entry("Gas", 30)]);
    expect(labels!.name).toBeGreaterThan(plot.right);
    expect(labels!.value - labels!.name).toBeGreaterThanOrEqual("Offshore wind turbines".length * 6 + 10 + 3 * 7);
    expect(labels!.change).toBe(SIZE.width);
    expect(labels!.change - labels!.value).toBeGreaterThanOrEqual(8 + 5 * 6);
  });

  test("names are in a legend if a label column leaves too little room for the marks", () => {
    const entries = [entry("Offshore wind turbines", 160), entry("Gas", 30)];
    const { labels, legend, plot } = createFrame(entries, { size: { width: 260, height: 200 } });
    expect(labels).toBeNull();
    expect(legend.map((item) => item.entry.label)).toEqual(["Offshore wind turbines", "Gas"]);
    expect(plot.right).toBeGreaterThan(250);
    expect(plot.top).toBeGreaterThan(createFrame(entries).plot.top);
  });

  test("changes are dropped before names", () => {
    const entries = [entry("Offshore wind turbines", 160), entry("Gas", 30)];
    const { labels } = createFrame(entries, { size: { width: 338, height: 200 } });
    expect(labels!.hasChanges).toBe(false);
  });

  test("parts of a sum that are zero have no name, but lines at zero do", () => {
    const longName = "a name of a hundred characters, too long for any label column of this chart";
    expect(createFrame([entry(longName, 0), entry("Gas", 30)]).labels).not.toBeNull();
    expect(createFrame([entry(longName, 0), entry("Gas", 30)], { isSum: false }).labels).toBeNull();
  });

  test("lengths do not shrink during a drag", () => {
    const lengths = new Map<string, number>();
    const grow = (name: string, length: number): number => {
      lengths.set(name, Math.max(lengths.get(name) ?? 0, length));
      return lengths.get(name)!;
    };
    const previousFrame = createFrame([entry("Gas", 1_000)], { grow, range: [0, 1_000] });
    const nextFrame = createFrame([entry("Gas", 1)], { grow, range: [0, 1] });
    expect(nextFrame.plot).toEqual(previousFrame.plot);
    expect(nextFrame.scale.ticks).toEqual(previousFrame.scale.ticks);
  });
});

describe("a legend", () => {
  test("a legend has at most two rows within the width, and combines the entries that do not fit", () => {
    const entries = fc.array(
      fc.record({ length: fc.integer({ min: 3, max: 20 }), value: fc.integer({ min: 1, max: 999 }) }),
      {
        minLength: 1,
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(entries, fc.integer({ min: 200, max: 400 }), (all, width) => {
        const namedEntries = all.map(({ length, value }, index) => entry(`${index}`.padEnd(length, "x"), value));
        const items = legendOf(namedEntries, { size: { width, height: 300 }, decimals: 0, isSum: true, text });
        expect(new Set(items.map(({ y }) => y)).size).toBeLessThanOrEqual(2);
        for (const { entry: content, x } of items)
          expect(x + content.label.length * 6 + String(content.value).length * 7).toBeLessThanOrEqual(width);
        expect(items.reduce((sum, { entry: content }) => sum + (content.value ?? 0), 0)).toBe(
          all.reduce((sum, { value }) => sum + value, 0),
        );
      }),
    );
  });

  test("combined entries without a sum get no figure", () => {
    const all = Array.from({ length: 9 }, (_, index) => entry(`series number ${index}`, index));
    const items = legendOf(all, { size: { width: 240, height: 300 }, decimals: 0, isSum: false, text });
    expect(items.at(-1)!.entry).toMatchObject({ label: expect.stringMatching(/^and \d more$/), value: null });
  });
});
