import { useContext, useRef } from "react";
import type { Grow } from "./frame.ts";
import { DragContext } from "./use-held.ts";

/** Returns a function for lengths that do not shrink during a drag, so that a chart's marks keep their positions. */
export function useGrow(): Grow {
  const isDragging = useContext(DragContext);
  const lengths = useRef(new Map<string, number>());
  return (name, length) => {
    const maxLength = isDragging ? Math.max(lengths.current.get(name) ?? length, length) : length;
    lengths.current.set(name, maxLength);
    return maxLength;
  };
}
