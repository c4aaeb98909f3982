import { expect, test } from "vitest";
import { csvOfHours, csvOfYears, forSpreadsheet } from "./csv.ts";

test("an annual file has a row for each series, and quotes names with separators", () => {
  const series = [
    { label: "Gas, imported", values: [1.25, 2] },
    { label: 'Oil "heavy"', values: [null, 0.1] },
  ];
  expect(csvOfYears(series, "PJ", ["2023", "2050"])).toBe(
    'name,2023 (PJ),2050 (PJ)\n"Gas, imported",1.25,2\n"Oil ""heavy""",,0.1\n',
  );
});

test("an hourly file has a row for each hour from 1 January", () => {
  const values = Float32Array.from({ length: 8_760 }, (_, hour) => hour / 2);
  const rows = csvOfHours(
    [{ key: "gas", label: "Gas", colour: "c-gas", values, isLine: false, hatch: null }],
    "GW",
    2050,
  ).split("\n");
  expect(rows.slice(0, 3)).toEqual(["time,Gas (GW)", "2050-01-01T00:00,0", "2050-01-01T01:00,0.5"]);
  expect(rows.at(-2)).toBe("2050-12-31T23:00,4379.5");
});

test("files for Dutch spreadsheets have decimal commas and semicolons, and all files have a byte order mark", async () => {
  const csv = 'name,2023 (Mt CO₂),2050\n"Gas, imported",1.25,-2.5e-7\nA;B,,1\n2050-01-01T00:00,3,\n';
  const bytes = async (language: "en" | "nl"): Promise<string> =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(await forSpreadsheet(csv, language).arrayBuffer());
  expect(await bytes("en")).toBe(`\uFEFF${csv}`);
  expect(await bytes("nl")).toBe(
    '\uFEFFname;2023 (Mt CO₂);2050\n"Gas, imported";1,25;-2,5e-7\n"A;B";;1\n2050-01-01T00:00;3;\n',
  );
});
