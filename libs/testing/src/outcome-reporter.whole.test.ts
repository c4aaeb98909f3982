/** Tests the lines at the end of a test run that name skipped and failed tests. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const VITEST = join(import.meta.dirname, "../../../node_modules/vitest/vitest.mjs");
const REPORTER = join(import.meta.dirname, "outcome-reporter.ts");

const TESTS = `
describe("a group", () => {
  it("passes", () => {});
  it("has a reason", ({ skip }) => skip("no server"));
  it.skip("is skipped", () => {});
  it("fails", () => {
    throw new Error("a first line\\nand a second");
  });
  it("fails otherwise", () => {
    expect(1).toBe(2);
  });
});

it("leaves a promise that is rejected", () => {
  void Promise.reject(new Error("rejected later"));
});
`;

test("a run ends with each skipped test and its reason, each failed test and its error, each file that cannot be loaded, and each other error", () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-outcomes-"));
  try {
    writeFileSync(join(directory, "one.test.js"), TESTS);
    writeFileSync(join(directory, "other.test.js"), 'throw new Error("cannot be loaded");');
    const flags = ["--globals", "--root", directory, `--reporter=${REPORTER}`];
    const { stdout, status } = spawnSync(process.execPath, [VITEST, "run", ...flags], { encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual([
      "↓ a group > has a reason [no server]",
      "↓ a group > is skipped",
      "✗ one.test.js > a group > fails: a first line",
      "✗ one.test.js > a group > fails otherwise: expected 1 to be 2 // Object.is equality",
      "✗ other.test.js: cannot be loaded",
      "✗ outside tests: rejected later",
    ]);
    expect(status).toBe(1);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
