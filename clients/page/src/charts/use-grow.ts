import { useContext, useRef } from "react";
import type { Grow } from "./frame.ts";
import { DragContext } from "./use-held.ts";

/** Keeps lengths of a chart's frame from shrinking while a slider is dragged, so that marks stay where they are. */
export function useGrow(): Grow {
  const isDragging = useContext(DragContext);
  const kept = useRef(new Map<string, number>());
  return (name, length) => {
    const grown = isDragging ? Math.max(kept.current.get(name) ?? length, length) : length;
    kept.current.set(name, grown);
    return grown;
  };
}
