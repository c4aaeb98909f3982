import { expect, test } from "vitest";
import { copySteps, stepsFor } from "./copied-steps.ts";

const steps = {
  undoStack: [{ id: 1, changes: { wind: 20 }, inverse: { wind: 10 }, replacement: null }],
  redoStack: [],
};

test("a copy has the steps of its original until it changes", () => {
  copySteps(8, steps);
  expect(stepsFor(7, 1)).toBeUndefined();
  expect([stepsFor(8, 2), stepsFor(8, 2), stepsFor(8, 3)]).toEqual([steps, steps, undefined]);
});

test("a copy omits steps to and from versions of its original, and the steps before them", () => {
  const [first] = steps.undoStack;
  const restoreSteps = {
    id: 2,
    changes: {},
    inverse: {},
    replacement: { to: { kind: "version", version: 1 }, from: { kind: "version", version: 3 } },
  } as const;
  const last = { ...first!, id: 3 };
  copySteps(9, { undoStack: [first!, restoreSteps, last], redoStack: [restoreSteps] });
  expect(stepsFor(9, 1)).toEqual({ undoStack: [last], redoStack: [] });
});
