import { deflateRawSync } from "node:zlib";
import { strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { bookOf, readCells, MAIN } from "./books.fixture.ts";
import type { NewSheet } from "./new-sheet.ts";
import { Workbook } from "./workbook.ts";
import { MAX_BYTES } from "./zip.ts";

const sheet = (name: string, rows: NewSheet["rows"]): NewSheet => ({ name, headingRows: 1, fixedColumns: 1, rows });
const bytesOf = (pieces: Iterable<Uint8Array>): Buffer => Buffer.concat([...pieces]);

/** A workbook in which some files are changed. */
async function changeFiles(change: (files: { [path: string]: Uint8Array }) => void): Promise<Buffer> {
  const files = unzipSync(await bookOf({ MAIN, Notes: [["a"]] }));
  change(files);
  return Buffer.from(zipSync(files, { level: 1 }));
}

const replaceIn = (path: string, from: string | RegExp, to: string) => (files: { [path: string]: Uint8Array }) => {
  files[path] = strToU8(new TextDecoder().decode(files[path]).replace(from, to));
};

const SHEET = "xl/worksheets/sheet1.xml";

describe("a copy of a workbook", () => {
  test("a copy of a workbook has additional sheets, and all contents of the workbook", async () => {
    const content = await bookOf({ MAIN, Own: [["sum"], [{ formula: "MAIN!C2+1", result: 2041 }]] }, (book) => {
      book.getWorksheet("Own")!.getCell("A1").font = { bold: true };
    });
    const book = await Workbook.open(content);
    const copy = bytesOf(
      book.copyWith([
        sheet("RESULTS", [
          ["key", "x"],
          ["a & b", 1 / 3],
          ["c", null],
          ["d", true],
        ]),
      ]),
    );
    expect(await readCells(copy, "MAIN")).toEqual(MAIN);
    expect(await readCells(copy, "Own")).toEqual([["sum"], [{ formula: "MAIN!C2+1", result: 2041 }]]);
    expect(await readCells(copy, "RESULTS")).toEqual([["key", "x"], ["a & b", 1 / 3], ["c"], ["d", true]]);
    expect(Buffer.from(unzipSync(copy)["xl/workbook.xml"]!).toString()).toContain('fullCalcOnLoad="1"');
  });

  test("a copy of a workbook replaces the cells of a sheet with the same name, and keeps its widths", async () => {
    const content = await bookOf(
      {
        MAIN,
        results: [
          ["old", "old"],
          [1, 2],
          [3, 4],
        ],
        ERRORS: [["old"]],
      },
      (book) => {
        book.getWorksheet("results")!.getColumn(1).width = 33;
      },
    );
    const book = await Workbook.open(content);
    const copy = bytesOf(book.copyWith([sheet("RESULTS", [["new"]])], ["ERRORS", "Absent"]));
    expect(await readCells(copy, "results")).toEqual([["new"]]);
    expect(await readCells(copy, "ERRORS")).toEqual([]);
    expect(await readCells(copy, "Absent")).toBeUndefined();
    expect(Buffer.from(unzipSync(copy)["xl/worksheets/sheet2.xml"]!).toString()).toContain('width="33"');
    const reopened = await Workbook.open(copy);
    expect((await reopened.sheet("Results"))!.rows).toHaveLength(1);
    expect(await readCells(bytesOf(reopened.copyWith([sheet("MORE", [["x"]])])), "MORE")).toEqual([["x"]]);
  });

  test("a copy of a workbook lacks the calculation chain, even if its element names have prefixes", async () => {
    const content = await changeFiles((files) => {
      files["xl/calcChain.xml"] = strToU8("<calcChain/>");
      replaceIn(
        "[Content_Types].xml",
        "</Types>",
        '<Override PartName="/xl/calcChain.xml" ContentType="x"/></Types>',
      )(files);
      const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain";
      const relation = `<Relationship Id="chain" Type="${type}" Target="calcChain.xml"/></Relationships>`;
      replaceIn("xl/_rels/workbook.xml.rels", "</Relationships>", relation)(files);
      replaceIn(SHEET, /<(\/?)(?=[a-z])/g, "<$1x:")(files);
      replaceIn(SHEET, 'xmlns="', 'xmlns:x="')(files);
    });
    const book = await Workbook.open(content);
    expect((await book.sheet("MAIN"))!.rows).toHaveLength(2);
    const copy = bytesOf(book.copyWith([sheet("MAIN", [["a", 1]]), sheet("B", [["b"]])]));
    const files = unzipSync(copy);
    expect(Object.keys(files)).not.toContain("xl/calcChain.xml");
    for (const path of ["[Content_Types].xml", "xl/_rels/workbook.xml.rels"])
      expect(Buffer.from(files[path]!).toString()).not.toContain("calcChain");
    const rows = (await (await Workbook.open(copy)).sheet("MAIN"))!.rows;
    expect(rows.map(({ cells }) => [...cells.values()])).toEqual([["a", 1]]);
  });
});

describe("a hostile, damaged or foreign file", () => {
  const openSheet = (content: Buffer, limits: Parameters<typeof Workbook.open>[1] = {}) =>
    Workbook.open(content, limits).then((book) => book.sheet("MAIN"));

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ["no zip", () => Buffer.from("a,b\n1,2\n"), /^The file is not a workbook/],
    ["an empty file", () => Buffer.alloc(0), /^The file is not a workbook/],
    ["another zip", () => Buffer.from(zipSync({ "a.txt": strToU8("a") })), /^The file is not a workbook/],
    ["a file with a password", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), /password or the pre-2007 format/],
    ["a file of many bytes", () => Buffer.alloc(MAX_BYTES + 1), /expected at most 16 MB$/],
    [
      "macros",
      () => changeFiles(replaceIn("[Content_Types].xml", "sheet.main+xml", "sheet.macroEnabled.main+xml")),
      /has macros or another format/,
    ],
    ["half a file", async () => (await changeFiles(() => {})).subarray(0, 2000), /^The file is not a workbook/],
    [
      "a file outside the workbook",
      () => changeFiles((files) => (files["../../etc/passwd"] = strToU8("x"))),
      /^The workbook is damaged: invalid relative path/,
    ],
    [
      "thousands of files",
      () =>
        changeFiles((files) => {
          for (let n = 0; n < 2_001; n++) files[`xl/media/${n}`] = new Uint8Array();
        }),
      /more than 2000 files/,
    ],
    [
      "entities",
      () => changeFiles(replaceIn(SHEET, "<worksheet", '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet')),
      /sheet1\.xml of the workbook has a document type/,
    ],
    [
      "unclosed elements",
      () => changeFiles(replaceIn(SHEET, "</sheetData>", "")),
      /sheet1\.xml of the workbook is not well-formed/,
    ],
    [
      "an unfinished file",
      () => changeFiles(replaceIn(SHEET, /<\/sheetData>[^]*/, "")),
      /sheet1\.xml of the workbook is not well-formed/,
    ],
    [
      "another encoding",
      () => changeFiles((files) => (files[SHEET] = new Uint8Array([0xff, 0xfe, 0x3c, 0]))),
      /is not UTF-8/,
    ],
    ["a cell in another row", () => changeFiles(replaceIn(SHEET, 'r="A1"', 'r="A9"')), /^MAIN has a cell A9 in row 1/],
    [
      "rows in another order",
      () => changeFiles(replaceIn(SHEET, 'row r="2"', 'row r="1"')),
      /^MAIN has a row 1 after row 1/,
    ],
    [
      "a row beyond the limit",
      () => changeFiles(replaceIn(SHEET, 'row r="2"', 'row r="1048577"')),
      /has a row 1048577/,
    ],
    ["a column beyond the limit", () => changeFiles(replaceIn(SHEET, 'r="A1"', 'r="ZZZ1"')), /outside its rows/],
    ["a missing string", () => changeFiles(replaceIn(SHEET, /(t="s"><v>)\d+/, "$1999")), /^MAIN!A1 refers to a string/],
    [
      "a number beyond doubles",
      () => changeFiles(replaceIn(SHEET, "<v>2040</v>", "<v>1e999</v>")),
      /^MAIN!C2 is not a number/,
    ],
  ])("%s is rejected", async (_, make, message) => {
    await expect(openSheet(await make())).rejects.toThrow(message);
  });

  test("a file that is too large when uncompressed is rejected, even if its entry states a smaller size", async () => {
    const bomb = await changeFiles((files) => (files["xl/media/zeros"] = new Uint8Array(2 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(openSheet(bomb, { maxUncompressed: 1024 * 1024 })).rejects.toThrow(
      /^The workbook is larger than 1 MB when it is uncompressed/,
    );
    // The size in the entry is wrong, so that reading stops where the entry's bytes end.
    const compressed = deflateRawSync(new Uint8Array(2 * 1024 * 1024));
    const forgedZip = Buffer.from(bomb);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(2 * 1024 * 1024);
    for (let index = forgedZip.indexOf(size); index >= 0; index = forgedZip.indexOf(size, index + 1))
      forgedZip.writeUInt32LE(10, index);
    expect(compressed.length).toBeGreaterThan(10);
    await expect(openSheet(forgedZip, { maxUncompressed: 1024 * 1024 })).rejects.toThrow(
      /^The workbook is damaged: too many bytes in the stream/,
    );
  });

  test("a workbook with more cells than the limit is rejected", async () => {
    await expect(openSheet(await bookOf({ MAIN }), { maxCells: 5 })).rejects.toThrow(/more than 5 filled cells/);
  });

  test("distant cells use no memory for the cells between them", async () => {
    const content = await changeFiles(
      replaceIn(SHEET, "</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
    );
    const { rows } = (await (await Workbook.open(content)).sheet("MAIN"))!;
    expect(rows.map(({ number, cells }) => [number, cells.size])).toEqual([
      [1, 3],
      [2, 3],
      [1_048_576, 1],
    ]);
  });
});

test("strings are read without phonetic hints, and cells without addresses follow each other", async () => {
  const content = await changeFiles((files) => {
    const row =
      '<row><c t="inlineStr"><is><t>東</t><rPh sb="0" eb="1"><t>ひがし</t></rPh></is></c><c><v>7</v></c></row>';
    replaceIn(SHEET, /<sheetData>[^]*<\/sheetData>/, `<sheetData>${row}${row}</sheetData>`)(files);
  });
  const { rows } = (await (await Workbook.open(content)).sheet("main"))!;
  expect(rows.map(({ number, cells }) => [number, [...cells]])).toEqual([
    [
      1,
      [
        [0, "東"],
        [1, 7],
      ],
    ],
    [
      2,
      [
        [0, "東"],
        [1, 7],
      ],
    ],
  ]);
});
