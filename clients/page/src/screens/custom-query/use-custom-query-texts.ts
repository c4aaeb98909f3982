import { usePartTexts } from "../../texts/part-texts.ts";
import { en, type OwnTexts } from "../../texts/custom-query/en.ts";
import { nl } from "../../texts/custom-query/nl.ts";

/** The page's text for user-defined queries, in the language of the page. */
export const useCustomQueryTexts = (): OwnTexts => usePartTexts({ en, nl });
