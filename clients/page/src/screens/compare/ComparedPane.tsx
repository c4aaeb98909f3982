/** A chart of this scenario and the compared ones, on one scale. */
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { type Chart, isHourly } from "@etesian/interface";
import { type ComparedSeries, type ComparedView, differenceOf, LETTERS } from "../../charts/compared.ts";
import { comparedSeriesOf, curveChoices } from "../../charts/compared-series.ts";
import { ComparedColumns, ComparedTable } from "../../charts/load-compared.tsx";
import { isUnchanged } from "../../charts/difference.ts";
import { scrollableDrawing } from "../../charts/kinds/chart-kind.ts";
import { kindOf } from "../../charts/kinds/charts.ts";
import { textAlternative } from "../../charts/series.ts";
import { sizeStyle, useSize } from "../../charts/use-size.ts";
import { Select } from "../../controls/Select.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { useTexts } from "../../texts/language.tsx";
import { ChartSelect } from "../ChartSelect.tsx";
import { useSession } from "../session-context.tsx";
import { useTheme } from "../theme.tsx";
import { usePane } from "../workbench/pane-state.tsx";
import { EmptyChart } from "../workbench/EmptyChart.tsx";
import { useComparedScenarios } from "./compared.ts";
import { useComparedView } from "./compared-view.tsx";
import { useScenarioName } from "./use-scenario-name.ts";

export function ComparedPane({
  chart,
  others,
  onChoose,
  onRemove,
}: {
  readonly chart: Chart;
  /** Charts that are not on the board. */
  readonly others: readonly Chart[];
  readonly onChoose: (key: string) => void;
  /** Null for the only pane. */
  readonly onRemove: (() => void) | null;
}) {
  const { texts } = useTexts();
  const compared = useComparedScenarios();
  const nameOf = useScenarioName();
  // On other screens, the footer names the scenarios.
  const hasHeader = useSearch({ strict: false }).view === "compare";
  const answer = useSession((state) => state.answer);
  const stored = useSession((state) => state.scenario);
  const isHourlyChart = isHourly(chart.type);
  // Hourly curves are always overlaid, because they do not fit side by side.
  const [chosenView, setView] = useComparedView();
  const view = isHourlyChart && chosenView === "side" ? "overlay" : chosenView;
  const {
    pane: { isTable, curve },
    change,
  } = usePane();
  const choices = isHourlyChart ? curveChoices(chart) : [];
  const chosen = choices.find(({ key }) => key === curve) ?? choices[0] ?? null;
  const names = [stored, ...compared.map(({ stored: storedScenario }) => storedScenario)].map((storedScenario, index) =>
    storedScenario === null ? `${texts.scenario} ${compared[index - 1]!.id}` : nameOf(storedScenario),
  );
  const answers = [answer, ...compared.map(({ answer }) => answer)];
  const kind = kindOf(chart.type);
  const hasColumns = kind.data === "annual" && kind.comparison.Draw === ComparedColumns;
  const footer = answers.includes(null)
    ? texts.compare.waiting
    : hasHeader
      ? aboutView()
      : names.map((name, index) => `${LETTERS[index]} ${name}`).join(" · ");
  return (
    <section className="pane" aria-label={chart.title} data-chart={chart.key}>
      <span className="calculating" aria-hidden="true" />
      <header>
        <h3>{chart.title}</h3>
        <ChartSelect chart={chart} others={others} onChoose={onChoose} />
        {choices.length > 1 && (
          <Select
            aria-label={`${texts.compare.curve}: ${chart.title}`}
            options={choices.map((choice) => ({ key: choice.key, label: choice.label ?? texts.total }))}
            selectedKey={chosen?.key}
            onChoose={(key) => change({ curve: key === choices[0]?.key ? null : key })}
          />
        )}
        <span className="space" />
        <Segments
          label={chart.title}
          adjacentText={chart.title}
          selectedKey={view}
          onChoose={setView}
          segments={[
            ...(isHourlyChart ? [] : [{ key: "side" as const, label: texts.compare.side }]),
            { key: "overlay", label: texts.compare.overlay },
            { key: "difference", label: texts.differenceShort },
          ]}
        />
      </header>
      <Body chart={chart} view={view} isTable={isTable} names={names} answers={answers} curve={chosen?.key ?? ""} />
      <footer>
        <span title={footer}>{footer}</span>
        <span className="actions">
          {choices.length === 0 && (
            <Button
              className="icon small"
              aria-label={`${isTable ? texts.showAsChart : texts.showAsTable}: ${chart.title}`}
              data-action="table"
              onPress={() => change({ isTable: !isTable })}
            >
              <Icon name={isTable ? "chart" : "table"} size={15} />
            </Button>
          )}
          {onRemove !== null && (
            <Button className="icon small" aria-label={texts.removeChart(chart.title)} onPress={onRemove}>
              <Icon name="close" size={15} />
            </Button>
          )}
        </span>
      </footer>
    </section>
  );

  function aboutView(): string {
    if (view === "difference") return texts.compare.differenceFrom(names[0]!);
    if (view === "side" && hasColumns && !isTable) return texts.compare.ownFigures(names[0]!);
    return view === "side" || isHourlyChart ? texts.compare.oneScale : texts.compare.outlines(names[0]!);
  }
}

