/**
 * The extent of a test run. Some tests have more cases than anyone can wait for, such as each byte of a file, or any
 * number of random sequences: all runs contain a fixed sample of these, and `npm test -- --exhaustive` all of them.
 */
import type { TestContext } from "vitest";

/**
 * The files and cases of a run, from `ETESIAN_TEST_RUN`. By default, `npm test` omits the files `*.whole.test.ts`, and
 * all stores but the first in `*.stores.test.ts`; `rest` runs only these files and stores, and `whole` everything.
 * `named` runs the files that the caller names, and `exhaustive` all cases instead of a sample.
 */
export type TestRun = "whole" | "rest" | "named" | "exhaustive";

const RUN = process.env["ETESIAN_TEST_RUN"] as TestRun | "" | undefined;

export const isExhaustiveRun = RUN === "exhaustive";

export const sampleSize = (sampleCount: number, fullCount: number): number =>
  isExhaustiveRun ? fullCount : sampleCount;

/** Skips a test unless all cases run, and reports the reason. */
export function skipUnlessExhaustiveRun(context: TestContext, reason: string): void {
  if (!isExhaustiveRun) context.skip(`${reason}: npm test -- --exhaustive`);
}

/** The stores for a `*.stores.test.ts` file: the first in `npm test`, the others with `--rest`, all in other runs. */
export function selectStores<Store>(stores: readonly Store[]): readonly Store[] {
  switch (RUN) {
    case "rest":
      return stores.slice(1);
    case "whole":
    case "named":
    case "exhaustive":
      return stores;
    default:
      return stores.slice(0, 1);
  }
}
