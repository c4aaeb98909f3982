/** Steps of a scenario for its copy: after saving, a person works on the copy and can still undo earlier changes. */
import type { Steps } from "./own-changes.ts";

/** Steps by the number of the copy. */
const passed = new Map<number, { readonly steps: Steps; readonly version: number | null }>();

/** Steps to or from a version, and those before it, stay behind: the copy has versions of its own. */
export function passSteps(copy: number, { done, undone }: Steps): void {
  passed.set(copy, { steps: { done: sinceVersions(done), undone: sinceVersions(undone) }, version: null });
}

const sinceVersions = (steps: Steps["done"]): Steps["done"] =>
  steps.slice(steps.findLastIndex(({ exchange }) => exchange?.to.kind === "version") + 1);

/**
 * The steps for a scenario; undefined if there are none, or the scenario has changed since it was first opened with
 * them.
 */
export function stepsFor(copy: number, version: number): Steps | undefined {
  const found = passed.get(copy);
  if (found === undefined || (found.version ?? version) !== version) return undefined;
  passed.set(copy, { ...found, version });
  return found.steps;
}
