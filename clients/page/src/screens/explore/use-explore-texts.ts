import { usePartTexts } from "../../texts/part-texts.ts";
import { en, type ExploreTexts } from "../../texts/explore/en.ts";
import { nl } from "../../texts/explore/nl.ts";

/** The texts of explorations in the language of the page. */
export const useExploreTexts = (): ExploreTexts => usePartTexts({ en, nl });
