/** Tests take a sample that is always the same; `npm run test:whole` takes all there is. */
import type { TestContext } from "vitest";

const isWhole = process.env["ETESIAN_SWEEP"] === "whole";

export const sampled = (few: number, all: number): number => (isWhole ? all : few);

/** Skips what only the sweep takes, and says why. */
export function onlyInSweep(context: TestContext, why: string): void {
  if (!isWhole) context.skip(`${why}: npm run test:whole`);
}