/** Whether a series has a nonzero figure in any scenario, or a target. */
const hasFigure = ({ today, values, target }: ComparedSeries): boolean =>
  [today, target, ...values].some((value) => value !== null && value !== 0);

function Body({
  chart,
  view,
  isTable,
  names,
  answers,
  curve,
}: {
  readonly chart: Chart;
  readonly view: ComparedView;
  readonly isTable: boolean;
  readonly names: readonly string[];
  readonly answers: Parameters<typeof comparedSeriesOf>[1];
  readonly curve: string;
}) {
  const [ref, size] = useSize<HTMLDivElement>();
  const { texts, language } = useTexts();
  const { theme } = useTheme();
  const { startYear } = useSession((state) => state.scenario);
  const isHourlyChart = isHourly(chart.type);
  const series = isHourlyChart ? [] : comparedSeriesOf(chart, answers);
  const summary = [
    chart.title,
    ...(isHourlyChart
      ? names
      : names.map((name, index) => {
          const figures = series.map(({ label, values }) => ({ label, value: values[index] ?? null }));
          return `${name}: ${textAlternative(chart, figures, language) ?? texts.noValue}`;
        })),
  ].join(". ");
  const kind = kindOf(chart.type);
  const comparison = kind.data === "annual" && !isTable ? kind.comparison : scrollableDrawing(ComparedTable);
  const renderDrawing = (): ReactNode => {
    if (answers[0] === null || size === null || size.width < 60 || size.height < 40) return null;
    if (kind.data === "annual" && !isTable && !series.some(hasFigure))
      return <EmptyChart chart={chart} message={texts.allZero(String(startYear), texts.compare.allScenarios)} />;
    if (view === "difference" && !isTable && isUnchanged(differenceOf(series).flatMap(({ values }) => values)))
      return <EmptyChart chart={chart} message={texts.compare.noDifferenceIn(names[0]!)} />;
    if (kind.data === "annual")
      return <comparison.Draw {...{ chart, series, view, size, names, summary }} today={String(startYear)} />;
    return answers[0]!.curves === null ? null : (
      <kind.Compared {...{ chart, answers, curve, view, size, names, theme, summary }} />
    );
  };
  const isScrollable = kind.data === "annual" && comparison.isScrollable;
  return (
    <div
      className={isScrollable ? "body scrolls" : "body drawn"}
      ref={ref}
      style={sizeStyle(size)}
      {...(isScrollable ? { tabIndex: 0, role: "group", "aria-label": chart.title } : {})}
    >
      <span className="unit">{chart.unit}</span>
      {renderDrawing()}
    </div>
  );
}
