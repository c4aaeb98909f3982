import { useWords } from "../../texts/own-words.ts";
import { en, type PresentTexts } from "../../texts/present/en.ts";
import { nl } from "../../texts/present/nl.ts";

/** The texts of a presentation in the language of the page. */
export const usePresentTexts = (): PresentTexts => useWords({ en, nl });
