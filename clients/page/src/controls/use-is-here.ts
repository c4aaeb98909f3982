/** Answers that come after their screen was left. */
import { useEffect, useRef } from "react";

/** Tells whether the component is still on the screen: what was asked for there leads a person who has left it nowhere. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}
