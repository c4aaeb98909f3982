/** Runs one round of each fault of `npm run faults -- cluster…`, on one cluster of nine processes. */
import { expect, test } from "vitest";
import { briefClusterFaults } from "./cluster.ts";
import { SkippedFault } from "./fault.ts";

test("a cluster loses and repeats no change, and fails no request, while each part is killed, stopped, disconnected, filled up or replaced", async (context) => {
  const lines: string[] = [];
  try {
    expect(
      await briefClusterFaults.run(
        (line) => lines.push(line),
        1,
        () => false,
      ),
    ).toEqual([]);
  } catch (error) {
    if (!(error instanceof SkippedFault)) throw error;
    context.skip(error.message);
  }
  expect(lines.join("; ")).toMatch(/[1-9]\d* acknowledged/);
});
