/** A chart with its title, its unit where its axis begins, its source, its table and its files. */
import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { faultsOf, hourlySeriesOf, inWords, isHourly, seriesOf, unanswered } from "../../charts/chart-series.ts";
import { FiguresTable } from "../../charts/FiguresTable.tsx";
import { DurationChart } from "../../charts/DurationChart.tsx";
import { HeatMap } from "../../charts/HeatMap.tsx";
import { csvOfHours, csvOfYears } from "../../charts/csv.ts";
import { HoursChart } from "../../charts/HoursChart.tsx";
import { HoursTable } from "../../charts/HoursTable.tsx";
import { Mekko } from "../../charts/Mekko.tsx";
import { Sankey } from "../../charts/Sankey.tsx";
import { type Series, shownOf, spoken, stackedOf, type View } from "../../charts/series.ts";
import { ComparedRows } from "../../charts/ComparedRows.tsx";
import { LinesOverYears } from "../../charts/LinesOverYears.tsx";
import { StackedBars } from "../../charts/StackedBars.tsx";
import { drawnIn, useSize } from "../../charts/use-size.ts";
import { Waterfall } from "../../charts/Waterfall.tsx";
import { type Fact, Facts, FactsButton } from "../../controls/Drawer.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { HOURS_SWITCH, missing, reasonOf, withReason, type Year } from "../../figures/values.ts";
import type { Answer } from "../../calculation/calculator.ts";
import type { Chart } from "@etesian/interface";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/language.tsx";
import { Inspector } from "../hours/Inspector.tsx";
import { useTheme } from "../theme.tsx";
import { ChartSelect } from "../ChartSelect.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { PaneFiles } from "./PaneFiles.tsx";
import { positionOf } from "./positions.ts";
import { Why } from "./Why.tsx";

/** Charts that write the unit beside their figures. */
const HAVE_UNITS: ReadonlySet<Chart["type"]> = new Set(["heatmap", "price_setter"]);

export interface PaneProps {
  readonly chart: Chart;
  /** Charts that are not shown. */
  readonly others?: readonly Chart[];
  /** Absent: the chart stays. */
  readonly onChoose?: (key: string) => void;
  /** Null: it is the only one. */
  readonly onRemove?: (() => void) | null;
  /** Null: there is no room for another. */
  readonly onAdd?: ((key: string) => void) | null;
}

/** Its controls stay as they are while its numbers change: an answer draws `Numbered`, `Body` and `Missing` alone. */
export function Pane({ chart, others = [], onChoose, onRemove = null, onAdd = null }: PaneProps) {
  const { session } = useWorkspace();
  const { texts } = useTexts();
  const years = useYears();
  const [view, setView] = useState<View>("future");
  const [isTable, setIsTable] = useState(false);
  const pane = useRef<HTMLElement>(null);
  const isOfHours = isHourly(chart.type);
  const csv = (): string => {
    const { shown, before, stored } = session.state.getState();
    if (isOfHours && shown !== null) return csvOfHours(hourlySeriesOf(chart, shown), chart.unit, stored.endYear);
    return csvOfYears(inWords(chart, seriesShown(chart, shown, before)), chart.unit, years);
  };
  return (
    <Numbered chart={chart} pane={pane}>
      <span className="calculating" aria-hidden="true" />
      <header>
        <h3>{chart.title}</h3>
        {onChoose !== undefined && <ChartSelect chart={chart} others={others} onChoose={onChoose} />}
        <span className="space" />
        {!isOfHours && (
          <Segments
            label={chart.title}
            chosen={view}
            onChoose={setView}
            segments={[
              { key: "future", label: years.future },
              { key: "today", label: texts.today },
              { key: "difference", label: texts.differenceShort },
            ]}
          />
        )}
      </header>
      <Body chart={chart} view={view} isTable={isTable || chart.type === "table"} />
      <footer>
        {chart.source !== null && <span title={chart.source}>{`${texts.source}: ${chart.source}`}</span>}
        {!isOfHours && <Missing chart={chart} />}
        <span className="actions">
          {chart.type !== "table" && (
            <Button
              className="icon small"
              data-action="table"
              aria-label={`${isTable ? texts.chartMarks : texts.chartTable}: ${chart.title}`}
              onPress={() => setIsTable(!isTable)}
            >
              <Icon name={isTable ? "chart" : "table"} size={15} />
            </Button>
          )}
          <PaneFiles chart={chart} pane={pane} csv={csv} />
          <FactsButton title={chart.title}>
            <Facts facts={factsOf(chart, texts)} />
          </FactsButton>
          {onAdd !== null && others[0] !== undefined && (
            <Button className="icon small" aria-label={texts.addChart} onPress={() => onAdd(others[0]!.key)}>
              <Icon name="plus" size={15} />
            </Button>
          )}
          {onRemove !== null && (
            <Button className="icon small" aria-label={texts.removeChart(chart.title)} onPress={onRemove}>
              <Icon name="close" size={15} />
            </Button>
          )}
        </span>
      </footer>
    </Numbered>
  );
}

/** A pane that names the recipe of its numbers. */
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
    <section className="pane" aria-label={chart.title} data-chart={chart.key} data-recipe={recipe} ref={pane}>
      {children}
    </section>
  );
}

/** How many series have no value. */
function Missing({ chart }: { readonly chart: Chart }) {
  const { texts } = useTexts();
  const missing = useSession(({ shown }) => (shown === null ? 0 : unanswered(chart, shown)));
  const faults = useSession(({ shown }) => (shown === null ? "" : faultsOf(chart, shown).join("\n")));
  return missing > 0 ? <span title={faults}>{texts.withoutValue(missing, chart.series.length)}</span> : null;
}

