/** Returns whether the screen is as narrow as a phone's (`phone.css`). */
import { useSyncExternalStore } from "react";

const NARROW = matchMedia("(max-width: 767px)");

const subscribe = (onChange: () => void): (() => void) => {
  NARROW.addEventListener("change", onChange);
  return () => NARROW.removeEventListener("change", onChange);
};

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => NARROW.matches);
