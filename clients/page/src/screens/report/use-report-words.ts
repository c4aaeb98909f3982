import { useWords } from "../../texts/own-words.ts";
import { en, type ReportTexts } from "../../texts/report/en.ts";
import { nl } from "../../texts/report/nl.ts";

/** The texts of a report in the language of the page. */
export const useReportWords = (): ReportTexts => useWords({ en, nl });
