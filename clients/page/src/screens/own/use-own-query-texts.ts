import { usePartTexts } from "../../texts/part-texts.ts";
import { en, type OwnTexts } from "../../texts/own/en.ts";
import { nl } from "../../texts/own/nl.ts";

/** The page's text for user-defined queries, in the language of the page. */
export const useOwnQueryTexts = (): OwnTexts => usePartTexts({ en, nl });
