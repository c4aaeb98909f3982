/**
 * `npm test` runs a fixed sample of the tests. `npm test -- --rest` runs the test files and stores that
 * `npm test` omits, and `npm run test:whole` every case of every file.
 */
import type { TestContext } from "vitest";

/**
 * The files and cases of a run, from `ETESIAN_TEST_RUN`: `whole` runs all cases of all files. `rest` runs the files
 * that `npm test` omits (`*.whole.test.ts`) and the stores that it omits in `*.stores.test.ts`. `named` runs the files
 * that the caller names. `rest` and `named` run a sample of the cases.
 */
export type TestRun = "whole" | "rest" | "named";

const RUN = process.env["ETESIAN_TEST_RUN"] as TestRun | "" | undefined;

export const isWholeRun = RUN === "whole";

export const sampleSize = (sampleCount: number, wholeCount: number): number => (isWholeRun ? wholeCount : sampleCount);

/** Skips a test unless all cases run, and reports the reason. */
export function skipUnlessWholeRun(context: TestContext, reason: string): void {
  if (!isWholeRun) context.skip(`${reason}: npm run test:whole`);
}

/** The stores for a `*.stores.test.ts` file: the first in `npm test`, the others with `--rest`, all in other runs. */
export function selectStores<Store>(stores: readonly Store[]): readonly Store[] {
  switch (RUN) {
    case "rest":
      return stores.slice(1);
    case "whole":
    case "named":
      return stores;
    default:
      return stores.slice(0, 1);
  }
}
