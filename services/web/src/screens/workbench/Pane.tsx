/** A chart with its title, its unit, its source, its table and its file. */
import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components";
import { hourlySeriesOf, isHourly, seriesOf, unanswered } from "../../charts/chart-series.ts";
import { FiguresTable } from "../../charts/FiguresTable.tsx";
import { DurationChart } from "../../charts/DurationChart.tsx";
import { HeatMap } from "../../charts/HeatMap.tsx";
import { HoursChart } from "../../charts/HoursChart.tsx";
import { Mekko } from "../../charts/Mekko.tsx";
import { Sankey } from "../../charts/Sankey.tsx";
import { type Series, sumOf, type View } from "../../charts/series.ts";
import { StackedBars } from "../../charts/StackedBars.tsx";
import { useSize } from "../../charts/use-size.ts";
import { Waterfall } from "../../charts/Waterfall.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { figure } from "../../figures/figures.ts";
import type { Answer } from "../../calculation/calculator.ts";
import type { Chart } from "@etesian/interface";
import { useTexts } from "../../texts/language.tsx";
import { useTheme } from "../theme.tsx";
import { useSession } from "../session-context.tsx";

export function Pane({
  chart,
  others,
  onChoose,
  onRemove,
  onAdd,
}: {
  readonly chart: Chart;
  /** Charts that are not shown. */
  readonly others: readonly Chart[];
  readonly onChoose: (key: string) => void;
  /** Null: it is the only one. */
  readonly onRemove: (() => void) | null;
  /** Null: there is no room for another. */
  readonly onAdd: ((key: string) => void) | null;
}) {
  const { texts } = useTexts();
  const shown = useSession((state) => state.shown);
  const before = useSession((state) => state.before);
  const { startYear, endYear } = useSession((state) => state.stored);
  const [view, setView] = useState<View>("future");
  const [isTable, setIsTable] = useState(false);
  const years = { today: String(startYear), future: String(endYear) };
  const isOfHours = isHourly(chart.type);
  const series = shown === null || isOfHours ? [] : seriesOf(chart, shown, before === shown ? null : before);
  const missing = shown === null || isOfHours ? 0 : unanswered(chart, shown);
  return (
    <section className="pane" aria-label={chart.title} data-chart={chart.key}>
      <span className="calculating" aria-hidden="true" />
      <header>
        <h3>{chart.title}</h3>
        <select
          className="other"
          aria-label={`${texts.chart}: ${chart.title}`}
          value={chart.key}
          onChange={({ target }) => onChoose(target.value)}
        >
          {[chart, ...others].map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
        <span className="unit">{chart.unit}</span>
        <span className="space" />
        <span className="actions">
          {!isOfHours && (
            <>
              <Button
                className="icon small"
                aria-label={`${isTable ? texts.chartMarks : texts.chartTable}: ${chart.title}`}
                onPress={() => setIsTable(!isTable)}
              >
                <Icon name={isTable ? "chart" : "table"} size={15} />
              </Button>
              <Button
                className="icon small"
                aria-label={`${texts.download}: ${chart.title}`}
                onPress={() => download(chart, series, years)}
              >
                <Icon name="download" size={15} />
              </Button>
            </>
          )}
          {onAdd !== null && (
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
      <Body
        chart={chart}
        series={series}
        shown={shown}
        view={view}
        isTable={isTable || chart.type === "table"}
        years={years}
      />
      <footer>
        {chart.source !== null && <span>{`${texts.source}: ${chart.source}`}</span>}
        {missing > 0 && <span>{`${chart.series.length - missing}/${chart.series.length}`}</span>}
      </footer>
    </section>
  );
}

function Body({
  chart,
  series,
  shown,
  view,
  isTable,
  years,
}: {
  readonly chart: Chart;
  readonly series: readonly Series[];
  readonly shown: Answer | null;
  readonly view: View;
  readonly isTable: boolean;
  readonly years: { readonly today: string; readonly future: string };
}) {
  const [ref, size] = useSize<HTMLDivElement>();
  const { texts, language } = useTexts();
  const theme = useTheme();
  const total = (of: (one: Series) => number | null): string =>
    `${figure(sumOf(series.map(of)), language)} ${chart.unit}`;
  const summary = `${chart.title}. ${years.today}: ${total(({ today }) => today)}. ${years.future}: ${total(({ future }) => future)}.`;

  const drawing = (): ReactNode => {
    if (shown === null || size === null || size.width < 60 || size.height < 40) return null;
    const nothing = <p className="empty">{texts.noValue}</p>;
    if (isHourly(chart.type)) {
      const hourly = hourlySeriesOf(chart, shown);
      const [first] = hourly;
      if (first === undefined) return nothing;
      const look = { year: Number(years.future), size, unit: chart.unit, theme: theme.chosen, summary: chart.title };
      if (chart.type === "hours") return <HoursChart series={hourly} {...look} />;
      return chart.type === "duration" ? (
        <DurationChart series={hourly} {...look} />
      ) : (
        <HeatMap series={first} {...look} />
      );
    }
    if (isTable) return <FiguresTable series={series} years={years} caption={chart.title} />;
    if (view !== "difference") {
      if (chart.type === "sankey")
        return <Sankey chart={chart} series={series} view={view} size={size} summary={summary} />;
      if (chart.type === "mekko")
        return <Mekko chart={chart} series={series} view={view} size={size} summary={summary} />;
    }
    if (chart.type === "waterfall" && view === "future") {
      return <Waterfall series={series} size={size} years={years} summary={summary} />;
    }
    return <StackedBars series={series} view={view} size={size} years={years} summary={summary} />;
  };
  return (
    <div className={isTable ? "body scrolls" : "body"} ref={ref}>
      {drawing()}
    </div>
  );
}

/** The numbers of a chart in full precision, as a file. */
function download(
  chart: Chart,
  series: readonly Series[],
  years: { readonly today: string; readonly future: string },
): void {
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [
    ["name", `${years.today} (${chart.unit})`, `${years.future} (${chart.unit})`],
    ...series.map(({ label, today, future }) => [label, String(today ?? ""), String(future ?? "")]),
  ].map((cells) => cells.map(quoted).join(","));
  const url = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${chart.key}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
