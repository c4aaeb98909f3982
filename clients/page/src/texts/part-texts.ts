/** Texts of one part of the page, in both languages, which are loaded with that part. */
import type { Language } from "../figures/figures.ts";
import { useTexts } from "./language.tsx";

/** The part's texts in the language of the page. */
export const usePartTexts = <PartTexts>(textsByLanguage: Readonly<Record<Language, PartTexts>>): PartTexts =>
  textsByLanguage[useTexts().language];
