import { beforeAll, describe, expect, test } from "vitest";
import { recipeOf } from "./base.ts";
import { type Calculation, planOf } from "./plan.ts";
import { SweepSpecError } from "./problems.ts";
import { readSweepFile, readSweepSpec } from "./spec.ts";
import { base, createCalculation, MIXED_SPEC, mixedSpec } from "./sweep.fixture.ts";

let model: Calculation;
beforeAll(async () => {
  model = await createCalculation();
});

/** The problems in a specification's text, or in its plan. */
async function problemsOf(changes: object): Promise<readonly string[]> {
  try {
    await planOf(readSweepSpec({ ...MIXED_SPEC, ...changes }), base, model);
    return [];
  } catch (error) {
    if (error instanceof SweepSpecError) return error.problems;
    throw error;
  }
}

describe("a specification", () => {
  test("a specification of factors, design, outputs and seed is accepted", async () => {
    expect(await problemsOf({})).toEqual([]);
    expect(await problemsOf({ factors: { all: { part_of_present: 0.1 } }, design: { method: "sobol", n: 2 } })).toEqual(
      [],
    );
  });

  test("a specification of all sliders can be limited to some, which vary together with their share groups", async () => {
    const all = {
      part_of_present: 0.1,
      sliders: ["costs_oil", "transport_truck_using_electricity_share", "costs_co2"],
    };
    const plan = await planOf(readSweepSpec({ ...MIXED_SPEC, factors: { all } }), base, model);
    expect(plan.factors.map(({ name }) => name)).toEqual(expect.arrayContaining(["costs_oil", "costs_co2"]));
    expect(plan.factors.length).toBe(3);
    expect(plan.factors.find(({ kind }) => kind === "group")!.settings.length).toBeGreaterThan(2);
    expect(await problemsOf({ factors: { all: { ...all, sliders: ["no_such"] } } })).toEqual([
      "factors.all.sliders: there is no slider no_such",
    ]);
  });

  test("a specification of documented ranges varies the sliders that can vary, and lists the others", async () => {
    const documented = { costs_oil: { from: 14, to: 58 }, no_such: { from: 1, to: 2 } };
    const plan = await planOf(readSweepSpec({ ...MIXED_SPEC, factors: { documented } }), base, model);
    expect(plan.factors.map(({ name, role, positions }) => ({ name, role, positions }))).toEqual([
      { name: "costs_oil", role: "uncertainty", positions: expect.objectContaining({ from: 14, to: 58 }) },
    ]);
    expect(plan.omitted).toEqual([{ name: "no_such", reason: "there is no such slider" }]);
  });

  test("a specification in a file has a base scenario, which is the blank scenario of 2050 by default", () => {
    expect(readSweepFile(MIXED_SPEC).base).toEqual({ end_year: 2050, user_values: {} });
  });

  test.each([
    [{ seed: -1 }, "seed is -1; expected number to be >=0"],
    [{ seeds: 1 }, "the sweep: unknown field seeds"],
    [{ outputs: { queries: [7] } }, "outputs.queries.0 is 7; expected string, received number"],
    [{ design: { method: "sobol" } }, "design.n is missing; expected number, received undefined"],
    [{ design: { method: "random", n: 3 } }, 'design.method is "random"; expected one of list, grid, one_at_a_time'],
    [{ factors: [{ slider: "costs_oil", range: { from: 3 } }] }, 'factors.0.range is {"from":3}; expected "whole"'],
    [{ factors: [{ slider: "costs_oil", part: 3 }] }, "factors.0: unknown field part"],
    [{ factors: [{ group: "freight_transport", spread: 3 }] }, "factors.0.spread is 3; expected number to be <=1"],
    [{ factors: [{}] }, 'factors.0 is {}; expected {"slider": KEY, "range": …}'],
    [
      { outputs: { series: [{ query: "merit_order_price_curve", statistics: ["p101"] }] } },
      'outputs.series.0.statistics.0 is "p101"; expected mean, min, max, sum, or a percentile p0 to p100',
    ],
  ])(
    "the specification %j is refused, and the message names the field, the value and the expected value",
    async (changes, message) => {
      expect((await problemsOf(changes)).join("\n")).toContain(message);
    },
  );

  test.each([
    [{ factors: [{ slider: "no_such" }] }, "factors: factor no_such: there is no such slider"],
    [
      { factors: [{ slider: "costs_oil" }, { choice: "oil", options: [{ values: { costs_oil: 60 } }, {}] }] },
      "factors: oil, option 0: costs_oil is also a slider; expected one factor for it",
    ],
    [
      { factors: [{ choice: "oil", options: [{ values: { costs_oil: -60 } }, {}] }] },
      "factors: oil, option 0: Input costs_oil cannot be less than",
    ],
    [
      { factors: [{ choice: "year", options: [{ end_year: 1990 }, {}] }] },
      "factors: end year 1990 of nl; expected a year after 2023",
    ],
    [{ factors: [{ choice: "area", options: [{ area_code: "atlantis" }, {}] }] }, "factors: area atlantis: "],
    [
      { factors: [{ slider: "costs_oil" }, { choice: "area", options: [{ area_code: "be" }, {}] }] },
      "expected only choices next to a choice of areas",
    ],
    [{ design: { method: "list", points: [[0.5]] } }, "design: points have 1 coordinates; expected 6"],
    [{ design: { method: "morris", n: 2, levels: 3 } }, "design: levels is 3; expected an even number"],
    [
      { outputs: { queries: ["merit_order_price_curve"] } },
      'outputs.queries.0 is "merit_order_price_curve", with the unit curve; expected a figure, or the query in outputs.series',
    ],
    [
      { outputs: { queries: ["dashboard_total_costs", "dashboard_total_costs"] } },
      "outputs: dashboard_total_costs is requested twice",
    ],
    [{ outputs: {} }, "outputs are empty; expected a query or a series"],
  ])(
    "the specification %j is refused because it does not fit the model, and the message gives the reason",
    async (changes, message) => {
      expect((await problemsOf(changes)).join("\n")).toContain(message);
    },
  );
});

