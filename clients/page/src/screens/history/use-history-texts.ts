import { usePartTexts } from "../../texts/part-texts.ts";
import { en, type HistoryTexts } from "../../texts/history/en.ts";
import { nl } from "../../texts/history/nl.ts";

/** The texts of the history in the language of the page. */
export const useHistoryTexts = (): HistoryTexts => usePartTexts({ en, nl });
