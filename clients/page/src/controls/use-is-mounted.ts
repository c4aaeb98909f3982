/** Answers that arrive after their component has left the screen. */
import { useEffect, useRef } from "react";

/** Returns whether the component is still mounted: an answer for one that is not must not navigate. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
