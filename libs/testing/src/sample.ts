/** Tests take a sample that is always the same; `npm run test:whole` takes all there is. */
import type { TestContext } from "vitest";

export const takesAll = process.env["ETESIAN_SWEEP"] === "whole";

export const sampled = (few: number, all: number): number => (takesAll ? all : few);

/** Skips what only the sweep takes, and says why. */
export function onlyInSweep(context: TestContext, why: string): void {
  if (!takesAll) context.skip(`${why}: npm run test:whole`);
}
