/** Tests that an event handled late undoes nothing newer. */
import { isExhaustiveRun, sampleSize } from "@etesian/testing/sample";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openServices, sequences, statesAfter } from "./two-processes.fixture.ts";

/** `two-processes.whole.test.ts` has others. */
const RUNS = sampleSize(60, 10_000);

openServices();

test(
  `an event that one of two processes handles late or twice undoes no newer event: ${RUNS} runs`,
  { timeout: 1_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        const { actual, expected } = await statesAfter(steps);
        expect(actual).toEqual(expected);
      }),
      // The sample has a fixed seed; `npm test -- --exhaustive` uses random seeds.
      { numRuns: RUNS, ...(isExhaustiveRun ? {} : { seed: 20261127 }) },
    );
  },
);
