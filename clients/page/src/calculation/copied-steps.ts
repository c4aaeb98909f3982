/** Undo steps that a copy inherits: after saving, a person works on the copy and can still undo earlier changes. */
import type { Steps } from "./own-changes.ts";

/** Steps by the copy's ID. */
const copiedSteps = new Map<number, { readonly steps: Steps; readonly version: number | null }>();

/**
 * Copies the steps to a new scenario, except steps to or from a version and the steps before them: the copy has its own
 * versions.
 */
export function copySteps(copy: number, { undoStack, redoStack }: Steps): void {
  copiedSteps.set(copy, {
    steps: { undoStack: stepsSinceVersion(undoStack), redoStack: stepsSinceVersion(redoStack) },
    version: null,
  });
}

const stepsSinceVersion = (steps: Steps["undoStack"]): Steps["undoStack"] =>
  steps.slice(steps.findLastIndex(({ replacement }) => replacement?.to.kind === "version") + 1);

/**
 * The steps for a scenario; undefined if there are none, or the scenario has changed since it was first opened with
 * them.
 */
export function stepsFor(copy: number, version: number): Steps | undefined {
  const entry = copiedSteps.get(copy);
  if (entry === undefined || (entry.version ?? version) !== version) return undefined;
  copiedSteps.set(copy, { ...entry, version });
  return entry.steps;
}
