import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { printDistribution, printedFigures, printFigure } from "@etesian/workbench/report";

test("the results contain each figure with its limit", () => {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  printedFigures.length = 0;
  expect(printFigure(print, "memory", 90, "MB", { atMost: 100 })).toBe(true);
  expect(printFigure(print, "memory", 90, "MB")).toBe(true);
  expect(printDistribution(print, "update", { wall: [1, 2, 3] }, { limits: { p50: 1 } })).toBe(false);
  expect(printedFigures.map(({ name, unit, within }) => [name, unit, within])).toEqual([
    ["memory", "MB", true],
    ["memory", "MB", null],
    ["update", "ms", false],
  ]);
  expect(printedFigures[2]!.values).toMatchObject({ best: 1, p50: 2, n: 3 });
});

test("a benchmark without reference data reports that it has no limit, even in JSON", () => {
  const bench = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "cli.ts"), ...args], {
      encoding: "utf8",
      env: { ...process.env, ETESIAN_REFERENCE_DIR: "/nowhere" },
    });
  const { status, stdout, stderr } = bench("annual", "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    { name: "annual", within: null, figures: [{ name: "blank: both graphs, molecules", unit: "ms" }, {}] },
  ]);
  expect(stderr).toContain("annual: ");
});
