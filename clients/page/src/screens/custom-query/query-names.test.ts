import type { QueryName } from "@etesian/engine/text-queries";
import { describe, expect, test } from "vitest";
import { namesAt, positionAt, unitIn } from "./query-names.ts";

const NAMES: readonly QueryName[] = [
  { name: "SUM", kind: "function", unit: null },
  { name: "costs_of_total", kind: "query", unit: "euro" },
  { name: "total_costs", kind: "query", unit: "euro" },
  { name: "total_demand", kind: "query", unit: "MJ" },
  { name: "energy_total", kind: "node", unit: null },
  { name: "prices", kind: "query", unit: "curve" },
];
const labelsAt = (text: string, caret = text.length) =>
  namesAt(text, caret, NAMES, ({ kind }) => kind)?.options.map(({ label }) => label) ?? null;

describe("the completion of names", () => {
  test("names that begin with the word are first, and shorter names are before longer ones", () => {
    expect(labelsAt("Q(tot")).toEqual(["total_costs", "total_demand", "energy_total", "costs_of_total"]);
  });
  test("the word before the caret is completed regardless of case", () => {
    expect(namesAt("1 + su * 2", 6, NAMES, ({ kind }) => kind)).toEqual({
      start: 4,
      options: [{ key: "function-SUM", label: "SUM", detail: "function", insert: "SUM(" }],
    });
  });
  test("a complete name, a single character and a number have no completions", () => {
    expect(labelsAt("total_costs")).toEqual([]);
    expect(labelsAt("t")).toBeNull();
    expect(labelsAt("1 + 22")).toBeNull();
  });
});

test("a sum has the unit that all queries in it share", () => {
  expect(unitIn("Q(total_costs) - Q(costs_of_total)", NAMES)).toBe("euro");
  expect(unitIn("2 * MAX(Q(total_costs), Q(costs_of_total)) / 1_000 + 1", NAMES)).toBe("euro");
  expect(unitIn("Q(total_costs) + Q(total_demand)", NAMES)).toBe("");
  expect(unitIn("Q(total_costs) / Q(costs_of_total)", NAMES)).toBe("");
  expect(unitIn("2 / Q(total_costs)", NAMES)).toBe("");
  expect(unitIn("DIVIDE(Q(total_costs), Q(costs_of_total))", NAMES)).toBe("");
  expect(unitIn("Q(total_costs) + V(energy_total, demand)", NAMES)).toBe("");
  expect(unitIn("V(energy_total, demand)", NAMES)).toBe("");
  expect(unitIn("Q(prices)", NAMES)).toBe("");
});

test("an offset has a line and a column, counted from 1", () => {
  expect(positionAt("SUM(\n  Q(a)", 7)).toEqual({ line: 2, column: 3 });
});
