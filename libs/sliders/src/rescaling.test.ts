import { expect, test } from "vitest";
import type { Scaling } from "./recipe.ts";
import { rescale } from "./rescaling.ts";
import { inputTable } from "./testing/input-table.ts";

const table = inputTable(
  { key: "plants", unit: "MW", scalesWithArea: true },
  { key: "houses", unit: "#", scalesWithArea: true },
  { key: "merit_order", unit: "bool" },
  { key: "efficiency", unit: "COP" },
  { key: "weather", unit: "enum", permittedValues: ["average", "1987"] },
);

const scaling = (value: number): Scaling => ({
  areaAttribute: "number_of_inhabitants",
  value,
  baseValue: 1_000,
  hasAgriculture: true,
  hasIndustry: true,
  hasEnergy: true,
});

const sliders = {
  userValues: { plants: 100, merit_order: 1, efficiency: 3, weather: "1987", gone: 7 },
  balancedValues: { houses: 50 },
  activeCouplings: ["industry"],
};

test("amounts shrink with the region; switches, ratios, strings and inputs unknown to the model remain unchanged", () => {
  expect(rescale({ ...sliders, scaling: null }, scaling(10), table)).toEqual({
    userValues: { plants: 1, merit_order: 1, efficiency: 3, weather: "1987", gone: 7 },
    balancedValues: { houses: 0.5 },
    activeCouplings: ["industry"],
  });
});

test("the factor between two sizes is their quotient", () => {
  const { userValues } = rescale({ ...sliders, scaling: scaling(10) }, scaling(20), table);
  expect(userValues).toMatchObject({ plants: 200, merit_order: 1 });
});