/** The two years of the scenario, as they are written. */
function useYears(): { readonly today: string; readonly future: string } {
  const today = useSession((state) => String(state.stored.startYear));
  const future = useSession((state) => String(state.stored.endYear));
  return useMemo(() => ({ today, future }), [today, future]);
}

/** Why the first of a chart's series that has no value in a year has none. */
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
const factsOf = (
  { key, about, unit, source, series }: Chart,
  { panesMore: words, source: sourceWord }: Texts,
): readonly Fact[] => [
  { name: words.definition, value: about },
  { name: words.unit, value: unit },
  { name: sourceWord, value: source },
  ...series.map(({ key: one, label, terms }) => ({
    name: label === "" ? one : label,
    value: (
      <>
        {terms.map(({ query, factor }) => (
          <Why key={query} query={query} shownUnit={{ unit, factor }} />
        ))}
      </>
    ),
  })),
  { name: words.chartKey, value: <code>{key}</code> },
];

interface YearsLook {
  readonly chart: Chart;
  readonly series: readonly Series[];
  readonly view: View;
  readonly size: { readonly width: number; readonly height: number };
  readonly years: { readonly today: string; readonly future: string };
  readonly unit: string;
  readonly summary: string;
}

/** Types of charts whose series are the parts of one total. Differences of all others are rows, not a stack. */
const STACKS: ReadonlySet<Chart["type"]> = new Set(["stacked_bars", "waterfall"]);

function drawYears(type: Chart["type"], { chart, series, view, ...look }: YearsLook): ReactNode {
  if (view === "difference") {
    if (STACKS.has(type)) return <StackedBars series={series} view={view} {...look} />;
    const rows = inWords(chart, series).map((one) => ({ ...one, values: [one.today, one.future] }));
    return <ComparedRows series={rows} view={view} names={Object.values(look.years)} {...look} />;
  }
  switch (type) {
    case "sankey":
      return <Sankey chart={chart} series={series} view={view} {...look} />;
    case "mekko":
      return <Mekko chart={chart} series={series} view={view} {...look} />;
    case "lines":
    case "target":
      return <LinesOverYears series={series} view={view} {...look} />;
    case "waterfall":
      if (view === "future") return <Waterfall series={stackedOf(series)} {...look} />;
      return <StackedBars series={series} view={view} {...look} />;
    default:
      return <StackedBars series={series} view={view} {...look} />;
  }
}

function Body({ chart, view, isTable }: { readonly chart: Chart; readonly view: View; readonly isTable: boolean }) {
  const shown = useSession((state) => state.shown);
  const before = useSession((state) => state.before);
  const years = useYears();
  const series = seriesShown(chart, shown, before);
  const reasons = useReasons(chart);
  const [ref, size] = useSize<HTMLDivElement>();
  const { texts, language } = useTexts();
  const { session, inputs } = useWorkspace();
  const isWithoutHours = useSession((state) => positionOf(state, HOURS_SWITCH) === 0);
  const theme = useTheme();
  const memory = useRef(new Map<string, Float32Array>());
  const hourly = useMemo(
    () => (shown !== null && isHourly(chart.type) ? hourlySeriesOf(chart, shown, memory.current) : []),
    [chart, shown],
  );
  const total = (year: Year): string => {
    const figures = inWords(chart, series).map((one) => ({ ...one, value: one[year] }));
    return spoken(chart, figures, language) ?? withReason(texts.noValue, reasons[year]);
  };
  const summary = `${chart.title}. ${years.today}: ${total("today")}. ${years.future}: ${total("future")}.`;

  const drawing = (): ReactNode => {
    if (shown === null || size === null || size.width < 60 || size.height < 40) return null;
    const nothing = <p className="empty">{texts.noValue}</p>;
    if (isHourly(chart.type)) {
      if (shown.curves === null) return null;
      const [first] = hourly;
      if (first === undefined || isWithoutHours) {
        return inputs.has(HOURS_SWITCH) ? (
          <div className="empty">
            <p>{texts.hours.noHours}</p>
            <Button className="button" onPress={() => session.set({ [HOURS_SWITCH]: 1 })}>
              {texts.hours.calculate}
            </Button>
          </div>
        ) : (
          nothing
        );
      }
      if (isTable) return <HoursTable series={hourly} caption={chart.title} />;
      if (chart.type === "price_setter") return <Inspector network="merit_order" />;
      const look = { size, unit: chart.unit, theme: theme.chosen, summary: chart.title };
      if (chart.type === "hours") return <HoursChart series={hourly} {...look} />;
      return chart.type === "duration" ? (
        <DurationChart series={hourly} {...look} />
      ) : (
        <HeatMap series={first} {...look} />
      );
    }
    const year = view === "today" ? "today" : "future";
    const empty = series.every((one) => shownOf(one, view) === null);
    if (empty && !isTable) {
      const isMissing = view === "difference" && series.some(({ future }) => future !== null) ? "today" : year;
      return <p className="empty">{withReason(`${years[isMissing]}: ${texts.noValue}`, reasons[isMissing])}</p>;
    }
    if (isTable) return <FiguresTable series={inWords(chart, series)} years={years} caption={chart.title} />;
    return drawYears(chart.type, { chart, series, view, size, unit: chart.unit, years, summary });
  };
  const scrolls = isTable || (!isHourly(chart.type) && view === "difference" && !STACKS.has(chart.type));
  return (
    <div
      className={scrolls ? "body scrolls" : "body drawn"}
      ref={ref}
      style={drawnIn(size)}
      {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": chart.title } : {})}
    >
      {!HAVE_UNITS.has(chart.type) && <span className="unit">{chart.unit}</span>}
      {drawing()}
    </div>
  );
}
