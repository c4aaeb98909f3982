/** What the reference answered over HTTP is answered here, or listed with the reason. Skipped without reference data. */
import { describe, expect, test } from "vitest";
import { findReference } from "./reference.ts";
import type { Command, Comparison } from "./report.ts";
import { madeCommand } from "./made.ts";
import { specialCommand } from "./special.ts";
import { DIFFERENCES } from "./wire-differences.ts";
import { wireCommand } from "./wire.ts";

const reference = findReference();

async function compared(command: Command): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  await command.run(reference!, await command.files(reference!), (comparison) => comparisons.push(comparison));
  return comparisons;
}

test("every listed difference says why", () => {
  expect(Object.values(DIFFERENCES).filter(({ why }) => why === "")).toEqual([]);
});

describe.skipIf(reference === null)("over HTTP (needs the reference data)", { timeout: 300_000 }, () => {
  test("requests, areas and queries are answered alike", async () => {
    const comparisons = await compared(wireCommand);
    expect(comparisons.flatMap(({ mismatches }) => mismatches)).toEqual([]);
    const listed = Object.keys(DIFFERENCES).length;
    expect(comparisons[0]!.title).toMatch(new RegExp(`\\b1\\d\\d the same, ${listed} differ as listed`));
  });

  test("scenarios made step by step come out alike", async () => {
    const comparisons = await compared(specialCommand);
    expect(comparisons.flatMap(({ mismatches }) => mismatches)).toEqual([]);
    expect(comparisons.reduce((sum, { total }) => sum + total, 0)).toBeGreaterThan(100_000);
  });

  test("a scenario with orders, made over HTTP alone, has the results of the reference", async () => {
    const made = madeCommand(null);
    const comparisons: Comparison[] = [];
    const [file] = (await made.files(reference!)).filter((name) => name.includes("s05_"));
    await made.run(reference!, [file!], (comparison) => comparisons.push(comparison));
    expect(comparisons.map(({ total, mismatches, worst }) => [total > 30_000, mismatches, worst])).toEqual([
      [true, [], 0],
    ]);
  });
});
