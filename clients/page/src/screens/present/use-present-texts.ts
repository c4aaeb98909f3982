import { usePartTexts } from "../../texts/part-texts.ts";
import { en, type PresentTexts } from "../../texts/present/en.ts";
import { nl } from "../../texts/present/nl.ts";

/** The texts of a presentation in the language of the page. */
export const usePresentTexts = (): PresentTexts => usePartTexts({ en, nl });
