/** Light or dark, as chosen before the first paint (`before-paint.js`). */
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { keep } from "../texts/language.tsx";

export type Theme = "light" | "dark";
interface Chosen {
  readonly chosen: Theme;
  readonly choose: (theme: Theme) => void;
}
const ThemeContext = createContext<Chosen>({ chosen: "light", choose: () => {} });

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, setChosen] = useState<Theme>(() =>
    document.documentElement.dataset["theme"] === "dark" ? "dark" : "light",
  );
  const value = useMemo<Chosen>(
    () => ({
      chosen,
      choose(theme) {
        keep("theme", theme);
        document.documentElement.dataset["theme"] = theme;
        setChosen(theme);
      },
    }),
    [chosen],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export const useTheme = (): Chosen => useContext(ThemeContext);
