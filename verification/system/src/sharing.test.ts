import fc from "fast-check";
import { isExhaustiveRun, sampleSize } from "@etesian/testing/sample";
import { expect, test } from "vitest";
import { openServices, problemsOf, sequences } from "./sharing.fixture.ts";

/** `sharing.whole.test.ts` performs others. */
const SEQUENCES = sampleSize(50, 10_000);

openServices();

test(
  `every role has a current reason, and users see exactly the resources they may see, after any of ${SEQUENCES} sequences`,
  { timeout: 1_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        expect(await problemsOf(steps)).toEqual([]);
      }),
      // The sample has a fixed seed; `npm test -- --exhaustive` uses random seeds.
      { numRuns: SEQUENCES, ...(isExhaustiveRun ? {} : { seed: 20261124 }) },
    );
  },
);
