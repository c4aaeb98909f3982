import { usePartTexts } from "../../texts/part-texts.ts";
import { en, type ReportTexts } from "../../texts/report/en.ts";
import { nl } from "../../texts/report/nl.ts";

/** The texts of a report in the language of the page. */
export const useReportTexts = (): ReportTexts => usePartTexts({ en, nl });
