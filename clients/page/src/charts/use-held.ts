/** Keeps the maximum of an axis during a drag: it grows with the marks and shrinks only afterwards. */
import { createContext, useContext, useRef } from "react";

/** Whether a slider is being dragged. */
export const DragContext = createContext(false);

export function useHeld(): { readonly max: number; readonly note: (max: number) => void } {
  const isDragging = useContext(DragContext);
  const max = useRef(0);
  return {
    max: isDragging ? max.current : 0,
    note(next) {
      max.current = isDragging ? Math.max(max.current, next) : next;
    },
  };
}
