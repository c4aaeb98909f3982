/** Ends a drag on events that its control does not receive: Esc, wherever the focus is, and removal of the control. */
import { type RefObject, useEffect, useRef } from "react";
import { useWorkspace } from "../session-context.tsx";

/**
 * Cancels the session's drag when Esc is pressed, and releases it when its control is removed: the user left the slide,
 * or another person disabled the slider.
 * @param slider the slider that the control drags; null if none
 * @returns whether the drag in progress was cancelled, so that its further moves and its release have no effect; the
 * control resets it
 */
export function useEscape(slider: string | null): RefObject<boolean> {
  const { session } = useWorkspace();
  const isCancelled = useRef(false);
  useEffect(() => {
    if (slider === null) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      // The key is handled, and must not close anything else.
      event.preventDefault();
      isCancelled.current = true;
      session.cancel();
    };
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
      if (session.state.getState().draggedSlider === slider) session.release();
    };
  }, [slider, session]);
  return isCancelled;
}
