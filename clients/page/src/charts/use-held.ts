/** The maximum of an axis, which grows with the marks during a drag and shrinks only after it. */
import { createContext, useContext, useRef } from "react";

/** Whether a slider is being dragged. */
export const DragContext = createContext(false);

export function useMaxDuringDrag(): { readonly max: number; readonly update: (max: number) => void } {
  const isDragging = useContext(DragContext);
  const max = useRef(0);
  return {
    max: isDragging ? max.current : 0,
    update(next) {
      max.current = isDragging ? Math.max(max.current, next) : next;
    },
  };
}
