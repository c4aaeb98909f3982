/** The ends of a drag that its control does not see: Esc, wherever the focus is, and a control that is gone. */
import { type RefObject, useEffect, useRef } from "react";
import { useWorkspace } from "../session-context.tsx";

/**
 * Cancels the drag of the session when Esc is pressed, and releases it when its control goes away: the slide was left, or another
 * person disabled the slider.
 * @param held the slider that the control drags; null if there is none
 * @returns whether the drag under way was cancelled: its further moves and its release count for nothing. The control sets it back
 */
export function useEscape(held: string | null): RefObject<boolean> {
  const { session } = useWorkspace();
  const isCancelled = useRef(false);
  useEffect(() => {
    if (held === null) return;
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      isCancelled.current = true;
      session.cancel();
    };
    window.addEventListener("keydown", cancel, true);
    return () => {
      window.removeEventListener("keydown", cancel, true);
      if (session.state.getState().hand === held) session.release();
    };
  }, [held, session]);
  return isCancelled;
}
