/** Positions of sliders on the screen. */
import type { Value } from "../../calculation/calculator.ts";
import type { SessionState } from "../../calculation/session-state.ts";

/** The dragged value, or the value for which the current numbers are calculated; null for the start value. */
export function positionOf(state: SessionState, key: string): Value | null {
  const move = state.moves[key];
  if (move !== undefined) return move === "reset" ? null : move;
  const { userValues, balancedValues } = state.answer?.sliders ?? state.base;
  return userValues[key] ?? balancedValues[key] ?? null;
}

/** Whether a user has set the slider, in this session or earlier. */
export const isSet = ({ moves, base }: SessionState, key: string): boolean =>
  (moves[key] ?? base.userValues[key] ?? "reset") !== "reset";

/** The value before the latest change; null if it was the start value or nothing has changed. */
export function positionBefore({ previousAnswer }: SessionState, key: string): Value | null {
  return previousAnswer === null
    ? null
    : (previousAnswer.sliders.userValues[key] ?? previousAnswer.sliders.balancedValues[key] ?? null);
}
