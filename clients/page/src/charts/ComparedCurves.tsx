/** One hourly curve per scenario. Dragging zooms and a double click shows the whole year, in all hourly charts. */
import { useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import { formatFigure } from "../figures/figures.ts";
import { EmptyChart } from "../screens/workbench/EmptyChart.tsx";
import { useTexts } from "../texts/language.tsx";
import { DASHES, namesThatFit } from "./compared.ts";
import { comparedCurves } from "./compared-series.ts";
import { secondsOf, useFirstWeekday } from "./calendar.ts";
import { hourlySeriesOf } from "./chart-series.ts";
import { darkestWeekOf, HOURS, isNonZero } from "./hours.ts";
import { calendarOptions, drawHours, figureAxis, type HourHooks, showPeriod, stepped } from "./hours-plot.ts";
import { spanAround, type Span, useHours, useHoursView, WEEK, weekFrom } from "./hours-view.ts";
import { ink } from "./ink.ts";
import type { ComparedHourlyProps } from "./kinds/chart-kind.ts";
import { useMeasure } from "./use-measure.ts";
import { zeroLine } from "./zero-line.ts";

const LEGEND_HEIGHT = 18;
/** Width of a legend entry without its name: its line, a figure, and the distance to the next entry. */
const ENTRY_WIDTH = 90;
/** The legend begins next to the unit. */
const LEGEND_LEFT = 48;

/** The week around the highest hour of a curve. */
function highestWeek(curve: Float32Array): Span {
  const highest = curve.indexOf(curve.reduce((most, value) => Math.max(most, value), -Infinity));
  return spanAround(highest, WEEK);
}

/** @param options.isSorted whether hours are sorted by value, without a calendar */
export const comparedCurvesChart = ({ isSorted }: { readonly isSorted: boolean }) =>
  function ComparedHours({ chart, answers, curve, view, ...props }: ComparedHourlyProps) {
    const { texts } = useTexts();
    const curves = comparedCurves(chart, answers, curve, view, isSorted);
    const definedCurves = curves.filter((curve) => curve !== null);
    if (view === "difference" && definedCurves.length > 0 && !definedCurves.some(isNonZero))
      return <EmptyChart chart={chart} message={texts.compare.noDifferenceIn(props.names[0]!)} />;
    const [ownAnswer] = answers;
    const findDarkestWeek = () => (ownAnswer ? darkestWeekOf(hourlySeriesOf(chart, ownAnswer)) : null);
    return <ComparedCurves {...props} curves={curves} isSorted={isSorted} findDarkestWeek={findDarkestWeek} />;
  };

function ComparedCurves({
  curves,
  findDarkestWeek,
  names,
  isSorted,
  size,
  theme,
  summary,
}: Omit<ComparedHourlyProps, "chart" | "answers" | "curve" | "view"> & {
  /** In the order of the header; null if the scenario has none. */
  readonly curves: readonly (Float32Array | null)[];
  readonly isSorted: boolean;
  /** The first hour of this scenario's darkest week, which is shown first; null for the week of the highest value. */
  readonly findDarkestWeek: () => number | null;
}) {
  const { language } = useTexts();
  const measure = useMeasure();
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const view = useHoursView();
  const [rank, setRank] = useState<number | null>(null);
  const markedHour = useHours(({ hoveredHour, selectedHour }) => hoveredHour ?? selectedHour);
  const hour = isSorted ? rank : markedHour;
  const weekday = useFirstWeekday();
  const times = useMemo(() => secondsOf(weekday), [weekday]);
  const labels = namesThatFit(names, (all) => {
    const widths = all.map((name) => measure(name, "plain") + ENTRY_WIDTH);
    return widths.reduce((sum, width) => sum + width, LEGEND_LEFT) <= size.width;
  });
  // A difference view has one curve fewer than there are scenarios.
  const firstScenario = names.length - curves.length;
  const data: uPlot.AlignedData = [
    isSorted ? Float64Array.from({ length: HOURS }, (_, index) => index) : times,
    ...curves.map((curve) => curve ?? new Float32Array(HOURS)),
  ];

  useEffect(() => {
    const plotSize = { width: size.width, height: Math.max(40, size.height - LEGEND_HEIGHT) };
    const draw = (hooks: HourHooks): uPlot => {
      // The unit is on the line of the legend.
      const calendar = calendarOptions(times, plotSize, "", language, weekday, measure, hooks);
      const sortedOptions: typeof calendar = {
        ...calendar,
        cursor: { ...calendar.cursor, x: true },
        scales: { ...calendar.scales, x: { time: false } },
        axes: [{ ...figureAxis(language), size: 22, space: 70 }, calendar.axes![1]!],
        hooks: { drawAxes: [zeroLine], ...hooks },
      };
      const series = curves.map((_, index) => ({
        stroke: ink(index + firstScenario === 0 ? "ink" : "ink-3"),
        width: index + firstScenario === 0 ? 1.7 : 1.3,
        dash: [...DASHES[index + firstScenario]!],
        paths: stepped,
        points: { show: false },
      }));
      return new uPlot({ ...(isSorted ? sortedOptions : calendar), series: [{}, ...series] }, data, container.current!);
    };
    if (isSorted) {
      const chart = draw({ setCursor: [({ cursor }) => setRank(cursor.idx ?? null)] });
      plot.current = chart;
      return () => chart.destroy();
    }
    const firstCurve = curves.find((curve) => curve !== null);
    const { selectedHour, span } = view.getState();
    if (firstCurve !== undefined && selectedHour === null && span === null) {
      const darkest = findDarkestWeek();
      view.setState({ span: darkest === null ? highestWeek(firstCurve) : weekFrom(darkest) });
    }
    const { plot: initialPlot, remove } = drawHours(view, times, draw);
    plot.current = initialPlot;
    return remove;
  }, [curves.length, isSorted, times, view, size.width, size.height, language, theme, measure]);

  useEffect(() => {
    if (plot.current === null) return;
    plot.current.setData(data, false);
    if (!isSorted) return showPeriod(plot.current, view, times);
    // Setting the horizontal scale makes uPlot rescale the vertical axis.
    const { min, max } = plot.current.scales["x"] ?? {};
    if (typeof min === "number" && typeof max === "number") plot.current.setScale("x", { min, max });
  }, [curves]);

  return (
    <div role="img" aria-label={summary}>
      <ul className="curves" aria-hidden="true" style={{ height: LEGEND_HEIGHT }}>
        {curves.map((curve, index) => (
          <li key={index}>
            <svg width={22} height={4}>
              <line
                x1={0}
                x2={22}
                y1={2}
                y2={2}
                style={{ stroke: `var(--${index + firstScenario === 0 ? "ink" : "ink-3"})`, strokeWidth: 2 }}
                strokeDasharray={DASHES[index + firstScenario]!.join(" ")}
              />
            </svg>
            <span>{labels[index + firstScenario]}</span>
            <b>{hour === null || curve === null ? "" : formatFigure(curve[hour] ?? 0, language)}</b>
          </li>
        ))}
      </ul>
      <div ref={container} />
    </div>
  );
}
