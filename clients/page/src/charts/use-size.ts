/** Returns the size of an element, updated as it changes. */
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function useSize<T extends HTMLElement>(): readonly [RefObject<T | null>, Size | null] {
  const ref = useRef<T>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}

/** The size of the drawn chart, for the style sheet: on paper it is scaled to fit (`print.css`). */
export const sizeStyle = (size: Size | null): CSSProperties | undefined =>
  size === null
    ? undefined
    : ({ "--drawn-width": `${size.width}px`, "--drawn-height": `${size.height}px` } as CSSProperties);
