import { type INJECTED_DEFECTS } from "./injected-defects.ts";
import { simulate } from "./system.ts";

/** The first of `seeds` simulation runs that broke an invariant, with its problems; null if none did. */
export async function firstProblem(seeds: number, ...defect: readonly (typeof INJECTED_DEFECTS)[number][]) {
  for (let seed = 1; seed <= seeds; seed++) {
    const { problems } = await simulate(seed, ...defect);
    if (problems.length > 0) return { seed, problems };
  }
  return null;
}
