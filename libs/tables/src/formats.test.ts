import { expect, test } from "vitest";
import { csvLines } from "./csv.ts";
import { inLayout } from "./formats.ts";
import { columnOf, namesOf, type Table } from "./table.ts";

const table: Table = {
  columns: [
    columnOf("key", { kind: "text" }),
    columnOf("heat (MJ)"),
    columnOf("heat (PJ)"),
    columnOf("deficit", { unit: "MW" }),
  ],
  rows: () => [
    ["plant", 1.5, null, 2n],
    ["boiler", 0, 3, ""],
  ],
};

test("a header ends with the unit of its column, if it has one", () => {
  const facts = ["output (MW)", "CO2 [kton]", "Price", "(MW)", "a (b) (c)"].map((header) => columnOf(header));
  expect(facts.map(({ key, unit }) => [key, unit])).toEqual([
    ["output", "MW"],
    ["CO2", "kton"],
    ["Price", null],
    ["(MW)", null],
    ["a (b)", "c"],
  ]);
});

test("columns have distinct names: their keys, or headers where keys are equal", () => {
  expect(namesOf(table.columns)).toEqual(["key", "heat (MJ)", "heat (PJ)", "deficit"]);
  expect(namesOf([columnOf("a"), columnOf("a"), columnOf("a 2")])).toEqual(["a", "a 2", "a 2 2"]);
});

test("the long layout has a row per figure, with its name and unit", () => {
  expect([...csvLines(inLayout("long", table))].join("")).toBe(
    "key,variable,unit,value\n" +
      "plant,heat,MJ,1.5\nplant,heat,PJ,\nplant,deficit,MW,2\n" +
      'boiler,heat,MJ,0.0\nboiler,heat,PJ,3.0\nboiler,deficit,MW,""\n',
  );
  expect(inLayout("wide", table)).toBe(table);
});
