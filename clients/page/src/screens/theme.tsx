/**
 * The light or dark theme: the user's choice if there is one, otherwise the system's. `before-paint.js` sets it before
 * the first paint.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { isChoiceStored, storeChoice } from "../texts/language.tsx";

export type Theme = "light" | "dark";
interface ThemeChoice {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}
const ThemeContext = createContext<ThemeChoice>({ theme: "light", setTheme: () => {} });

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [chosenTheme, setChosenTheme] = useState<Theme>(() =>
    document.documentElement.dataset["theme"] === "dark" ? "dark" : "light",
  );
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = (): void => {
      if (isChoiceStored("theme")) return;
      const theme = system.matches ? "dark" : "light";
      document.documentElement.dataset["theme"] = theme;
      setChosenTheme(theme);
    };
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, []);
  // Paper is white, so printing uses the light theme. Canvases of hourly charts must be repainted before the event
  // handler returns.
  useEffect(() => {
    const change = (isStarting: boolean) => (): void => {
      document.documentElement.dataset["theme"] = isStarting ? "light" : chosenTheme;
      flushSync(() => setIsPrinting(isStarting));
    };
    const [start, end] = [change(true), change(false)];
    window.addEventListener("beforeprint", start);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", start);
      window.removeEventListener("afterprint", end);
    };
  }, [chosenTheme]);
  const value = useMemo<ThemeChoice>(
    () => ({
      theme: isPrinting ? "light" : chosenTheme,
      setTheme(theme) {
        storeChoice("theme", theme);
        document.documentElement.dataset["theme"] = theme;
        setChosenTheme(theme);
      },
    }),
    [chosenTheme, isPrinting],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export const useTheme = (): ThemeChoice => useContext(ThemeContext);
