/** `npm test` runs a fixed sample of a sweep's cases; `npm run test:whole` runs all of them. */
import type { TestContext } from "vitest";

/**
 * The files and cases of a run, from `ETESIAN_SWEEP`: `whole` runs all cases of all files, `rest` the files that `npm
 * test` omits (named `*.whole.test.ts`), `named` the files that the caller names. `rest` and `named` run a sample of
 * the cases. Without the variable, files named `*.whole.test.ts` are omitted.
 */
export type TestRun = "whole" | "rest" | "named";

export const runsWhole = process.env["ETESIAN_SWEEP"] === ("whole" satisfies TestRun);

export const sampled = (few: number, all: number): number => (runsWhole ? all : few);

/** Skips a test outside the complete sweep and reports the reason. */
export function onlyInSweep(context: TestContext, why: string): void {
  if (!runsWhole) context.skip(`${why}: npm run test:whole`);
}
