/** Ends of a drag that its control does not see: Esc, wherever the focus is, and removal of the control. */
import { type RefObject, useEffect, useRef } from "react";
import { useWorkspace } from "../session-context.tsx";

/**
 * Cancels the session's drag when Esc is pressed, and releases it when its control is removed: the user left the slide,
 * or another person disabled the slider.
 * @param held the slider that the control drags; null if none
 * @returns whether the drag in progress was cancelled: its further moves and its release have no effect. The control
 * resets it
 */
export function useEscape(held: string | null): RefObject<boolean> {
  const { session } = useWorkspace();
  const isCancelled = useRef(false);
  useEffect(() => {
    if (held === null) return;
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      // The key is handled: it must not close anything else.
      event.preventDefault();
      isCancelled.current = true;
      session.cancel();
    };
    window.addEventListener("keydown", cancel, true);
    return () => {
      window.removeEventListener("keydown", cancel, true);
      if (session.state.getState().draggedSlider === held) session.release();
    };
  }, [held, session]);
  return isCancelled;
}
