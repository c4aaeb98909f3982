/** Tests table files by reading them with libraries that users have. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { columnOf, type Format, inLayout, type Row, type Table } from "@etesian/tables";
import { tableFromIPC } from "apache-arrow";
import ExcelJS from "exceljs";
import { describe, expect, onTestFinished, test } from "vitest";
import { tableOfArrow } from "./reading.ts";
import { loadWriter } from "./writers.ts";
import { xlsxOf } from "./xlsx.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => `2040-01-01 ${String(hour).padStart(2, "0")}:00`);

/** Columns of several kinds, with every special cell. */
const table: Table = {
  columns: [
    columnOf("Time", { kind: "time" }),
    columnOf("plant", { kind: "text", description: 'A <plant> & its "name"' }),
    columnOf("output (MW)", { description: "Output of the plant" }),
    columnOf("price (EUR/MWh)"),
  ],
  rows: () =>
    HOURS.map((time, hour): Row => [
      time,
      hour === 1 ? 'a<b>&"c"\u0001é,=1+1' : "p",
      hour / 3,
      hour === 2 ? null : BigInt(hour),
    ]),
};

const withYears = (): Iterable<Row> =>
  Array.from(table.rows(), (row, hour): Row => [...row, hour === 3 ? null : 2040n]);

async function fileOf(format: Format, table: Table): Promise<Buffer> {
  const write = await loadWriter(format);
  return Buffer.concat(Array.from(write(table, "hours"), (piece) => Buffer.from(piece as Uint8Array)));
}