describe("a base scenario", () => {
  const recipe = (values: object, endYear = 2050) =>
    recipeOf({ kind: "written", area: null, endYear, values: values as never }, model);

  test("a base scenario has the sliders that it sets, and the balanced shares of their groups", async () => {
    const { area, userValues, balancedValues } = await recipe({ transport_car_using_electricity_share: 80 });
    expect([area, userValues]).toEqual(["nl", { transport_car_using_electricity_share: 80 }]);
    expect(balancedValues["transport_car_using_gasoline_mix_share"]).toBe(20);
  });

  test("a base scenario with invalid sliders or years is refused", async () => {
    await expect(recipe({ costs_oil: -5 })).rejects.toThrow("base.user_values: Input costs_oil cannot be less than");
    await expect(recipe({}, 2020)).rejects.toThrow("base.end_year is 2020; expected a year after 2023");
  });

  test("a base scenario keeps its curves, except curves that the model no longer has", async () => {
    const values = new Float64Array(8760).fill(50);
    const curves = { interconnector_1_price: values, gone: values };
    const recipe = await recipeOf({ kind: "recipe", recipe: { ...base, curves } }, model);
    expect(Object.keys(recipe.curves)).toEqual(["interconnector_1_price"]);
  });
});

describe("parts of a sweep", () => {
  test.each([
    [{ design: { method: "morris", n: 1000 } }, 125],
    [{ design: { method: "sobol", n: 1000 } }, 102],
    [{ factors: { all: { part_of_present: 0.1 } }, design: { method: "sobol", n: 1000 } }, 10],
  ])("parts of a sweep with %j take about a second and contain whole blocks", async (changes, rows) => {
    const { parts, design } = await planOf(mixedSpec(changes), base, model);
    expect(parts[0]).toEqual({ from: 0, to: rows });
    for (const { from, to } of parts)
      expect(from === 0 || design.blockOf(from) !== design.blockOf(from - 1)).toBe(to > from);
  });

  test("a one-at-a-time design starts at the base scenario", async () => {
    const plan = await planOf(mixedSpec({ design: { method: "one_at_a_time" } }), base, model);
    const point = new Float64Array(plan.design.dimensions);
    plan.design.point(0, point);
    expect(plan.space.settingsAt(point)[0]).toBeCloseTo(plan.space.factors[0]!.positions!.present, 9);
    expect(plan.design.rows).toBe(1 + 2 * plan.design.dimensions);
  });
});
