/** Esc during a drag, which is heard wherever the focus is. */
import { type RefObject, useEffect, useRef } from "react";
import { useWorkspace } from "../session-context.tsx";

/**
 * Cancels the drag of the session when Esc is pressed while a hand drags.
 * @returns whether the drag under way was cancelled: its further moves and its release count for nothing. The control sets it back
 */
export function useEscape(isHeld: boolean): RefObject<boolean> {
  const { session } = useWorkspace();
  const isCancelled = useRef(false);
  useEffect(() => {
    if (!isHeld) return;
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      isCancelled.current = true;
      session.cancel();
    };
    window.addEventListener("keydown", cancel, true);
    return () => window.removeEventListener("keydown", cancel, true);
  }, [isHeld, session]);
  return isCancelled;
}
