/** Steps of a scenario for its copy: after saving, a person works on the copy and can still undo earlier changes. */
import type { Steps } from "./own-changes.ts";

/** By the number of the copy. */
const passed = new Map<number, { readonly steps: Steps; readonly version: number | null }>();

export function passSteps(copy: number, steps: Steps): void {
  passed.set(copy, { steps, version: null });
}

/** The steps for a scenario; undefined: there are none, or the scenario has changed since it was first opened with them. */
export function stepsFor(copy: number, version: number): Steps | undefined {
  const found = passed.get(copy);
  if (found === undefined || (found.version ?? version) !== version) return undefined;
  passed.set(copy, { ...found, version });
  return found.steps;
}
