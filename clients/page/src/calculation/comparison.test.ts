import { describe, expect, test } from "vitest";
import type { Input } from "@etesian/client";
import type { StoredScenario } from "./calculator.ts";
import {
  sortByEffect,
  differencesOf,
  idsIn,
  parseId,
  type Inputs,
  otherDifferences,
  partsToward,
  type Side,
} from "./comparison.ts";

const input = (start: number | string, group?: string, disabled = false) =>
  ({ default: start, disabled, ...(group === undefined ? {} : { share_group: group }) }) as unknown as Input;
const INPUTS: Inputs = new Map([
  ["wind", input(4)],
  ["sun", input(2)],
  ["mode", input("slow")],
  ["gas", input(80, "heat")],
  ["pump", input(20, "heat")],
  ["wood", input(0, "heat", true)],
]);
const side = (userValues: Side["sliders"]["userValues"], balancedValues = {}, inputs = INPUTS): Side => ({
  sliders: { userValues, balancedValues },
  inputs,
});

describe("differences between scenarios", () => {
  test("differences between scenarios are sliders whose values differ, with the moves that lead to the other scenario", () => {
    expect(differencesOf(side({ wind: 10, sun: 2 }), [side({ wind: 12 })])).toEqual([
      {
        key: "wind",
        members: ["wind"],
        isGroup: false,
        isMoved: true,
        values: [10, 12],
        parts: [],
        differs: [true],
        moves: [{ wind: 12 }],
      },
    ]);
  });

  test("differences from any other scenario are included, and identify that scenario", () => {
    const differences = differencesOf(side({ wind: 10 }), [side({ wind: 10, mode: "fast" }), side({})]);
    expect(differences).toMatchObject([
      { key: "wind", values: [10, 10, 4], differs: [false, true], moves: [{}, { wind: 4 }] },
      { key: "mode", values: ["slow", "fast", "slow"], differs: [true, false], moves: [{ mode: "fast" }, {}] },
    ]);
  });

  test("a share group counts as one difference, and all its movable members move, so that nothing is balanced", () => {
    const other = side({ gas: 50 }, { pump: 50 });
    expect(differencesOf(side({}), [other])).toEqual([
      {
        key: "heat",
        members: ["gas", "pump"],
        isGroup: true,
        isMoved: true,
        values: [80, 50],
        parts: [
          { key: "gas", values: [80, 50] },
          { key: "pump", values: [20, 50] },
        ],
        differs: [true],
        moves: [{ gas: 50, pump: 50 }],
      },
    ]);
  });

  test("a group lists its members that differ, the largest difference first", () => {
    const [row] = differencesOf(side({ gas: 75, pump: 25 }), [
      side({ gas: 75, pump: 25 }),
      side({ gas: 40, pump: 60 }),
    ]);
    expect(partsToward(row!, 0)).toEqual([]);
    expect(partsToward(row!, 1).map(({ key, values }) => [key, values[0], values[2]])).toEqual([
      ["gas", 75, 40],
      ["pump", 25, 60],
    ]);
  });

  test("differences in start values are listed after differences in set values, and rounding differences in balanced values are ignored", () => {
    const otherInputs = new Map([...INPUTS, ["wind", input(7)] as const]);
    expect(differencesOf(side({}), [side({}, {}, otherInputs)])).toMatchObject([
      { key: "wind", isMoved: false, values: [4, 7], moves: [{ wind: 7 }] },
    ]);
    const differences = differencesOf(side({ sun: 5 }), [side({}, {}, otherInputs)]);
    expect(differences.map(({ key, isMoved }) => [key, isMoved])).toEqual([
      ["sun", true],
      ["wind", false],
    ]);
    // The slider is set to the other area's start value.
    expect(differencesOf(side({ wind: 7 }), [side({}, {}, otherInputs)])).toEqual([]);
    expect(differencesOf(side({}, { gas: 33.3 }), [side({}, { gas: 33.300000000000004 })])).toEqual([]);
    expect(differencesOf(side({ wind: 4 }), [side({}, {}, otherInputs)])).toMatchObject([
      { key: "wind", values: [4, 7] },
    ]);
  });

  test("differences between scenarios are sorted by the size of their effect, and unknown effects come last", () => {
    const effects = new Map([
      ["a", -1],
      ["b", 3],
      ["d", -5],
    ]);
    expect(sortByEffect(["a", "b", "c", "d"], (row) => effects.get(row) ?? null)).toEqual(["d", "b", "a", "c"]);
  });

  test("differences other than sliders are listed", () => {
    const scenario = {
      area: "nl",
      endYear: 2050,
      orders: { heat: ["a", "b"], power: ["c"] },
      curves: { x: new Float64Array([1, 2]) },
      activeCouplings: ["steel", "gas"],
      scaling: null,
    } as unknown as StoredScenario;
    const sameScenario = {
      ...scenario,
      orders: { power: ["c"], heat: ["a", "b"] },
      curves: { x: new Float64Array([1, 2]) },
      activeCouplings: ["gas", "steel"],
    };
    expect(otherDifferences(scenario, sameScenario)).toEqual([]);
    const other = { ...scenario, endYear: 2040, curves: { x: new Float64Array([1, 3]) }, orders: {} };
    expect(otherDifferences(scenario, other)).toEqual(["year", "orders", "curves"]);
  });
});

describe("scenarios to compare", () => {
  test("scenarios to compare are read from the URL without duplicates and the scenario itself, at most three", () => {
    expect(idsIn("12,13,12,7,x,-1,1.5,14,15", 7)).toEqual([12, 13, 14]);
    expect(idsIn("", 7)).toEqual([]);
  });

  test.each([
    ["12", 12],
    [" 12 ", 12],
    ["https://etesian.example.org/s/12", 12],
    ["http://localhost:3000/s/12?slide=wind&cmp=3", 12],
    ["/api/v3/scenarios/12", 12],
    ["12 13", null],
    ["wind", null],
    ["https://example.org/12x", null],
    ["", null],
  ])("scenarios to compare are found in typed text: %j is %j", (text, id) => {
    expect(parseId(text)).toBe(id);
  });
});
