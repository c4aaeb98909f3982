import { describe, expect, it } from "vitest";
import { conditionsOf, isDisabled, rivalsAmong, rivalsOf } from "./why-disabled.ts";

const UNTOUCHED = { userValues: {}, balancedValues: {}, activeCouplings: [], curves: {} };
const insulation = { disabled: false, disabled_by: ["homes", "flats"] };
const RIVALS = rivalsAmong(
  new Map<string, { disabled_by?: string[] }>([
    ["insulation", insulation],
    ["homes", {}],
  ]),
);

describe("a disabled slider", () => {
  it("a slider is disabled by a rival with a set or balanced value", () => {
    expect(isDisabled(insulation, UNTOUCHED)).toBe(false);
    expect(isDisabled(insulation, { ...UNTOUCHED, userValues: { flats: 3 } })).toBe(true);
    expect(isDisabled(insulation, { ...UNTOUCHED, balancedValues: { homes: 3 } })).toBe(true);
    expect(rivalsOf(insulation, { userValues: { flats: 0, other: 1 }, balancedValues: {} })).toEqual(["flats"]);
  });

  it("a slider that the server disables is disabled, regardless of the page's own rules", () => {
    expect(isDisabled({ disabled: true }, UNTOUCHED)).toBe(true);
  });

  it("changes to rivals, couplings and curves may make a disabled slider movable; other changes do not", () => {
    const conditionsWith = (change: object) => conditionsOf(RIVALS, { ...UNTOUCHED, ...change });
    expect(conditionsWith({ userValues: { wind: 3 } })).toBe(conditionsWith({}));
    expect(conditionsWith({ userValues: { flats: 3 } })).not.toBe(conditionsWith({}));
    expect(conditionsWith({ userValues: { flats: 3 } })).toBe(conditionsWith({ userValues: { flats: 4 } }));
    expect(conditionsWith({ activeCouplings: ["steel"] })).not.toBe(conditionsWith({}));
    expect(conditionsWith({ curves: { price: new Float64Array() } })).not.toBe(conditionsWith({}));
  });
});
