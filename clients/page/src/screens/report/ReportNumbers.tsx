/** A report's headline numbers, each with its start-year figure. */
import type { HeadlineNumber } from "@etesian/interface";
import { formatFigure } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { useReportTexts } from "./use-report-texts.ts";

export function ReportNumbers() {
  const { numbers } = useWorkspace();
  const { texts } = useTexts();
  return (
    <ul className="reportNumbers" aria-label={texts.headline}>
      {numbers.map((number) => (
        <ReportNumber key={number.query} number={number} />
      ))}
    </ul>
  );
}

function ReportNumber({ number }: { readonly number: HeadlineNumber }) {
  const { language } = useTexts();
  const reportTexts = useReportTexts();
  const { query, title, unit, factor } = number;
  const startYear = useSession(({ scenario }) => scenario.startYear);
  const future = useSession(({ answer }) => (answer === null ? null : valueOf(answer, query, number, "future")));
  const today = useSession(({ answer }) => (answer === null ? null : valueOf(answer, query, number, "today")));
  const text = (value: number | null): string => (value === null ? "–" : formatFigure(value * factor, language));
  return (
    <li data-query={query}>
      <b>{future === null ? "–" : <data value={future}>{text(future)}</data>}</b> <span className="unit">{unit}</span>
      <span className="label">{today === null ? title : reportTexts.withToday(title, text(today), startYear)}</span>
    </li>
  );
}
