import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LookupError, normaliseKey, parseTable, splitRecords, unavailableTable } from "./table.ts";

describe("names in tables", () => {
  test.each([
    ["Agriculture/forestry", "agricultureforestry"],
    ["Non-energy use industry/transformation/energy", "non_energy_use_industrytransformationenergy"],
    ["output.coal", "outputcoal"],
    ["White spirit & SBP", "white_spirit_sbp"],
    ["non-specified (transport)", "non_specified_transport"],
    ["own_use_in _electricity,_chp_and_heat_plants", "own_use_in_electricity_chp_and_heat_plants"],
    ["  Total (net) ", "total_net"],
  ])("%j is normalised to %j", (name, key) => expect(normaliseKey(name)).toBe(key));

  test("normalisation is idempotent", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(normaliseKey(normaliseKey(name))).toBe(normaliseKey(name));
      }),
    );
  });
});

describe("tables", () => {
  const table = parseTable("t.csv", "key,Share (%),note\r\nInput.Coal,0.25,\r\ngas, 1e-3 ,a b\r\ngas,2,\r\n");

  test("cells are found for any spelling of their names", () => {
    expect(table.cell("input coal".replace(" ", "."), "share")).toBe(0.25);
    expect(table.cell("inputcoal")).toBe(0.25);
  });

  test("the last row with a key is used", () => expect(table.cell("gas")).toBe(2));

  test("numbers may be padded or in scientific notation, an empty cell has no value, and other cells are text", () => {
    const cells = parseTable("t.csv", "key,a\nx, 1.5e-3 \ny,\nz,recursive\nw,1 2\n");
    expect(["x", "y", "z", "w"].map((row) => cells.cell(row))).toEqual([0.0015, null, "recursive", "1 2"]);
  });

  test("short rows have no value in their missing columns", () => {
    expect(parseTable("t.csv", "key,a,b\nx,1\n").cell("x", "b")).toBeNull();
  });

  test.each([
    [() => table.cell("coal"), 't.csv has no row "coal"'],
    [() => table.cell("gas", "nope"), 't.csv has no column "nope" (it has key, share, note)'],
    [() => parseTable("t.csv", "key,,a\n"), "t.csv:1: every column needs a header"],
    [() => parseTable("t.csv", ""), "t.csv: expected a header line"],
    [() => unavailableTable("b.csv", "b.csv is encrypted").cell("a"), "b.csv is encrypted"],
  ])("a failed lookup is an error that names the problem", (lookUp, message) => {
    expect(lookUp).toThrow(LookupError);
    expect(lookUp).toThrow(message);
  });
});

describe("quoted cells", () => {
  test.each([
    ['a,"b, c"\n', [["a", "b, c"]]],
    ['"a ""x""",b\n', [['a "x"', "b"]]],
    [
      '"two\nlines",b\n\nc,d',
      [
        ["two\nlines", "b"],
        ["c", "d"],
      ],
    ],
    ['"a",\n', [["a", ""]]],
    ['"a",', [["a", ""]]],
  ])("the text %j is split into records", (text, records) => expect(splitRecords(text)).toEqual(records));

  test("quoted cells are restored unchanged", () => {
    const cell = fc.string().map((text) => text.replaceAll("\r", ""));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (records) => {
        const text = records
          .map((record) => record.map((value) => `"${value.replaceAll('"', '""')}"`).join(","))
          .join("\n");
        expect(splitRecords(text)).toEqual(records);
      }),
    );
  });
});
