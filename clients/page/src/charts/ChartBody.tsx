/** A chart without its pane: the drawing of a view, its table, or the reason why there is nothing to draw. */
import { type ReactNode, useMemo, useRef } from "react";
import { type Chart, isHourly } from "@etesian/interface";
import type { Answer } from "../calculation/calculator.ts";
import { missingReason, reasonOf, withReason, type Year } from "../figures/values.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts/language.tsx";
import { hourlySeriesOf, seriesOf, withFullLabels } from "./chart-series.ts";
import { isUnchanged } from "./difference.ts";
import { FiguresTable } from "./FiguresTable.tsx";
import { isNonZero } from "./hours.ts";
import { HoursTable } from "./HoursTable.tsx";
import { scrollableDrawing } from "./kinds/chart-kind.ts";
import { kindOf } from "./kinds/charts.ts";
import type { NoDataProps } from "./no-data.ts";
import { type Series, valuesInView, textAlternative, type View, yearOf } from "./series.ts";
import { sizeStyle, useSize } from "./use-size.ts";

export interface ChartBodyProps {
  readonly chart: Chart;
  readonly view: View;
  readonly isTable: boolean;
  /** Null until the first answer. */
  readonly answer: Answer | null;
  /** The answer before the current drag; null while nothing is dragged. */
  readonly previousAnswer: Answer | null;
  readonly years: { readonly today: string; readonly future: string };
  /** Colour theme; canvases are repainted when it changes. */
  readonly theme: string;
  readonly Empty: (props: NoDataProps) => ReactNode;
  /** Shown instead of an hourly chart while hours are not calculated; null if hours are always calculated. */
  readonly hoursOffNotice: ReactNode | null;
  /** Whether the scenario does not calculate hours. */
  readonly isWithoutHours: boolean;
}

/** The annual series of a chart; empty for an hourly one, and until the first answer. */
export const annualSeries = (chart: Chart, answer: Answer | null, previousAnswer: Answer | null): readonly Series[] =>
  answer === null || isHourly(chart.type)
    ? []
    : seriesOf(chart, answer, previousAnswer === answer ? null : previousAnswer);

/** The smallest size at which charts are drawn, in pixels. */
const MIN_SIZE = { width: 60, height: 40 };

export function ChartBody({
  chart,
  view,
  isTable,
  answer,
  previousAnswer,
  years,
  theme,
  Empty,
  hoursOffNotice,
  isWithoutHours,
}: ChartBodyProps) {
  const kind = kindOf(chart.type);
  const series = annualSeries(chart, answer, previousAnswer);
  const [ref, size] = useSize<HTMLDivElement>();
  const { texts, language } = useTexts();
  const reasons = reasonsOf(chart, answer, { texts, endYear: Number(years.future) });
  const memory = useRef(new Map<string, Float32Array>());
  const hourly = useMemo(
    () => (answer !== null && isHourly(chart.type) ? hourlySeriesOf(chart, answer, memory.current) : []),
    [chart, answer],
  );
  const total = (year: Year): string => {
    const figures = withFullLabels(chart, series).map((one) => ({ ...one, value: one[year] }));
    return textAlternative(chart, figures, language) ?? withReason(texts.noValue, reasons[year]);
  };
  const summary = `${chart.title}. ${years.today}: ${total("today")}. ${years.future}: ${total("future")}.`;

  const chartView = kind.data === "annual" && !isTable ? kind.views[view] : scrollableDrawing(FiguresTable);
  const renderContent = (): ReactNode => {
    if (answer === null || size === null || size.width < MIN_SIZE.width || size.height < MIN_SIZE.height) return null;
    if (kind.data === "hourly") {
      if (answer.curves === null) return null;
      if (hoursOffNotice !== null && (hourly.length === 0 || isWithoutHours)) return hoursOffNotice;
      if (hourly.length === 0) return <Empty chart={chart} message={texts.noValueFor(years.future)} />;
      if (isTable) return <HoursTable series={hourly} caption={chart.title} />;
      if (!hourly.some(({ values }) => isNonZero(values)))
        return <Empty chart={chart} message={texts.allHoursZero(years.future)} />;
      return <kind.Draw {...{ chart, size, theme }} series={hourly} summary={chart.title} />;
    }
    const values = valuesInView(series, view);
    if (!isTable && values.every((value) => value === null)) {
      const year = view === "difference" && series.some(({ future }) => future !== null) ? "today" : yearOf(view);
      return <Empty chart={chart} message={texts.noValueFor(years[year])} reason={reasons[year]} />;
    }
    if (!isTable && !series.some(hasFigure))
      return <Empty chart={chart} message={texts.allZero(years.today, years.future)} />;
    if (!isTable && view === "difference" && isUnchanged(values))
      return <Empty chart={chart} message={texts.noChange(years.today, years.future)} />;
    return (
      <>
        {chartView.Draw === FiguresTable && <MissingYears {...{ series, years, reasons }} />}
        <chartView.Draw {...{ chart, series, view, size, years, summary }} />
      </>
    );
  };
  const scrolls = isTable || (kind.data === "annual" && chartView.isScrollable);
  return (
    <div
      className={scrolls ? "body scrolls" : "body drawn"}
      ref={ref}
      style={sizeStyle(size)}
      {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": chart.title } : {})}
    >
      {!(kind.data === "hourly" && kind.hasUnit) && <span className="unit">{chart.unit}</span>}
      {renderContent()}
    </div>
  );
}

/** Explains above a table why values of a year are missing. */
function MissingYears({
  series,
  years,
  reasons,
}: Pick<ChartBodyProps, "years"> & { readonly series: readonly Series[]; readonly reasons: Reasons }) {
  const { texts } = useTexts();
  const sentences = (["today", "future"] as const).flatMap((year) =>
    reasons[year] !== "" && series.some((one) => one[year] === null)
      ? [`${years[year]}: ${withReason(texts.noValue, reasons[year])}.`]
      : [],
  );
  return sentences.length === 0 ? null : <p className="hint">{sentences.join(" ")}</p>;
}

type Reasons = Readonly<Record<Year, string>>;

/** The reason, for each year, why the first series without a value has none. */
function reasonsOf(
  chart: Chart,
  answer: Answer | null,
  options: { readonly texts: Texts; readonly endYear: number },
): Reasons {
  const reasonIn = (year: Year): string => {
    if (answer === null) return "";
    for (const one of chart.series)
      for (const { query } of one.terms) {
        const reason = missingReason(answer, query, one, year);
        const fault = answer.results.get(query)?.fault ?? null;
        if (reason !== null) return reasonOf(reason, { ...options, fault });
      }
    return "";
  };
  return { today: reasonIn("today"), future: reasonIn("future") };
}

/** Whether a series has a nonzero figure in any year, or a target. */
const hasFigure = ({ today, future, previous: previousAnswer, target }: Series): boolean =>
  [today, future, previousAnswer, target].some((value) => value !== null && value !== 0);
