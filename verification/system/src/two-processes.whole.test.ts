/** Performs other sequences than `two-processes.test.ts`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openServices, sequences, statesAfter } from "./two-processes.fixture.ts";

const RUNS = 90;

openServices();

test(`an event that one of two processes handles late or twice undoes no newer event: ${RUNS} other runs`, async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      const { actual, expected } = await statesAfter(steps);
      expect(actual).toEqual(expected);
    }),
    { numRuns: RUNS, seed: 20261130 },
  );
});
