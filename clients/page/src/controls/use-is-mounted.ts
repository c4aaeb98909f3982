import { useEffect, useRef } from "react";

/** Returns whether the component is still mounted: a response for an unmounted one must not navigate. */
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
