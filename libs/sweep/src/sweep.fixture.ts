/** The included model, and sweeps of it for tests. */
import { join } from "node:path";
import { Engine } from "@etesian/engine";
import { curveSource, type Model, openModel } from "@etesian/model";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { share } from "@etesian/testing/shared";
import type { Calculation } from "./plan.ts";
import { readSweepSpec, type SweepSpec } from "./spec.ts";

export const DIRECTORY = join(import.meta.dirname, "../../../models/starter");

const model = (): Promise<Model> => share(`Model ${DIRECTORY}`, () => openModel(DIRECTORY, modelCache));

/** The included model with a fresh engine. */
export async function createCalculation(): Promise<Calculation> {
  const openedModel = await model();
  return {
    engine: new Engine(openedModel.definition, curveSource(openedModel)),
    areas: openedModel.areas.map(({ area }) => area),
    dataset: (area) => openedModel.dataset(area),
  };
}

export const base: Recipe = blankRecipe("nl", 2050);

/** A small specification with every kind of factor. */
export const MIXED_SPEC = {
  factors: [
    { slider: "costs_oil", range: { part_of_present: 0.3 }, role: "uncertainty" },
    { slider: "capacity_of_energy_power_wind_turbine_offshore", range: { from: 1000, to: 20000 } },
    { group: "freight_transport", spread: 0.5 },
    {
      choice: "weather",
      options: [
        { values: { settings_weather_curve_set: "default" } },
        { values: { settings_weather_curve_set: "severe" } },
      ],
    },
  ],
  design: { method: "morris", n: 4 },
  outputs: {
    queries: ["dashboard_total_costs", "direct_emissions_total_ghg_excl_bunkers"],
    series: [{ query: "merit_order_price_curve", statistics: ["mean", "p95", "min", "max", "sum"] }],
  },
  seed: 3,
};

export const mixedSpec = (changes: object = {}): SweepSpec => readSweepSpec({ ...MIXED_SPEC, ...changes });
