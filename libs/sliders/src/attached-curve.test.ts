import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sum } from "@etesian/numeric";
import {
  toCalculationCurve,
  type CustomCurve,
  customCurves,
  fullLoadHoursOf,
  inputsDisabledByCurves,
  inputsReplacedByCurves,
  toStoredCurve,
  overridesOf,
  valuesSetBy,
} from "./attached-curve.ts";
import { inputTable } from "./testing/input-table.ts";

const curve = (...values: number[]): Float64Array => Float64Array.from(values);

describe("attached curves", () => {
  test("prices, temperatures and generic curves remain unchanged", () => {
    const values = curve(-5, 0, 12.345678);
    for (const type of ["price", "temperature", "generic"] as const)
      expect(toCalculationCurve(type, values)).toEqual(values);
  });

  test("availabilities are limited to the range 0 to 1", () => {
    expect(toCalculationCurve("availability", curve(-0.5, 0, 0.25, 1, 7))).toEqual(curve(0, 0, 0.25, 1, 1));
  });

  test("profiles are divided by 3600 times their sum", () => {
    expect(toCalculationCurve("profile", curve(2, 1, 1))).toEqual(curve(2 / 14400, 1 / 14400, 1 / 14400));
  });

  test("capacity profiles are first limited to the range 0 to 1", () => {
    expect(toCalculationCurve("capacity_profile", curve(9, 0.5, -1))).toEqual(curve(1 / 5400, 0.5 / 5400, 0));
  });

  test("a profile of zeros remains unchanged", () => {
    expect(toCalculationCurve("profile", curve(0, 0))).toEqual(curve(0, 0));
    expect(toCalculationCurve("capacity_profile", curve(-1, 0))).toEqual(curve(0, 0));
  });

  test("the given values are not modified, and profiles of any magnitude add up to 1/3600", () => {
    fc.assert(
      fc.property(fc.float64Array({ min: 1e-3, max: 1e9, noNaN: true, minLength: 1, maxLength: 50 }), (values) => {
        const original = values.slice();
        expect(sum(toCalculationCurve("profile", values)) * 3600).toBeCloseTo(1, 12);
        expect(values).toEqual(original);
      }),
    );
  });
});

describe("stored curves", () => {
  test("prices are stored in cents, halves away from zero", () => {
    expect(toStoredCurve("price", curve(1.005, -1.005, 40.127, 5))).toEqual(curve(1.01, -1.01, 40.13, 5));
  });

  test("shares are stored between 0 and 1, and all other values unchanged", () => {
    for (const type of ["availability", "capacity_profile"] as const) {
      expect(toStoredCurve(type, curve(-1, 0.5, 3))).toEqual(curve(0, 0.5, 1));
    }
    for (const type of ["profile", "temperature", "generic"] as const) {
      expect(toStoredCurve(type, curve(-1, 0.512345, 3))).toEqual(curve(-1, 0.512345, 3));
    }
  });

  test("the conversion to stored values is idempotent", () => {
    const types = fc.constantFrom("price", "availability", "capacity_profile", "profile", "temperature");
    // For larger values a cent is only a few steps of a double, and Ruby's rule may round twice.
    const values = fc.float64Array({ minLength: 1, noNaN: true, min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(types, values, (type, curve) => {
        const values = toStoredCurve(type, curve);
        expect(toStoredCurve(type, values)).toEqual(values);
      }),
    );
  });
});

describe("curves of a model", () => {
  const catalogue = customCurves({
    price: { type: "price", display_group: "interconnectors", disables: ["costs"] },
    wind: { type: "capacity_profile", reduce: { as: "full_load_hours", sets: ["hours", "hours_too"] } },
    air: { type: "temperature", internal: true, reduce: { as: "temperature", sets: "warmer" } },
    strange: { type: "of tomorrow" },
    nothing: null,
  });
  const byKey = (key: string): CustomCurve => catalogue.find((one) => one.key === key)!;
  const table = inputTable(
    { key: "hours", min: 2000, max: 6500 },
    { key: "hours_too", max: 8760 },
    { key: "warmer", min: -5, max: 5 },
  );

  test("curves of a known type are listed in the model's order", () => {
    expect(catalogue.map(({ key }) => key)).toEqual(["price", "wind", "air"]);
    expect(byKey("price")).toEqual({
      key: "price",
      type: "price",
      displayGroup: "interconnectors",
      internal: false,
      reducedTo: null,
      sets: [],
      disables: ["costs"],
    });
    expect(byKey("air")).toMatchObject({ internal: true, displayGroup: null, sets: ["warmer"] });
    expect(customCurves(undefined)).toEqual([]);
  });

  test("attached curves disable some inputs and set others", () => {
    expect(inputsDisabledByCurves(catalogue, ["price", "wind", "unknown"])).toEqual(new Set(["costs"]));
    expect(inputsReplacedByCurves(catalogue, ["wind"])).toEqual(
      new Map([
        ["hours", "wind"],
        ["hours_too", "wind"],
      ]),
    );
    expect(overridesOf({ ...byKey("wind"), disables: ["a", "hours"] })).toEqual(["a", "hours", "hours_too"]);
  });

  test("attached curves set full load hours, limited to each input's range", () => {
    expect(fullLoadHoursOf(curve(1, 0, 1, 0))).toBe(4380);
    expect(fullLoadHoursOf(curve(2, 2))).toBe(8760);
    expect(valuesSetBy(byKey("wind"), { mean: 0.8, fullLoadHours: 7008 }, null, table)).toEqual({
      hours: 6500,
      hours_too: 7008,
    });
  });

  test("temperatures set the difference from the area's data, or nothing without such data", () => {
    const warm = { mean: 12, fullLoadHours: 0 };
    expect(valuesSetBy(byKey("air"), warm, 10, table)).toEqual({ warmer: 2 });
    expect(valuesSetBy(byKey("air"), warm, -10, table)).toEqual({ warmer: 5 });
    expect(valuesSetBy(byKey("air"), warm, null, table)).toEqual({});
    expect(valuesSetBy(byKey("price"), warm, 10, table)).toEqual({});
    expect(valuesSetBy(byKey("air"), warm, 10, new Map())).toEqual({});
  });
});
