/** A chart with its title, unit, source, table and files. */
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import { Button } from "react-aria-components";
import { faultsOf, hourlySeriesOf, withFullLabels, seriesOf, unanswered } from "../../charts/chart-series.ts";
import { FiguresTable } from "../../charts/FiguresTable.tsx";
import { csvOfHours, csvOfYears } from "../../charts/csv.ts";
import { isUnchanged } from "../../charts/difference.ts";
import { isNonZero } from "../../charts/hours.ts";
import { HoursTable } from "../../charts/HoursTable.tsx";
import { scrolling } from "../../charts/kinds/chart-kind.ts";
import { kindOf } from "../../charts/kinds/charts.ts";
import { type Series, shownOf, textAlternative, type View, yearOf } from "../../charts/series.ts";
import { drawnIn, useSize } from "../../charts/use-size.ts";
import { type Fact, Facts } from "../../controls/Drawer.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { HOURS_SWITCH, missing, reasonOf, withReason, type Year } from "../../figures/values.ts";
import type { Answer } from "../../calculation/calculator.ts";
import { type Chart, isHourly } from "@etesian/interface";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/language.tsx";
import { useTheme } from "../theme.tsx";
import { documentAt } from "../documents.ts";
import { ChartAdder, ChartSelect } from "../ChartSelect.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { EmptyChart, HoursOff } from "./EmptyChart.tsx";
import { PaneMenu, Pinned } from "./PaneMenu.tsx";
import { usePane } from "./pane-state.tsx";
import { positionOf } from "./positions.ts";
import { SpanTitle } from "./SpanTitle.tsx";

export interface PaneProps {
  readonly chart: Chart;
  /** Charts that are not on the board. */
  readonly others?: readonly Chart[];
  /** Absent if the chart cannot be replaced. */
  readonly onChoose?: (key: string) => void;
  /** Null for the only pane. */
  readonly onRemove?: (() => void) | null;
  /** Null if there is no room for another. */
  readonly onAdd?: ((key: string) => void) | null;
}

/** An answer renders only `Numbered`, `Body` and `Missing`; the pane's controls are not rendered again. */
export function Pane({ chart, others = [], onChoose, onRemove = null, onAdd = null }: PaneProps) {
  const { session } = useWorkspace();
  const { texts } = useTexts();
  const years = useYears();
  const {
    pane: { view, isTable },
    change,
  } = usePane();
  const pane = useRef<HTMLElement>(null);
  const isOfHours = isHourly(chart.type);
  const kind = kindOf(chart.type);
  const isTableAlready = kind.data === "annual" && kind.isTable;
  const csv = (): string => {
    const { shown, before, stored } = session.state.getState();
    if (isOfHours && shown !== null) return csvOfHours(hourlySeriesOf(chart, shown), chart.unit, stored.endYear);
    const series = withFullLabels(chart, seriesShown(chart, shown, before));
    const rows = series.map(({ label, today, future }) => ({ label, values: [today, future] }));
    return csvOfYears(rows, chart.unit, [years.today, years.future]);
  };
  return (
    <Numbered chart={chart} pane={pane}>
      <span className="calculating" aria-hidden="true" />
      <header>
        <h3>{chart.title}</h3>
        {onChoose !== undefined && <ChartSelect chart={chart} others={others} onChoose={onChoose} />}
        <Pinned title={chart.title} />
        {kind.data === "hourly" && kind.hasSpan && <SpanTitle chart={chart} />}
        <span className="space" />
        {!isOfHours && (
          <Segments
            label={chart.title}
            chosen={view}
            onChoose={(chosen) => change({ view: chosen })}
            segments={[
              { key: "future", label: years.future },
              { key: "today", label: texts.today },
              { key: "difference", label: texts.differenceShort },
            ]}
          />
        )}
      </header>
      <Body chart={chart} view={view} isTable={isTable || isTableAlready} />
      <footer>
        {chart.source !== null && <span title={chart.source}>{`${texts.source}: ${chart.source}`}</span>}
        {!isOfHours && <Missing chart={chart} />}
        <span className="actions">
          {!isTableAlready && (
            <Button
              className="icon small"
              data-action="table"
              aria-label={`${isTable ? texts.chartMarks : texts.chartTable}: ${chart.title}`}
              onPress={() => change({ isTable: !isTable })}
            >
              <Icon name={isTable ? "chart" : "table"} size={15} />
            </Button>
          )}
          {onAdd !== null && others.length > 0 && <ChartAdder others={others} onAdd={onAdd} />}
          <PaneMenu {...{ chart, pane, csv, onRemove }} facts={<Facts facts={factsOf(chart, texts)} />} />
        </span>
      </footer>
    </Numbered>
  );
}

