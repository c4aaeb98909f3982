/** Compares exports with the reference. */
import { expect, test } from "vitest";
import { compareExports } from "./exports.ts";
import { findReference } from "./reference.ts";
import type { Comparison } from "./report.ts";

const reference = findReference();

test.skipIf(reference === null)(
  "nl2023 without inputs has the reference's exports (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  async () => {
    const comparisons: Comparison[] = [];
    await compareExports(reference!, ["nl2023/blank.details"], (comparison) => comparisons.push(comparison));
    expect(comparisons.flatMap(({ mismatches }) => mismatches)).toEqual([]);
    expect(comparisons).toHaveLength(28);
    expect(comparisons.reduce((sum, { total }) => sum + total, 0)).toBeGreaterThan(6_000_000);
  },
);
