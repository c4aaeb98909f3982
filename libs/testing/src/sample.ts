/** `npm test` takes a fixed sample of the cases of a sweep; `npm run test:whole` takes all of them. */
import type { TestContext } from "vitest";

/**
 * Files and cases of a run, in `ETESIAN_SWEEP`: `whole` takes all cases of all files, `rest` the files that `npm test` leaves out
 * (those named `*.whole.test.ts`), `named` any file that the caller names; both with a sample of the cases. Without the variable,
 * files named `*.whole.test.ts` are left out.
 */
export type TestRun = "whole" | "rest" | "named";

export const takesAll = process.env["ETESIAN_SWEEP"] === ("whole" satisfies TestRun);

export const sampled = (few: number, all: number): number => (takesAll ? all : few);

/** Skips what only the sweep takes, and says why. */
export function onlyInSweep(context: TestContext, why: string): void {
  if (!takesAll) context.skip(`${why}: npm run test:whole`);
}
