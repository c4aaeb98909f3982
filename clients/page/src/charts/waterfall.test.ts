import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawing, one, SIZE } from "./geometry.fixture.ts";
import type { Series } from "./series.ts";
import { waterfallOf } from "./waterfall.ts";

const drawn = (series: readonly Series[], size = SIZE) =>
  waterfallOf({
    ...drawing,
    series,
    size,
    unit: "PJ",
    years: { today: "2023", future: "2050" },
    signed: (change) => String(Math.round(change)),
  });
const amount = fc.integer({ min: 0, max: 500 });

describe("a waterfall", () => {
  test("a waterfall leads from today's total to the future total", () => {
    const amounts = fc.array(fc.tuple(amount, amount, amount), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(amounts, (values) => {
        const { steps } = drawn(
          values.map(([today, future, before], index) => one(String(index), today, future, before)),
        );
        const changes = steps.filter(({ kind }) => kind === "step").reduce((sum, { value }) => sum + value, 0);
        const [first, last] = [steps[0]!, steps.at(-1)!];
        const scale = Math.max(first.value, last.value, 1);
        // Steps below a thousandth are omitted.
        expect(Math.abs(first.value + changes - last.value)).toBeLessThanOrEqual(1e-3 * scale * values.length);
      }),
    );
  });

  test("series without room share a step with the sum of their changes", () => {
    const series = Array.from({ length: 30 }, (_, index) => one(`s${index}`, 10 + index, 20 + index));
    const { steps } = drawn(series, { width: 480, height: 200 });
    const more = steps.find(({ members }) => members.length > 1)!;
    expect(more).toMatchObject({ label: `and ${more.members.length} more`, value: 10 * more.members.length });
    expect(steps.flatMap(({ members }) => members).length).toBe(30);
    for (const { height } of steps) expect(height).toBeGreaterThan(9);
  });

  test("names of bars are complete, with figures to their right", () => {
    const name = "a sector with a long name";
    const { steps, figures } = drawn([one(name, 100, 60)]);
    for (const { x, width } of steps) {
      expect(x).toBeGreaterThanOrEqual(name.length * 6);
      expect(x + width).toBeLessThanOrEqual(figures - 3 * 7);
    }
  });

  test("a target marks where the step has to end", () => {
    const { steps, scale } = drawn([{ ...one("a", 100, 60), target: 40 }, one("b", 50, 50)]);
    expect(steps[1]!.target).toBe(scale.at(90));
  });
});