/** A pane with the recipe of its figures as an attribute. */
function Numbered({
  chart,
  pane,
  children,
}: {
  readonly chart: Chart;
  readonly pane: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) {
  const recipe = useSession((state) => state.shown?.recipe);
  return (
    <section
      className="pane"
      aria-label={chart.title}
      data-chart={chart.key}
      data-kind={kindOf(chart.type).data}
      data-recipe={recipe}
      tabIndex={-1}
      ref={pane}
    >
      {children}
    </section>
  );
}

/** The number of series without a value. */
function Missing({ chart }: { readonly chart: Chart }) {
  const { texts } = useTexts();
  const missing = useSession(({ shown }) => (shown === null ? 0 : unanswered(chart, shown)));
  const faults = useSession(({ shown }) => (shown === null ? "" : faultsOf(chart, shown).join("\n")));
  return missing > 0 ? <span title={faults}>{texts.withoutValue(missing, chart.series.length)}</span> : null;
}

/** The scenario's two years, as text. */
function useYears(): { readonly today: string; readonly future: string } {
  const today = useSession((state) => String(state.stored.startYear));
  const future = useSession((state) => String(state.stored.endYear));
  return useMemo(() => ({ today, future }), [today, future]);
}

/** The reason, for each year, why the first series without a value has none. */
function useReasons(chart: Chart): Readonly<Record<Year, string>> {
  const { texts } = useTexts();
  const of = (year: Year) =>
    useSession(({ shown, stored: { endYear } }) => {
      if (shown === null) return "";
      for (const one of chart.series)
        for (const { query } of one.terms) {
          const reason = missing(shown, query, one, year);
          const fault = shown.results.get(query)?.fault ?? null;
          if (reason !== null) return reasonOf(reason, { texts, endYear, fault });
        }
      return "";
    });
  return { today: of("today"), future: of("future") };
}

const seriesShown = (chart: Chart, shown: Answer | null, before: Answer | null): readonly Series[] =>
  shown === null || isHourly(chart.type) ? [] : seriesOf(chart, shown, before === shown ? null : before);

/** Unit, definition, source and query keys of a chart. */
export const factsOf = (
  { key, type, title, about, unit, source, series }: Chart,
  { panesMore: words, source: sourceWord, documentationOf }: Texts,
): readonly Fact[] => [
  { name: words.definition, value: about },
  { name: words.unit, value: unit },
  { name: sourceWord, value: source },
  ...series.map(({ key: one, label, terms }) => ({
    name: label === "" ? one : label,
    value: (
      <>
        {terms.map(({ query }) => (
          <span key={query} className="queryFact">
            <code>{query}</code>
            <WhyLink query={query} title={label === "" ? one : label} />
          </span>
        ))}
      </>
    ),
  })),
  { name: words.chartKey, value: <code>{key}</code> },
  {
    name: words.documentation,
    value: (
      <a className="link" href={documentAt(isHourly(type) ? "hours" : "charts")} target="_blank" rel="noreferrer">
        {documentationOf(title)}
      </a>
    ),
  },
];

/** Whether a series has a nonzero figure in any year, or a target. */
const hasFigure = ({ today, future, before, target }: Series): boolean =>
  [today, future, before, target].some((value) => value !== null && value !== 0);

function Body({ chart, view, isTable }: { readonly chart: Chart; readonly view: View; readonly isTable: boolean }) {
  const kind = kindOf(chart.type);
  const shown = useSession((state) => state.shown);
  const before = useSession((state) => state.before);
  const years = useYears();
  const series = seriesShown(chart, shown, before);
  const reasons = useReasons(chart);
  const [ref, size] = useSize<HTMLDivElement>();
  const { texts, language } = useTexts();
  const { inputs } = useWorkspace();
  const isWithoutHours = useSession((state) => positionOf(state, HOURS_SWITCH) === 0);
  const theme = useTheme();
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
    if (shown === null || size === null || size.width < 60 || size.height < 40) return null;
    if (kind.data === "hourly") {
      if (shown.curves === null) return null;
      if (inputs.has(HOURS_SWITCH) && (hourly.length === 0 || isWithoutHours)) return <HoursOff />;
      if (hourly.length === 0) return <EmptyChart chart={chart} lack={texts.noValueFor(years.future)} />;
      if (isTable) return <HoursTable series={hourly} caption={chart.title} />;
      if (!hourly.some(({ values }) => isNonZero(values)))
        return <EmptyChart chart={chart} lack={texts.allHoursZero(years.future)} />;
      return <kind.Draw {...{ chart, size }} series={hourly} theme={theme.chosen} summary={chart.title} />;
    }
    const values = shownOf(series, view);
    if (!isTable && values.every((value) => value === null)) {
      const year = view === "difference" && series.some(({ future }) => future !== null) ? "today" : yearOf(view);
      return <EmptyChart chart={chart} lack={texts.noValueFor(years[year])} reason={reasons[year]} />;
    }
    if (!isTable && !series.some(hasFigure))
      return <EmptyChart chart={chart} lack={texts.allZero(years.today, years.future)} />;
    if (!isTable && view === "difference" && isUnchanged(values))
      return <EmptyChart chart={chart} lack={texts.noChange(years.today, years.future)} />;
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
