/** Runs `npm run conformance -- rows`: every documented case, over HTTP with real tokens. */
import { beforeAll, describe, expect, test } from "vitest";
import { checkRows, type Report } from "./check.ts";
import { RESOURCES } from "./rows/index.ts";

let report: Report;
beforeAll(async () => {
  report = await checkRows(RESOURCES);
});

describe.each(RESOURCES)("$name", ({ name, rows }) => {
  test.each(rows)("$rule ($source)", (row) => {
    const checkedRow = report.checkedRows.find((one) => one.resource === name && one.row === row);
    expect(checkedRow?.problem).toBe(null);
  });
});

test("every operation of the OpenAPI document has a row", () => {
  expect(report.withoutRow).toEqual([]);
});
