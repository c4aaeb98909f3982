import { describe, expect, test } from "vitest";
import { compareTables } from "./exports.ts";

describe("the comparison of tables", () => {
  const expected = 'key,a (MW),b\nx,1.0,"q, r"\ny,2.5,\n';
  const compare = (text: string): readonly unknown[] =>
    compareTables("t", expected, text.match(/[^\n]*\n/g) ?? []).mismatches.map(({ path }) => path);

  test("a table agrees with equal text, and with numbers that differ by a billionth", () => {
    expect(compare(expected)).toEqual([]);
    expect(compare(expected.replace("2.5", "2.5000000001"))).toEqual([]);
    expect(compareTables("t", expected, expected.match(/[^\n]*\n/g)!).total).toBe(10);
  });

  test.each([
    ["a number", expected.replace("2.5", "2.6"), "line 3 (y, ) a (MW)"],
    ["an integer for a float", expected.replace("1.0", "1"), 'line 2 (x, "q, r") a (MW)'],
    ["quoted text instead of an empty cell", expected.replace(/,\n$/, ',""\n'), "line 3 (y, ) b"],
    ["a column name", expected.replace("a (MW)", "a (MJ)"), "line 1 (key, b) a (MW)"],
    ["a missing row", expected.replace(/y.*\n/, ""), "number of lines"],
    ["a minus before zero", expected.replace("1.0", "-1.0"), 'line 2 (x, "q, r") a (MW)'],
  ])("the comparison detects %s", (_description, text, path) => {
    expect(compare(text)).toContain(path);
  });
});
