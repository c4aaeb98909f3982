import { describe, expect, test } from "vitest";
import type { InterfaceView } from "@etesian/interface";
import { keyOf, numberOf, readCustomCharts, withCustomCharts } from "./custom-charts.ts";

const SUM = { n: 1, query: "SUM(Q(total_costs), 1)" };

describe("the user-defined charts of a URL", () => {
  test("user-defined charts are read from a URL with their title, unit and resolution", () => {
    const stored = [SUM, { n: 3, query: "Q(price)", title: "Price", unit: "EUR/MWh", hours: true }];
    expect(readCustomCharts(stored)).toEqual(stored);
  });

  test.each([
    ["a value that is not a list", { n: 1 }],
    ["an entry without a query", [{ n: 1, query: " " }]],
    ["an entry without a number", [{ query: "1" }]],
    ["an entry whose number is too high", [{ n: 7, query: "1" }]],
    ["a query that is too long", [{ n: 1, query: "1".repeat(2_001) }]],
    ["an entry that is not an object", ["1", null]],
  ])("%s is omitted", (_, value) => expect(readCustomCharts(value)).toBeUndefined());

  test("of two entries with the same number, the first is used", () =>
    expect(readCustomCharts([SUM, { ...SUM, query: "2" }])).toEqual([SUM]));
});

test("user-defined charts follow the model's charts, with their text as the query", () => {
  const model = { charts: new Map([["mix", { key: "mix" }]]) } as unknown as InterfaceView;
  const { charts } = withCustomCharts(model, [SUM]);
  expect([...charts.keys()]).toEqual(["mix", "own_1"]);
  expect(charts.get("own_1")?.series[0]?.terms).toEqual([{ query: "=SUM(Q(total_costs), 1)", factor: 1 }]);
  expect([numberOf(keyOf(SUM)), numberOf("mix")]).toEqual([1, null]);
});
