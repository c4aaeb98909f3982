/** The page's language, for every component with texts. */
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { I18nProvider } from "react-aria-components";
import type { Language } from "../figures/figures.ts";
import type { Texts } from "./en.ts";
import { loadTexts } from "./load.ts";

export interface LoadedLanguage {
  readonly language: Language;
  readonly texts: Texts;
}
interface LanguageContextValue extends LoadedLanguage {
  /** The language changes once its texts have arrived. */
  readonly setLanguage: (language: Language) => void;
}
/** Used without the provider below on a page whose language does not change. */
export const LanguageContext = createContext<LanguageContextValue | null>(null);

/** Stores the user's choice for later visits; browsers may refuse to store it. */
export function storeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`etesian.${name}`, value);
  } catch {
    // The choice applies until the page is closed.
  }
}

/** Whether the browser has stored a choice. */
export function isChoiceStored(name: string): boolean {
  try {
    return localStorage.getItem(`etesian.${name}`) !== null;
  } catch {
    return false;
  }
}

export function LanguageProvider({
  initial,
  children,
}: {
  readonly initial: LoadedLanguage;
  readonly children: ReactNode;
}) {
  const [current, setCurrent] = useState(initial);
  const value = useMemo<LanguageContextValue>(
    () => ({
      ...current,
      setLanguage(language) {
        void loadTexts(language).then(
          (texts) => {
            storeChoice("language", language);
            document.documentElement.lang = language;
            setCurrent({ language, texts });
          },
          // Without a connection, the page keeps its language.
          () => {},
        );
      },
    }),
    [current],
  );
  return (
    <I18nProvider locale={current.language}>
      <LanguageContext value={value}>{children}</LanguageContext>
    </I18nProvider>
  );
}

export function useTexts(): LanguageContextValue {
  const context = useContext(LanguageContext);
  if (context === null) throw new Error("useTexts must be called inside a LanguageProvider");
  return context;
}
