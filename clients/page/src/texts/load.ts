/** Loads texts by language; a visit usually needs only one of them. */
import type { Language } from "../figures/figures.ts";
import type { Texts } from "./en.ts";

const FILES: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import("./en.ts")).en,
  nl: async () => (await import("./nl.ts")).nl,
};

export const loadTexts = (language: Language): Promise<Texts> => FILES[language]();

/** The language of the visit, chosen before the first paint; see `before-paint.js`. */
export const initialLanguage = (): Language => (document.documentElement.lang === "nl" ? "nl" : "en");
