/** The page's language, for every component with texts. */
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { I18nProvider } from "react-aria-components";
import type { Language } from "../figures/figures.ts";
import { en, type Texts } from "./en.ts";
import { nl } from "./nl.ts";

const CATALOGUES: Readonly<Record<Language, Texts>> = { en, nl };

interface LanguageContextValue {
  readonly language: Language;
  readonly texts: Texts;
  readonly speak: (language: Language) => void;
}
const Speaking = createContext<LanguageContextValue | null>(null);

/** Choices that outlive a visit; browsers may refuse to keep them. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`etesian.${name}`, value);
  } catch {
    // The choice holds until the page is closed.
  }
}

/** Whether a choice was kept. */
export function isKept(name: string): boolean {
  try {
    return localStorage.getItem(`etesian.${name}`) !== null;
  } catch {
    return false;
  }
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  // Chosen before the first paint; see `before-paint.js`.
  const [language, setLanguage] = useState<Language>(() => (document.documentElement.lang === "nl" ? "nl" : "en"));
  const spoken = useMemo<LanguageContextValue>(
    () => ({
      language,
      texts: CATALOGUES[language],
      speak(chosen) {
        keep("language", chosen);
        document.documentElement.lang = chosen;
        setLanguage(chosen);
      },
    }),
    [language],
  );
  return (
    <I18nProvider locale={language}>
      <Speaking value={spoken}>{children}</Speaking>
    </I18nProvider>
  );
}

export function useTexts(): LanguageContextValue {
  const spoken = useContext(Speaking);
  if (spoken === null) throw new Error("useTexts needs a LanguageProvider around the component");
  return spoken;
}
