import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DRAWING_OPTIONS, createSeries, SIZE } from "./geometry.fixture.ts";
import type { Series } from "./series.ts";
import { waterfallOf } from "./waterfall.ts";

const layOut = (series: readonly Series[], size = SIZE) =>
  waterfallOf({
    ...DRAWING_OPTIONS,
    series,
    size,
    unit: "PJ",
    years: { today: "2023", future: "2050" },
    formatChange: (change) => String(Math.round(change)),
  });
const amount = fc.integer({ min: 0, max: 500 });

describe("a waterfall", () => {
  test("a waterfall leads from today's total to the future total", () => {
    const amounts = fc.array(fc.tuple(amount, amount, amount), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(amounts, (values) => {
        const { steps } = layOut(
          values.map(([today, future, before], index) => createSeries(String(index), today, future, before)),
        );
        const changes = steps.filter(({ kind }) => kind === "step").reduce((sum, { value }) => sum + value, 0);
        const [first, last] = [steps[0]!, steps.at(-1)!];
        const scale = Math.max(first.value, last.value, 1);
        // Steps below a thousandth are omitted.
        expect(Math.abs(first.value + changes - last.value)).toBeLessThanOrEqual(1e-3 * scale * values.length);
      }),
    );
  });

  test("series that do not fit share a step with the sum of their changes", () => {
    const series = Array.from({ length: 30 }, (_, index) => createSeries(`s${index}`, 10 + index, 20 + index));
    const { steps } = layOut(series, { width: 480, height: 200 });
    const groupStep = steps.find(({ members }) => members.length > 1)!;
    expect(groupStep).toMatchObject({
      label: `and ${groupStep.members.length} more`,
      value: 10 * groupStep.members.length,
    });
    expect(steps.flatMap(({ members }) => members).length).toBe(30);
    for (const { height } of steps) expect(height).toBeGreaterThan(9);
  });

  test("names of bars are complete, with figures to their right", () => {
    const name = "a sector with a long name";
    const { steps, figures } = layOut([createSeries(name, 100, 60)]);
    for (const { x, width } of steps) {
      expect(x).toBeGreaterThanOrEqual(name.length * 6);
      expect(x + width).toBeLessThanOrEqual(figures - 3 * 7);
    }
  });

  test("a target marks the required end of its step", () => {
    const { steps, scale } = layOut([{ ...createSeries("a", 100, 60), target: 40 }, createSeries("b", 50, 50)]);
    expect(steps[1]!.target).toBe(scale.position(90));
  });
});
