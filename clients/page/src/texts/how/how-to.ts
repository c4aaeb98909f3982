/** "How do I …": questions that the search answers with an action. They are loaded when it opens. */
import type { ActionId } from "../../screens/workbench/actions.ts";
import type { Language } from "../../figures/figures.ts";

export type HowTo = Readonly<Partial<Record<ActionId, string>>>;

const FILES: Readonly<Record<Language, () => Promise<HowTo>>> = {
  en: async () => (await import("./en.ts")).en,
  nl: async () => (await import("./nl.ts")).nl,
};

export const loadHowTo = (language: Language): Promise<HowTo> => FILES[language]();