async function duckdb(file: Buffer, query: (path: string) => string): Promise<readonly unknown[][]> {
  const directory = mkdtempSync(join(tmpdir(), "etesian-tables-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "table.parquet");
  writeFileSync(path, file);
  const connection = await (await DuckDBInstance.create()).connect();
  const rows = (await connection.runAndReadAll(query(path))).getRowsJson();
  connection.closeSync();
  return rows;
}

test("a CSV file has the headers and the cells as text", async () => {
  const [header, , second, third] = (await fileOf("csv", table)).toString().split("\n");
  expect([header, second, third]).toEqual([
    "Time,plant,output (MW),price (EUR/MWh)",
    '2040-01-01 01:00,"a<b>&""c""\u0001é,=1+1",0.3333333333333333,1',
    "2040-01-01 02:00,p,0.6666666666666666,",
  ]);
});

test("a JSON file has the columns with units, and rows with null for a missing number", async () => {
  const { columns, rows, table: name } = JSON.parse((await fileOf("json", table)).toString());
  expect(name).toBe("hours");
  expect(columns[2]).toEqual({ key: "output", unit: "MW", description: "Output of the plant" });
  expect([rows.length, rows[2]]).toEqual([24, ["2040-01-01 02:00", "p", 2 / 3, null]]);
});

describe("an Arrow file", () => {
  test("an Arrow file has times, strings, exact numbers, gaps, and units in its fields", async () => {
    const arrowTable = tableFromIPC(await fileOf("arrow", table));
    expect(arrowTable.schema.fields.map(({ name, type }) => [name, String(type)])).toEqual([
      ["Time", "Timestamp<MILLISECOND>"],
      ["plant", "Utf8"],
      ["output", "Float64"],
      ["price", "Float64"],
    ]);
    expect(Object.fromEntries(arrowTable.schema.fields[2]!.metadata)).toEqual({
      unit: "MW",
      description: "Output of the plant",
    });
    const rows = arrowTable.toArray().map((row) => Object.values(row.toJSON()));
    expect(rows.slice(1, 3)).toEqual([
      [Date.UTC(2040, 0, 1, 1), 'a<b>&"c"\u0001é,=1+1', 1 / 3, 1],
      [Date.UTC(2040, 0, 1, 2), "p", 2 / 3, null],
    ]);
  });

  test("an Arrow file stores labels of the long layout once", async () => {
    const arrowTable = tableFromIPC(await fileOf("arrow", inLayout("long", table)));
    expect(String(arrowTable.schema.fields.find(({ name }) => name === "variable")!.type)).toMatch(/^Dictionary/);
    expect([arrowTable.numRows, arrowTable.get(1)!.toJSON()]).toMatchObject([
      48,
      { variable: "price", unit: "EUR/MWh", value: 0 },
    ]);
  });
});

test("reading an Arrow file restores exactly the same table", async () => {
  for (const layout of ["wide", "long"] as const) {
    const layoutTable = inLayout(layout, {
      ...table,
      columns: [
        ...table.columns.slice(0, 3),
        columnOf("price (Euros)", { unit: "EUR/MWh" }),
        columnOf("year", { kind: "integer" }),
      ],
      rows: withYears,
    });
    const result = tableOfArrow(await fileOf("arrow", layoutTable));
    expect(result.columns.map(({ header, kind, unit }) => [header, kind, unit])).toEqual(
      layoutTable.columns.map(({ header, kind, unit }) => [header, kind, unit]),
    );
    // A figure may be written as an integer.
    const comparableRows = (rows: Iterable<Row>) =>
      Array.from(rows, (row) =>
        row.map((cell, index) =>
          layoutTable.columns[index]!.kind === "figure" && cell !== null ? Number(cell) : cell,
        ),
      );
    expect(comparableRows(result.rows())).toEqual(comparableRows(layoutTable.rows()));
    expect(result.rowCount).toBe([...layoutTable.rows()].length);
  }
});

test("DuckDB reads a Parquet file: times without zone, strings, numbers, gaps, and units in its metadata", async () => {
  const file = await fileOf("parquet", table);
  const types = await duckdb(file, (path) => `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${path}')`);
  expect(types).toEqual([
    ["Time", "TIMESTAMP"],
    ["plant", "VARCHAR"],
    ["output", "DOUBLE"],
    ["price", "DOUBLE"],
  ]);
  const [row] = await duckdb(file, (path) => `SELECT max(Time)::VARCHAR, sum(output), count(price) FROM '${path}'`);
  expect(row).toEqual(["2040-01-01 23:00:00", expect.closeTo(92, 10), "23"]);
  const [facts] = await duckdb(file, (path) => `SELECT decode(value) FROM parquet_kv_metadata('${path}')`);
  expect(JSON.parse(String(facts![0]))["output"]).toEqual({ unit: "MW", description: "Output of the plant" });
});

describe("a workbook", () => {
  async function sheetsOf(file: Buffer) {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(file as unknown as ExcelJS.Buffer);
    return book.worksheets;
  }

  test("a workbook has names, units and descriptions above the figures, which are numbers and dates", async () => {
    const [sheet] = await sheetsOf(await fileOf("xlsx", table));
    expect(sheet!.name).toBe("hours");
    const rows = [1, 2, 3, 4, 5, 6].map((number) => (sheet!.getRow(number).values as unknown[]).slice(1));
    expect(rows.slice(0, 3)).toEqual([
      ["Time", "plant", "output", "price"],
      [undefined, undefined, "MW", "EUR/MWh"],
      [undefined, 'A <plant> & its "name"', "Output of the plant"],
    ]);
    expect(rows[3]).toEqual([new Date(Date.UTC(2040, 0, 1)), "p", 0, 0]);
    // Excel allows no control characters, and strings never become formulas.
    expect(rows[4]).toEqual([new Date(Date.UTC(2040, 0, 1, 1)), 'a<b>&"c"é,=1+1', 1 / 3, 1]);
    expect(rows[5]!.slice(0, 3)).toEqual([new Date(Date.UTC(2040, 0, 1, 2)), "p", 2 / 3]);
    expect(rows[5]![3] ?? null).toBeNull();
    expect(sheet!.rowCount).toBe(27);
  });

  test("rows beyond the limit of a sheet continue on the next one", async () => {
    const sheets = await sheetsOf(Buffer.concat([...xlsxOf(table, "a/very:long*name?of[a]table with a long end", 13)]));
    expect(sheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ["a_very_long_name_of_a_table wit", 13],
      ["a_very_long_name_of_a_table w 2", 13],
      ["a_very_long_name_of_a_table w 3", 7],
    ]);
  });

  test("a workbook is compressed while its rows are generated", () => {
    let count = 0;
    const longTable: Table = {
      columns: [columnOf("a")],
      rows: function* () {
        for (; count < 200_000; count++) yield [Math.sqrt(count)];
      },
    };
    const pieces = xlsxOf(longTable, "long");
    pieces.next();
    expect(count).toBeLessThan(100_000);
  });
});

test.each(["csv", "json", "arrow", "parquet", "xlsx"] as const)(
  "%s files of the same table have the same bytes, even without rows",
  async (format) => {
    for (const source of [table, { ...table, rows: () => [] }])
      expect((await fileOf(format, source)).equals(await fileOf(format, source))).toBe(true);
  },
);

test("a column of figures that contains text becomes a column of text", async () => {
  const mixedTable: Table = { columns: [columnOf("a")], rows: () => [[1], ["x"], [""], [null]] };
  const arrowTable = tableFromIPC(await fileOf("arrow", mixedTable));
  expect(arrowTable.toArray().map((row) => row.toJSON())).toEqual([{ a: "1.0" }, { a: "x" }, { a: "" }, { a: null }]);
});
