import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  baseSize,
  factorBetween,
  factorOfTypedUnit,
  familyOf,
  largestOf,
  prefixesOf,
  quantityOf,
  scaledUnit,
  typedUnits,
  unitLabel,
  unitNames,
} from "./units.ts";

describe("display units", () => {
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
  ])("%s is converted to %s with a factor", (apiUnit, shown, factor) => {
    expect(factorBetween(apiUnit, shown)).toBeCloseTo(factor, 12);
  });

  test.each([
    ["%", "% a year"],
    ["euro", "€/MWh"],
    ["kg", "kg/MWh"],
  ])("the API unit %s, which lacks its denominator, is shown as %s", (apiUnit, displayUnit) => {
    expect(factorBetween(apiUnit, displayUnit)).toBe(1);
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
  ])("%s does not convert to %s", (apiUnit, displayUnit) => {
    expect(factorBetween(apiUnit, displayUnit)).toBeNull();
  });

  test("every unit has a quantity and a label in both languages", () => {
    for (const name of unitNames()) {
      expect(quantityOf(name)).not.toBeNull();
      expect([typeof unitLabel(name, "en"), typeof unitLabel(name, "nl")]).toEqual(["string", "string"]);
    }
    expect(unitLabel("bln €", "nl")).toBe("mld €");
  });
});

describe("the prefix of a unit family", () => {
  const unitFor = (value: number, unit: string): string =>
    scaledUnit(unit, prefixesOf({ [familyOf(unit)!]: baseSize(value, unit) }));

  test.each([
    [142, "Mt CO₂-eq", "Mt CO₂-eq"],
    [1.74, "Mt CO₂-eq", "kt CO₂-eq"],
    [0.004, "Mt CO₂", "t CO₂"],
    [62, "bln €", "bln €"],
    [1.03, "bln €", "mln €"],
    [0.0031, "bln €", "thousand €"],
    [42, "GW", "GW"],
    [0.458, "GW", "MW"],
    [0.01, "GW", "MW"],
    [0.0015, "GW", "kW"],
    [282, "TWh", "TWh"],
    [3.6, "TWh", "GWh"],
    [38.6, "PJ", "PJ"],
    [0.031, "PJ", "TJ"],
    [17.9, "million", "million"],
    [0.361, "million", "thousand"],
    [0.000_4, "million", "#"],
    [8.2e6, "thousand", "thousand"],
  ])("the prefix for a largest figure of %d %s is %s", (value, unit, scaledName) =>
    expect(unitFor(value, unit)).toBe(scaledName),
  );

  test("the prefix of a unit family is the same for all units of the family, regardless of the documents", () => {
    const prefixes = prefixesOf({ mass: baseSize(1.74, "Mt"), power: baseSize(190, "MW") });
    expect(["Mt", "kT", "Mt CO₂", "Mt CO₂-eq", "GW", "MW"].map((name) => scaledUnit(name, prefixes))).toEqual([
      "kt",
      "kt",
      "kt CO₂",
      "kt CO₂-eq",
      "MW",
      "MW",
    ]);
  });

  test("the prefix of a unit family does not change figures that are independent of the area's size", () => {
    const prefixes = prefixesOf({ power: 1e5, money: 1e12, mass: 1e12, joule: 1e12, count: 1e9 });
    for (const name of ["kW", "€", "€/MWh", "%", "% a year", "kg/MWh", "h", "#", "°C", "kWh/m2"]) {
      expect([name, scaledUnit(name, prefixes)]).toEqual([name, name]);
    }
  });

  test("the prefix of a unit family without figures is the documents' prefix", () => {
    for (const name of unitNames()) expect(scaledUnit(name, prefixesOf({ power: 0 }))).toBe(name);
  });

  test("the prefix of a unit family gives the largest figure at least two digits, and changes no amount", () => {
    const units = fc.constantFrom(...unitNames().filter((name) => familyOf(name) !== null));
    const value = fc.tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -9, max: 3 }));
    fc.assert(
      fc.property(units, value, (unit, [digits, power]) => {
        const size = digits * 10 ** power;
        const scaledName = unitFor(size, unit);
        const figure = size * factorBetween(unit, scaledName)!;
        const smallest = scaledUnit(unit, prefixesOf({ [familyOf(unit)!]: 1e-99 }));
        expect(figure >= 10 * (1 - 1e-9) || scaledName === smallest).toBe(true);
        expect(baseSize(figure, scaledName)).toBeCloseTo(baseSize(size, unit), -Math.log10(baseSize(size, unit)) + 9);
        const prefixes = prefixesOf(largestOf([{ [familyOf(unit)!]: baseSize(size, unit) }, {}]));
        expect(scaledUnit(unit, prefixes)).toBe(scaledName);
      }),
    );
  });
});

describe("a unit typed by a user", () => {
  test.each([
    ["kW", "MW", 1e-3],
    ["mw", "kW", 1e3],
    ["GW", "MW", 1e3],
    ["kWh", "GWh", 1e-6],
    ["TWh", "PJ", 3.6],
    ["mln€", "bln €", 1e-3],
    ["m€", "bln €", 1e-3],
    ["miljard€", "mln €", 1e3],
    ["mld €", "bln €", 1],
    ["kt", "Mt CO₂-eq", 1e-3],
    ["Mt CO2", "kt CO₂", 1e3],
    ["%", "% a year", 1],
    ["%/jaar", "% a year", 1],
    ["euro/MWh", "€/MWh", 1],
    ["€", "€/t", 1],
    ["duizend", "million", 1e-3],
    ["u", "h", 1],
    ["kWh/m2", "kWh/m2", 1],
  ])("the typed unit %s of a slider in %s has a factor", (text, shown, factor) =>
    expect(factorOfTypedUnit(text, shown)).toBeCloseTo(factor, 12),
  );

  test.each([
    ["kg", "MW"],
    ["watts", "MW"],
    ["", "MW"],
    ["€/MWh", "MW"],
    ["MW", "MWh"],
    ["%", "MW"],
    ["toString", "MW"],
    ["kW", "kWh/m2"],
  ])("%j is rejected by a slider in %s", (text, displayUnit) =>
    expect(factorOfTypedUnit(text, displayUnit)).toBeNull(),
  );

  test("units are suggested with every prefix of their family", () => {
    expect(typedUnits("MW", "en")).toEqual(["kW", "MW", "GW"]);
    expect(typedUnits("bln €", "nl")).toEqual(["duizend €", "mln €", "mld €"]);
    expect(typedUnits("%", "en")).toEqual(["%"]);
  });
});
