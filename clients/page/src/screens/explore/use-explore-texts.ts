import { useWords } from "../../texts/own-words.ts";
import { en, type ExploreTexts } from "../../texts/explore/en.ts";
import { nl } from "../../texts/explore/nl.ts";

/** The texts of explorations in the language of the page. */
export const useExploreTexts = (): ExploreTexts => useWords({ en, nl });
