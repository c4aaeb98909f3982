import { type RefObject, useLayoutEffect, useRef } from "react";

/** For a bar that scrolls sideways on a narrow screen: keeps the selected option in view. */
export function useSelectedInView(selectedKey: string): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const selected = bar.current?.querySelector("[data-selected]") ?? null;
    if (bar.current === null || selected === null) return;
    const [visible, choice] = [bar.current.getBoundingClientRect(), selected.getBoundingClientRect()];
    if (choice.left < visible.left || choice.right > visible.right)
      bar.current.scrollLeft += choice.left + choice.width / 2 - visible.left - visible.width / 2;
  }, [selectedKey]);
  return bar;
}
