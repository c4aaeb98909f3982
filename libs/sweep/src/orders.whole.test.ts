/**
 * Compares the figures of many variants in several orders, each calculated by its own engine, for the included and the
 * reference model.
 */
import { Engine } from "@etesian/engine";
import { permutedAt } from "@etesian/explore";
import { curveSource, openModel } from "@etesian/model";
import { realModel } from "@etesian/model/testing";
import { blankRecipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import { expect, test } from "vitest";
import { type Calculation, planOf } from "./plan.ts";
import { calculateRows } from "./rows.ts";
import { readSweepSpec } from "./spec.ts";
import { DIRECTORY } from "./sweep.fixture.ts";

const VARIANTS = sampleSize(30, 300);

const spec = readSweepSpec({
  factors: { all: { part_of_present: 0.1 } },
  design: { method: "sobol", n: VARIANTS },
  outputs: {
    queries: ["dashboard_total_costs", "share_of_renewable_electricity"],
    series: [{ query: "merit_order_price_curve", statistics: ["mean", "p5", "p95", "max"] }],
  },
});

/** The variants as drawn, backwards, and shuffled. */
const ORDERS: Readonly<Record<string, (index: number) => number>> = {
  drawn: (index) => index,
  backwards: (index) => VARIANTS - 1 - index,
  shuffled: (index) => permutedAt(1, 0, index, VARIANTS),
};

/** The figures of each variant. */
async function figuresIn(order: (index: number) => number, area: string, calculation: Calculation) {
  const plan = await planOf(spec, blankRecipe(area, 2050), calculation);
  const orders: (readonly number[])[] = [];
  for (let index = 0; index < VARIANTS; index++) {
    const variant = order(index);
    const { outputs, errors } = await calculateRows(plan, calculation, { from: variant, to: variant + 1 });
    expect(errors).toEqual(new Map());
    orders[variant] = outputs.map(([figure]) => figure!);
  }
  return orders;
}

/** Figures by variant for each order. */
async function figuresByOrder(directory: string, area: string) {
  const model = await openModel(directory, { ...modelCache, firstArea: area });
  const figuresOf = (order: string) =>
    figuresIn(ORDERS[order]!, area, {
      engine: new Engine(model.definition, curveSource(model)),
      areas: null,
      dataset: async (code) => model.dataset(code),
    });
  const [drawn, backwards, shuffled] = [
    await figuresOf("drawn"),
    await figuresOf("backwards"),
    await figuresOf("shuffled"),
  ];
  expect(drawn.flat().filter((figure) => !Number.isFinite(figure))).toEqual([]);
  return { drawn, others: [backwards, shuffled] };
}

test("results for the variants of all sliders of the included model are bit-identical in any order", async () => {
  const { drawn, others } = await figuresByOrder(DIRECTORY, "nl");
  expect(others).toEqual([drawn, drawn]);
});

test.skipIf(realModel === null)(
  "results for the variants of all sliders of the reference model are bit-identical in any order",
  async () => {
    const { drawn, others } = await figuresByOrder(realModel!, "nl2023");
    expect(others).toEqual([drawn, drawn]);
  },
);
