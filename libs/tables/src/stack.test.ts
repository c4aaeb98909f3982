import { expect, test } from "vitest";
import { stackOf } from "./stack.ts";
import { columnOf, type Row, type Table } from "./table.ts";

const SCENARIO = columnOf("scenario", { kind: "integer" });
const key = columnOf("key", { kind: "text" });
const tableOf = (columns: readonly string[], ...rows: readonly Row[]): Table => ({
  columns: [key, ...columns.map((header) => columnOf(header))],
  rows: () => rows,
});

test("tables are stacked by the names and units of their columns, and missing columns are null", () => {
  const error = columnOf("error", { kind: "text" });
  const stack = stackOf(
    SCENARIO,
    [
      { origin: 1n, table: tableOf(["output (MW)", "price (EUR)"], ["wind", 1, 2]) },
      { origin: 2n, table: { columns: [error], rows: () => [["Not found"]] } },
      { origin: 3n, table: tableOf(["price (EUR)", "output (MJ)"], ["wind", 3, 4], ["sun", 5, null]) },
    ],
    [error],
  );
  expect(stack.columns.map(({ header }) => header)).toEqual([
    "scenario",
    "key",
    "output (MW)",
    "price (EUR)",
    "output (MJ)",
    "error",
  ]);
  expect([...stack.rows()]).toEqual([
    [1n, "wind", 1, 2, null, null],
    [2n, null, null, null, null, "Not found"],
    [3n, "wind", null, 3, 4, null],
    [3n, "sun", null, 5, null, null],
  ]);
});

test("a column of figures in one table and of strings in another is a column of figures", () => {
  const texts: Table = { columns: [columnOf("a", { kind: "text" })], rows: () => [["x"]] };
  const figures: Table = { columns: [columnOf("a")], rows: () => [[1]] };
  for (const tables of [
    [texts, figures],
    [figures, texts],
  ])
    expect(
      stackOf(
        SCENARIO,
        tables.map((table) => ({ origin: 1n, table })),
      ).columns[1]!.kind,
    ).toBe("figure");
});

test("a stack of no tables has only the first and the last columns", () => {
  const stack = stackOf(SCENARIO, [], [key]);
  expect(stack.columns).toEqual([SCENARIO, key]);
  expect([...stack.rows()]).toEqual([]);
});
