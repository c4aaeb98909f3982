/** A chart over the years of the path, on one scale. */
import { type ReactNode, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { isHourly } from "@etesian/interface";
import type { ComparedSeries } from "../../charts/compared.ts";
import { comparedCurves, comparedSeriesOf, curveChoices } from "../../charts/compared-series.ts";
import { csvOfHours, csvOfYears } from "../../charts/csv.ts";
import { type PathYear, scrollableDrawing } from "../../charts/kinds/chart-kind.ts";
import { kindOf } from "../../charts/kinds/charts.ts";
import { PathTable } from "../../charts/PathCharts.tsx";
import { textAlternative } from "../../charts/series.ts";
import { sizeStyle, type Size, useSize } from "../../charts/use-size.ts";
import { Select } from "../../controls/Select.tsx";
import { Facts } from "../../controls/Drawer.tsx";
import { Icon } from "../../controls/icons.tsx";
import { useTexts } from "../../texts/language.tsx";
import { usePartTexts } from "../../texts/part-texts.ts";
import { en } from "../../texts/years/en.ts";
import { nl } from "../../texts/years/nl.ts";
import { ChartAdder, ChartSelect } from "../ChartSelect.tsx";
import { useSession } from "../session-context.tsx";
import { useTheme } from "../theme.tsx";
import { EmptyChart } from "../workbench/EmptyChart.tsx";
import { factsOf, type PaneProps } from "../workbench/Pane.tsx";
import { PaneMenu } from "../workbench/PaneMenu.tsx";
import { usePane } from "../workbench/pane-state.tsx";
import { useYearPoints, type YearPoint } from "./points.ts";

interface PathSeries {
  /** Figures by year. */
  readonly series: readonly ComparedSeries[];
  readonly years: readonly PathYear[];
}

const hasFigure = ({ values }: ComparedSeries): boolean => values.some((value) => value !== null && value !== 0);

/** Figures of a chart in the start year, if it has any, and in the year of each scenario. */
function pathSeriesOf(
  chart: PaneProps["chart"],
  points: readonly YearPoint[],
  ownAnswer: YearPoint["answer"],
  startYear: number,
): PathSeries {
  const all = ownAnswer === null ? [] : comparedSeriesOf(chart, [ownAnswer, ...points.map(({ answer }) => answer)]);
  const hasStart = all.some(({ today }) => today !== null);
  const years = points.map(({ name, endYear }) => ({ name, year: endYear }));
  return {
    series: all.map((one) => ({ ...one, values: [...(hasStart ? [one.today] : []), ...one.values.slice(1)] })),
    years: hasStart ? [{ name: String(startYear), year: startYear }, ...years] : years,
  };
}

export function YearsPane({ chart, others = [], onChoose, onRemove = null, onAdd = null }: PaneProps) {
  const { texts, language } = useTexts();
  const yearsTexts = usePartTexts({ en, nl });
  const points = useYearPoints();
  const answer = useSession((state) => state.answer);
  const { id, startYear } = useSession((state) => state.scenario);
  const { theme } = useTheme();
  const pane = useRef<HTMLElement>(null);
  const {
    pane: { isTable },
    change,
  } = usePane();
  const kind = kindOf(chart.type);
  const choices = isHourly(chart.type) ? curveChoices(chart) : [];
  const [curve, setCurve] = useState<string | null>(null);
  const chosen = choices.find(({ key }) => key === curve) ?? choices[0] ?? null;
  // This scenario's curve is solid, and the others are dashed.
  const ordered = [...points.filter((point) => point.id === id), ...points.filter((point) => point.id !== id)];
  const { series, years } = pathSeriesOf(chart, points, answer, startYear);
  const csv = (): string => {
    if (kind.data === "annual")
      return csvOfYears(
        series,
        chart.unit,
        years.map(({ name }) => name),
      );
    const curves = comparedCurves(
      chart,
      ordered.map(({ answer }) => answer),
      chosen?.key ?? "",
      "overlay",
      false,
    );
    const hourly = curves.flatMap((values, index) =>
      values === null
        ? []
        : [{ key: String(index), label: ordered[index]!.name, colour: "ink", hatch: null, isLine: true, values }],
    );
    return csvOfHours(hourly, chart.unit, ordered[0]!.endYear);
  };
  const summary = [
    chart.title,
    ...(kind.data === "hourly"
      ? ordered.map(({ name }) => name)
      : years.map(({ name }, index) => {
          const figures = series.map(({ label, isLine, values }) => ({ label, isLine, value: values[index] ?? null }));
          return `${name}: ${textAlternative(chart, figures, language) ?? texts.noValue}`;
        })),
  ].join(". ");
  const draw = (size: Size): ReactNode => {
    if (answer === null) return null;
    if (kind.data === "hourly")
      return answer.curves === null ? null : (
        <kind.Compared
          {...{ chart, size, summary }}
          answers={ordered.map(({ answer }) => answer)}
          names={ordered.map(({ name }) => name)}
          curve={chosen?.key ?? ""}
          view="overlay"
          theme={theme}
        />
      );
    if (!isTable && !series.some(hasFigure))
      return <EmptyChart chart={chart} message={texts.allZero(String(startYear), years.at(-1)!.name)} />;
    const { Draw } = isTable ? scrollableDrawing(PathTable) : kind.path;
    return <Draw {...{ chart, series, years, size, summary }} />;
  };
  const [ref, size] = useSize<HTMLDivElement>();
  const isScrollable = kind.data === "annual" && (isTable || kind.path.isScrollable);
  return (
    <section className="pane" aria-label={chart.title} data-chart={chart.key} ref={pane} tabIndex={-1}>
      <span className="calculating" aria-hidden="true" />
      <header>
        <h3>{chart.title}</h3>
        {onChoose !== undefined && <ChartSelect chart={chart} others={others} onChoose={onChoose} />}
        {choices.length > 1 && (
          <Select
            aria-label={`${texts.compare.curve}: ${chart.title}`}
            options={choices.map((choice) => ({ key: choice.key, label: choice.label ?? texts.total }))}
            selectedKey={chosen?.key}
            onChoose={setCurve}
          />
        )}
        <span className="space" />
      </header>
      <div
        className={isScrollable ? "body scrolls" : "body drawn"}
        ref={ref}
        style={sizeStyle(size)}
        {...(isScrollable ? { tabIndex: 0, role: "group", "aria-label": chart.title } : {})}
      >
        <span className="unit">{chart.unit}</span>
        {size !== null && size.width >= 60 && size.height >= 40 && draw(size)}
      </div>
      <footer>
        <span>
          {points.some(({ answer }) => answer === null)
            ? texts.compare.waiting
            : kind.data === "hourly"
              ? yearsTexts.hours
              : yearsTexts.pathAbout}
        </span>
        <span className="actions">
          {kind.data === "annual" && !kind.isTable && (
            <Button
              className="icon small"
              aria-label={`${isTable ? texts.showAsChart : texts.showAsTable}: ${chart.title}`}
              data-action="table"
              onPress={() => change({ isTable: !isTable })}
            >
              <Icon name={isTable ? "chart" : "table"} size={15} />
            </Button>
          )}
          {onAdd !== null && others.length > 0 && <ChartAdder others={others} onAdd={onAdd} />}
          <PaneMenu {...{ chart, pane, csv, onRemove }} facts={<Facts facts={factsOf(chart, texts)} />} />
        </span>
      </footer>
    </section>
  );
}
