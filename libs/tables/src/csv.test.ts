import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellText, chunks, csvLine, csvLines } from "./csv.ts";
import { type Cell, columnOf } from "./table.ts";

describe("a CSV cell", () => {
  it.each<[kind: string, cell: Cell, text: string]>([
    ["a float shows a decimal point", 100, "100.0"],
    ["an integer shows no decimal point", 100n, "100"],
    ["a small float is written with an exponent", 0.000015, "1.5e-05"],
    ["zero shows a decimal point", 0, "0.0"],
    ["minus zero keeps its sign", -0, "-0.0"],
    ["NaN is written as NaN", NaN, "NaN"],
    ["nil is empty", null, ""],
    ["an empty string is quoted", "", '""'],
    ["a comma needs quotes", "a,b", '"a,b"'],
    ["quotes are doubled", 'the "grid"', '"the ""grid"""'],
    ["a line break needs quotes", "a\nb", '"a\nb"'],
    ["spaces at the ends need no quotes", " a ", " a "],
  ])("%s", (_what, cell, text) => {
    expect(cellText(cell)).toBe(text);
  });
});

describe("a CSV table", () => {
  it("a table has one line per row, each ended by a line feed", () => {
    expect(
      [
        ...csvLines({
          columns: [columnOf("key"), columnOf("flow (MJ)")],
          rows: () => [
            ["coal", 1.5],
            ["gas", null],
          ],
        }),
      ].join(""),
    ).toBe("key,flow (MJ)\ncoal,1.5\ngas,\n");
  });

  it("the strings of a row are restored from its line", () => {
    const text = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", " ", "é") });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (row) => {
        const fields = csvLine(row)
          .slice(0, -1)
          .matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"\n]*))/gy);
        expect(Array.from(fields, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain)).toEqual(row);
      }),
    );
  });
});

describe("chunks of CSV", () => {
  it("chunks contain all lines in order, and split none", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), fc.integer({ min: 1, max: 50 }), (lines, length) => {
        const pieces = [...chunks(lines, length)];
        expect(pieces.join("")).toBe(lines.join(""));
        expect(pieces.slice(1, -1).every((piece) => piece.length >= length)).toBe(true);
      }),
    );
  });

  it("chunks are generated on demand", () => {
    let count = 0;
    const endless = (function* () {
      for (;;) yield `${count++}\n`;
    })();
    const pieces = chunks(endless, 64);
    expect(pieces.next().value).toBe("0\n1\n");
    expect(count).toBe(2);
    expect((pieces.next().value as string).length).toBeGreaterThanOrEqual(64);
  });
});
