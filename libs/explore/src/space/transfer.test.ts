import { blankRecipe, type InputTable, type Recipe } from "@etesian/sliders";
import { inputTable } from "@etesian/sliders/testing";
import { describe, expect, test } from "vitest";
import { transferTo } from "./transfer.ts";

const amount = (key: string, max: number, start: number) => ({
  key,
  unit: "MW",
  max,
  default: start,
  scalesWithArea: true,
});
const share = (key: string, start: number, overrides: object = {}) => ({
  key,
  shareGroup: "heating",
  default: start,
  ...overrides,
});

const country = inputTable(
  amount("wind", 60_000, 4_000),
  amount("nuclear", 10_000, 0),
  { key: "price", unit: "euro", max: 500, default: 40 },
  share("gas", 80),
  share("pumps", 20),
);
const town = (...shares: readonly object[]): InputTable =>
  inputTable(
    amount("wind", 300, 20),
    amount("nuclear", 0, 0),
    { key: "price", unit: "euro", max: 200, default: 45 },
    share("gas", 95, shares[0]),
    share("pumps", 5, shares[1]),
  );

/** Values in the town when a country's scenario is transferred to it. */
const transferToTown = (values: Recipe["userValues"], to = town()) => {
  const recipe = { ...blankRecipe("country", 2050), userValues: values };
  const transferred = transferTo("town", recipe, { from: country, to });
  expect(transferred.recipe.area).toBe("town");
  const { omitted, limited } = transferred;
  return { values: transferred.recipe.userValues, omitted, limited };
};

describe("moves transferred to another area", () => {
  test.each([
    ["an amount becomes the same multiple of its start value", { wind: 6_000 }, { wind: 30 }],
    ["an amount is limited to the area's range", { wind: 60_000 * 1.2 }, { wind: 300 }, ["wind"]],
    ["an amount that starts at 0 moves to the same fraction of its range", { nuclear: 5_000 }, { nuclear: 0 }],
    ["a price moves to the same position", { price: 90 }, { price: 90 }],
    ["a price is limited to the area's range", { price: 400 }, { price: 200 }, ["price"]],
    [
      "shares of a group are the same, including shares that were not moved",
      { gas: 30, pumps: 70 },
      { gas: 30, pumps: 70 },
    ],
  ] as const)("%s", (_, moves, expected, limited: readonly string[] = []) => {
    expect(transferToTown(moves)).toEqual({ values: expected, omitted: [], limited });
  });

  test("a slider that the area lacks is omitted and named, as is a group whose shares are impossible there", () => {
    const townWithoutSliders = inputTable(
      { key: "price", disabled: true },
      share("gas", 95),
      share("pumps", 5, { max: 50 }),
    );
    expect(transferToTown({ wind: 6_000, price: 90, gas: 30, pumps: 70 }, townWithoutSliders)).toEqual({
      values: {},
      omitted: ["wind", "price", "gas", "pumps"],
      limited: [],
    });
  });

  test("a share that the area lacks is omitted if the scenario's value is 0", () => {
    const townWithFixedShares = town({ disabled: true, default: 0 }, { default: 100 });
    expect(transferToTown({ gas: 0, pumps: 100 }, townWithFixedShares).values).toEqual({ pumps: 100 });
    expect(transferToTown({ gas: 20, pumps: 80 }, townWithFixedShares)).toEqual({
      values: {},
      omitted: ["gas", "pumps"],
      limited: [],
    });
  });
});
