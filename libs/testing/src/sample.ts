/** `npm test` takes a fixed sample of the cases of a sweep; `npm run test:whole` takes all of them. */
import type { TestContext } from "vitest";

/**
 * Files and cases of a run, in `ETESIAN_SWEEP`: `whole` takes everything, `rest` what `npm test` has left out (files named
 * `*.whole.test.ts` and files that sample, with all their cases), `named` the sample of any file that the caller names.
 * Without the variable, files named `*.whole.test.ts` are left out.
 */
export type TestRun = "whole" | "rest" | "named";

const run = process.env["ETESIAN_SWEEP"];

export const takesAll = run === "whole" || run === "rest";

export const sampled = (few: number, all: number): number => (takesAll ? all : few);

/** Skips what only the sweep takes, and says why. */
export function onlyInSweep(context: TestContext, why: string): void {
  if (!takesAll) context.skip(`${why}: npm run test:whole`);
}
