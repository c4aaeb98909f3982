/** Performs other sequences than `sharing.test.ts`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openServices, problemsOf, sequences } from "./sharing.fixture.ts";

const SEQUENCES = 70;

openServices();

test(`every role has a current reason, and users see exactly the resources they may see, after any of ${SEQUENCES} other sequences`, async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      expect(await problemsOf(steps)).toEqual([]);
    }),
    { numRuns: SEQUENCES, seed: 20261130 },
  );
});
