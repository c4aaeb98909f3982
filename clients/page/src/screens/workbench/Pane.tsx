/** A pane: a chart with its title, unit, source, table and files. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useCallback, useRef } from "react";
import { Button } from "react-aria-components";
import { isCustomQuery } from "../../calculation/calculator.ts";
import { annualSeries } from "../../charts/ChartBody.tsx";
import { faultsOf, hourlySeriesOf, countMissing, rowSeriesOf } from "../../charts/chart-series.ts";
import { ExplainSeriesContext } from "../../charts/explain-series.ts";
import { csvOfHours, csvOfYears } from "../../charts/csv.ts";
import { kindOf } from "../../charts/kinds/charts.ts";
import { type Fact, Facts } from "../../controls/Drawer.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { type Chart, type ChartSeries, isHourly } from "@etesian/interface";
import type { Texts } from "../../texts/en.ts";
import { useTexts } from "../../texts/language.tsx";
import { documentAt } from "../documents.ts";
import { ChartAdder, ChartSelect } from "../ChartSelect.tsx";
import { CommentMark } from "../comments/load-comments.tsx";
import { LiveBody, useYears } from "../LiveBody.tsx";
import { numberOf } from "../custom-query/custom-charts.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { PaneMenu, UnpinButton } from "./PaneMenu.tsx";
import { usePane } from "./pane-state.tsx";
import type { WorkbenchSearch } from "./search.ts";
import { SpanTitle } from "./SpanTitle.tsx";

export interface PaneProps {
  readonly chart: Chart;
  /** Charts that are not on the board. */
  readonly others?: readonly Chart[];
  /** Absent if the chart cannot be replaced. */
  readonly onChoose?: (key: string) => void;
  /** Null for the only pane. */
  readonly onRemove?: (() => void) | null;
  /** Null if the board is full. */
  readonly onAdd?: ((key: string) => void) | null;
}

/** A new answer re-renders only `PaneSection`, `LiveBody` and `MissingValues`, not the pane's controls. */
export function Pane({ chart, others = [], onChoose, onRemove = null, onAdd = null }: PaneProps) {
  const { session } = useWorkspace();
  const { texts } = useTexts();
  const years = useYears();
  const {
    pane: { view, isTable },
    change,
  } = usePane();
  const pane = useRef<HTMLElement>(null);
  const isHourlyChart = isHourly(chart.type);
  const customQueryNumber = numberOf(chart.key);
  const kind = kindOf(chart.type);
  const isTableChart = kind.data === "annual" && kind.isTable;
  const navigate = useNavigate();
  // For keyboard users, the chart's facts list all series with their explanations.
  const explain = useCallback(
    ({ terms: [term] }: ChartSeries): void => {
      if (term === undefined || isCustomQuery(term.query)) return;
      void navigate({
        to: ".",
        search: (search: WorkbenchSearch) => ({ ...search, view: undefined, why: term.query, node: undefined }),
      });
    },
    [navigate],
  );
  const csv = (): string => {
    const { answer, previousAnswer, scenario } = session.state.getState();
    if (isHourlyChart && answer !== null)
      return csvOfHours(hourlySeriesOf(chart, answer), chart.unit, scenario.endYear);
    const series = rowSeriesOf(chart, annualSeries(chart, answer, previousAnswer));
    const rows = series.map(({ label, today, future }) => ({ label, values: [today, future] }));
    return csvOfYears(rows, chart.unit, [years.today, years.future]);
  };
  return (
    <PaneSection chart={chart} pane={pane}>
      <span className="calculating" aria-hidden="true" />
      <header>
        <h3>{chart.title}</h3>
        {onChoose !== undefined && <ChartSelect chart={chart} others={others} onChoose={onChoose} />}
        <UnpinButton title={chart.title} />
        {customQueryNumber === null && <CommentMark kind="chart" subjectKey={chart.key} title={chart.title} />}
        {kind.data === "hourly" && kind.hasSpan && <SpanTitle chart={chart} />}
        <span className="space" />
        {!isHourlyChart && !isTable && !isTableChart && (
          <Segments
            label={chart.title}
            adjacentText={chart.title}
            selectedKey={view}
            onChoose={(chosen) => change({ view: chosen })}
            segments={[
              { key: "future", label: years.future },
              { key: "today", label: texts.today },
              { key: "difference", label: texts.differenceShort },
            ]}
          />
        )}
      </header>
      <ExplainSeriesContext value={explain}>
        <LiveBody chart={chart} view={view} isTable={isTable || isTableChart} />
      </ExplainSeriesContext>
      <footer>
        {chart.source !== null && <span title={chart.source}>{`${texts.source}: ${chart.source}`}</span>}
        {!isHourlyChart && <MissingValues chart={chart} />}
        <span className="actions">
          {!isTableChart && (
            <Button
              className="icon small"
              data-action="table"
              aria-label={`${isTable ? texts.showAsChart : texts.showAsTable}: ${chart.title}`}
              onPress={() => change({ isTable: !isTable })}
            >
              <Icon name={isTable ? "chart" : "table"} size={15} />
            </Button>
          )}
          {onAdd !== null && others.length > 0 && <ChartAdder others={others} onAdd={onAdd} />}
          <PaneMenu {...{ chart, pane, csv, onRemove }} facts={<Facts facts={factsOf(chart, texts)} />} />
        </span>
      </footer>
    </PaneSection>
  );
}

/** The pane's section, with the recipe of its figures as an attribute for tests. */
function PaneSection({
  chart,
  pane,
  children,
}: {
  readonly chart: Chart;
  readonly pane: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) {
  const recipe = useSession((state) => state.answer?.recipe);
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
function MissingValues({ chart }: { readonly chart: Chart }) {
  const { texts } = useTexts();
  const missing = useSession(({ answer }) => (answer === null ? 0 : countMissing(chart, answer)));
  const faults = useSession(({ answer }) => (answer === null ? "" : faultsOf(chart, answer).join("\n")));
  return missing > 0 ? <span title={faults}>{texts.withoutValue(missing, chart.series.length)}</span> : null;
}

/** Unit, definition, source and query keys of a chart. */
export const factsOf = (
  { key, type, title, about, unit, source, series }: Chart,
  { pane: paneTexts, source: sourceLabel, documentationOf }: Texts,
): readonly Fact[] => [
  { name: paneTexts.definition, value: about },
  { name: paneTexts.unit, value: unit },
  { name: sourceLabel, value: source },
  ...series.map(({ key: seriesKey, label, terms }) => ({
    name: label === "" ? seriesKey : label,
    value: (
      <>
        {terms.map(({ query }) => (
          <span key={query} className="queryFact">
            <code>{query}</code>
            {!isCustomQuery(query) && <WhyLink query={query} title={label === "" ? seriesKey : label} />}
          </span>
        ))}
      </>
    ),
  })),
  { name: paneTexts.chartKey, value: <code>{key}</code> },
  {
    name: paneTexts.documentation,
    value: (
      <a className="link" href={documentAt(isHourly(type) ? "hours" : "charts")} target="_blank" rel="noreferrer">
        {documentationOf(title)}
      </a>
    ),
  },
];
