/** Runs `npm run faults -- sweeps` with few variants. */
import { expect, test } from "vitest";
import { SkippedFault } from "./fault.ts";
import { sweepKills } from "./sweeps.ts";

test("a sweep has the same bytes with 1, 2 and 4 workers, in shards, and while its parts are killed every two seconds", async (context) => {
  const lines: string[] = [];
  try {
    expect(
      await sweepKills.run(
        (line) => lines.push(line),
        1,
        () => false,
      ),
    ).toEqual([]);
  } catch (error) {
    if (!(error instanceof SkippedFault)) throw error;
    context.skip(error.message);
  }
  expect(lines.join("; ")).toMatch(/[1-9]\d* kills/);
}, 900_000);
