/** A chart without its pane: the drawing of a view, its table, or the reason why there is nothing to draw. */
import { type ReactNode, useMemo, useRef } from "react";
import { type Chart, isHourly } from "@etesian/interface";
import type { Answer } from "../calculation/calculator.ts";
import { missing, reasonOf, withReason, type Year } from "../figures/values.ts";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts/language.tsx";
import { hourlySeriesOf, seriesOf, withFullLabels } from "./chart-series.ts";
import { isUnchanged } from "./difference.ts";
import { FiguresTable } from "./FiguresTable.tsx";
import { isNonZero } from "./hours.ts";
import { HoursTable } from "./HoursTable.tsx";
import { scrolling } from "./kinds/chart-kind.ts";
import { kindOf } from "./kinds/charts.ts";
import type { Lack } from "./lack.ts";
import { type Series, shownOf, textAlternative, type View, yearOf } from "./series.ts";
import { drawnIn, useSize } from "./use-size.ts";

export interface ChartBodyProps {
  readonly chart: Chart;
  readonly view: View;
  readonly isTable: boolean;
  /** Null until the first answer. */
  readonly shown: Answer | null;
  /** The answer before the current drag; null while nothing is dragged. */
  readonly before: Answer | null;
  readonly years: { readonly today: string; readonly future: string };
  /** Colour theme; canvases are repainted when it changes. */
  readonly theme: string;
  readonly Empty: (lack: Lack) => ReactNode;
  /** Shown instead of an hourly chart while hours are not calculated; null if they always are. */
  readonly hoursOff: ReactNode | null;
  /** Whether the scenario does not calculate hours. */
  readonly isWithoutHours: boolean;
}

/** The annual series of a chart; empty for an hourly one, and until the first answer. */
export const seriesShown = (chart: Chart, shown: Answer | null, before: Answer | null): readonly Series[] =>
  shown === null || isHourly(chart.type) ? [] : seriesOf(chart, shown, before === shown ? null : before);

/** The smallest size that charts are drawn in, in pixels. */
const SMALLEST = { width: 60, height: 40 };

export function ChartBody({
  chart,
  view,
  isTable,
  shown,
  before,
  years,
  theme,
  Empty,
  hoursOff,
  isWithoutHours,
}: ChartBodyProps) {
  const kind = kindOf(chart.type);
  const series = seriesShown(chart, shown, before);
  const [ref, size] = useSize<HTMLDivElement>();
  const { texts, language } = useTexts();
  const reasons = reasonsOf(chart, shown, { texts, endYear: Number(years.future) });
  const memory = useRef(new Map<string, Float32Array>());
  const hourly = useMemo(
    () => (shown !== null && isHourly(chart.type) ? hourlySeriesOf(chart, shown, memory.current) : []),
    [chart, shown],
  );
  const total = (year: Year): string => {
    const figures = withFullLabels(chart, series).map((one) => ({ ...one, value: one[year] }));
    return textAlternative(chart, figures, language) ?? withReason(texts.noValue, reasons[year]);
  };
  const summary = `${chart.title}. ${years.today}: ${total("today")}. ${years.future}: ${total("future")}.`;

  const drawn = kind.data === "annual" && !isTable ? kind.views[view] : scrolling(FiguresTable);
  const drawing = (): ReactNode => {
    if (shown === null || size === null || size.width < SMALLEST.width || size.height < SMALLEST.height) return null;
    if (kind.data === "hourly") {
      if (shown.curves === null) return null;
      if (hoursOff !== null && (hourly.length === 0 || isWithoutHours)) return hoursOff;
      if (hourly.length === 0) return <Empty chart={chart} lack={texts.noValueFor(years.future)} />;
      if (isTable) return <HoursTable series={hourly} caption={chart.title} />;
      if (!hourly.some(({ values }) => isNonZero(values)))
        return <Empty chart={chart} lack={texts.allHoursZero(years.future)} />;
      return <kind.Draw {...{ chart, size, theme }} series={hourly} summary={chart.title} />;
    }
    const values = shownOf(series, view);
    if (!isTable && values.every((value) => value === null)) {
      const year = view === "difference" && series.some(({ future }) => future !== null) ? "today" : yearOf(view);
      return <Empty chart={chart} lack={texts.noValueFor(years[year])} reason={reasons[year]} />;
    }
    if (!isTable && !series.some(hasFigure))
      return <Empty chart={chart} lack={texts.allZero(years.today, years.future)} />;
    if (!isTable && view === "difference" && isUnchanged(values))
      return <Empty chart={chart} lack={texts.noChange(years.today, years.future)} />;
    return <drawn.Draw {...{ chart, series, view, size, years, summary }} />;
  };
  const scrolls = isTable || (kind.data === "annual" && drawn.scrolls);
  return (
    <div
      className={scrolls ? "body scrolls" : "body drawn"}
      ref={ref}
      style={drawnIn(size)}
      {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": chart.title } : {})}
    >
      {!(kind.data === "hourly" && kind.hasUnit) && <span className="unit">{chart.unit}</span>}
      {drawing()}
    </div>
  );
}

/** The reason, for each year, why the first series without a value has none. */
function reasonsOf(
  chart: Chart,
  shown: Answer | null,
  words: { readonly texts: Texts; readonly endYear: number },
): Readonly<Record<Year, string>> {
  const of = (year: Year): string => {
    if (shown === null) return "";
    for (const one of chart.series)
      for (const { query } of one.terms) {
        const reason = missing(shown, query, one, year);
        const fault = shown.results.get(query)?.fault ?? null;
        if (reason !== null) return reasonOf(reason, { ...words, fault });
      }
    return "";
  };
  return { today: of("today"), future: of("future") };
}

/** Whether a series has a nonzero figure in any year, or a target. */
const hasFigure = ({ today, future, before, target }: Series): boolean =>
  [today, future, before, target].some((value) => value !== null && value !== 0);
