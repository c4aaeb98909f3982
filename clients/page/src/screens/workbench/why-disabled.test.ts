import { describe, expect, it } from "vitest";
import { conditionsOf, isDisabled, rivalsAmong, rivalsOf } from "./why-disabled.ts";

const nothing = { userValues: {}, balancedValues: {}, activeCouplings: [], curves: {} };
const insulation = { disabled: false, disabled_by: ["homes", "flats"] };
const RIVALS = rivalsAmong(
  new Map<string, { disabled_by?: string[] }>([
    ["insulation", insulation],
    ["homes", {}],
  ]),
);

describe("a disabled slider", () => {
  it("a disabled slider has a rival with a value, set or balanced", () => {
    expect(isDisabled(insulation, nothing)).toBe(false);
    expect(isDisabled(insulation, { ...nothing, userValues: { flats: 3 } })).toBe(true);
    expect(isDisabled(insulation, { ...nothing, balancedValues: { homes: 3 } })).toBe(true);
    expect(rivalsOf(insulation, { userValues: { flats: 0, other: 1 }, balancedValues: {} })).toEqual(["flats"]);
  });

  it("a disabled slider is disabled by the server, regardless of the page's own rules", () => {
    expect(isDisabled({ disabled: true }, nothing)).toBe(true);
  });

  it("a disabled slider may change with rivals, couplings and curves, but not with values", () => {
    const at = (change: object) => conditionsOf(RIVALS, { ...nothing, ...change });
    expect(at({ userValues: { wind: 3 } })).toBe(at({}));
    expect(at({ userValues: { flats: 3 } })).not.toBe(at({}));
    expect(at({ userValues: { flats: 3 } })).toBe(at({ userValues: { flats: 4 } }));
    expect(at({ activeCouplings: ["steel"] })).not.toBe(at({}));
    expect(at({ curves: { price: new Float64Array() } })).not.toBe(at({}));
  });
});
