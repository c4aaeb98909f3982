import { type INJECTED_DEFECTS } from "./injected-defects.ts";
import { simulate } from "./system.ts";

/** The first of the seeds whose simulation run broke an invariant, with its problems; null if none did. */
export async function firstProblem(
  { from = 1, to }: { readonly from?: number; readonly to: number },
  ...defect: readonly (typeof INJECTED_DEFECTS)[number][]
) {
  for (let seed = from; seed <= to; seed++) {
    const { problems } = await simulate(seed, ...defect);
    if (problems.length > 0) return { seed, problems };
  }
  return null;
}
