import { describe, expect, test } from "vitest";
import { factorBetween, quantityOf, unitLabel, unitNames } from "./units.ts";

describe("units for people", () => {
  test.each([
    ["MJ", "TWh", 1 / 3.6e9],
    ["PJ", "TWh", 1 / 3.6],
    ["MW", "GW", 1e-3],
    ["MT", "Mt CO₂-eq", 1],
    ["kg", "Mt CO₂", 1e-9],
    ["factor", "%", 100],
    ["euro", "bln €", 1e-9],
    ["bln_euro", "bln €", 1],
    ["#", "million", 1e-6],
  ])("%s is shown in %s with a factor", (apiUnit, shown, factor) => {
    expect(factorBetween(apiUnit, shown)).toBeCloseTo(factor, 12);
  });

  test.each([
    ["%", "% a year"],
    ["euro", "€/MWh"],
    ["kg", "kg/MWh"],
  ])("%s of the API, which leaves its denominator out, is shown as %s", (apiUnit, shown) => {
    expect(factorBetween(apiUnit, shown)).toBe(1);
  });

  test.each([
    ["GW", 1e-3],
    ["GWh", 1e-3],
    ["€/MWh", 1],
    ["°C", 1],
  ])("hourly curves are shown in %s", (shown, factor) => {
    expect(factorBetween("curve", shown)).toBe(factor);
  });

  test.each([
    ["MW", "TWh"],
    ["bool", "%"],
    ["euro", "Mt"],
    ["€/MWh", "bln €"],
    ["curve", "Mt"],
    ["toString", "%"],
  ])("%s does not convert to %s", (apiUnit, shown) => {
    expect(factorBetween(apiUnit, shown)).toBeNull();
  });

  test("every unit has a quantity and a label in both languages", () => {
    for (const name of unitNames()) {
      expect(quantityOf(name)).not.toBeNull();
      expect([typeof unitLabel(name, "en"), typeof unitLabel(name, "nl")]).toEqual(["string", "string"]);
    }
    expect(unitLabel("bln €", "nl")).toBe("mld €");
  });
});
