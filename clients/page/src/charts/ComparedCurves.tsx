/** One hourly curve per scenario. Dragging over it zooms, a double click shows the whole year; all hourly charts follow. */
import { useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import { figure, tickLabels } from "../figures/figures.ts";
import { EmptyChart } from "../screens/workbench/EmptyChart.tsx";
import { useTexts } from "../texts/language.tsx";
import { DASHES, namesThatFit } from "./compared.ts";
import { comparedCurves } from "./compared-series.ts";
import { hourAxis } from "./hour-axis.ts";
import { secondsOf, useFirstWeekday } from "./calendar.ts";
import { HOURS, isNonZero } from "./hours.ts";
import { drawHours, type HourHooks, showPeriod } from "./hours-plot.ts";
import { around, type Span, useHours, useHoursView, WEEK } from "./hours-view.ts";
import { ink } from "./ink.ts";
import type { ComparedHourlyProps } from "./kinds/chart-kind.ts";
import { chartFont, useMeasure } from "./use-measure.ts";
import { zeroLine } from "./zero-line.ts";

const LEGEND = 18;
/** Width of an entry of the legend without its name: its line, a figure, and the distance to the next. */
const ENTRY = 90;
/** The legend begins next to the unit. */
const LEGEND_LEFT = 48;
const stepped = uPlot.paths.stepped!({ align: 1 });

/** The week around the highest hour of a curve. */
function highestWeek(curve: Float32Array): Span {
  const highest = curve.indexOf(curve.reduce((most, value) => Math.max(most, value), -Infinity));
  return around(highest, WEEK);
}

/** @param options.isSorted whether hours are sorted by value, without a calendar */
export const comparedAsCurves = ({ isSorted }: { readonly isSorted: boolean }) =>
  function ComparedHours({ chart, answers, curve, view, ...props }: ComparedHourlyProps) {
    const { texts } = useTexts();
    const curves = comparedCurves(chart, answers, curve, view, isSorted);
    const known = curves.filter((each) => each !== null);
    if (view === "difference" && known.length > 0 && !known.some(isNonZero))
      return <EmptyChart chart={chart} lack={texts.compare.noDifferenceIn(props.names[0]!)} />;
    return <ComparedCurves {...props} curves={curves} isSorted={isSorted} />;
  };

function ComparedCurves({
  curves,
  names,
  isSorted,
  size,
  theme,
  summary,
}: Omit<ComparedHourlyProps, "chart" | "answers" | "curve" | "view"> & {
  /** In the order of the header; null if the scenario has none. */
  readonly curves: readonly (Float32Array | null)[];
  readonly isSorted: boolean;
}) {
  const { language } = useTexts();
  const measure = useMeasure();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const view = useHoursView();
  const [sorted, setSorted] = useState<number | null>(null);
  const marked = useHours(({ pointed, chosen }) => pointed ?? chosen);
  const hour = isSorted ? sorted : marked;
  const weekday = useFirstWeekday();
  const times = useMemo(() => secondsOf(weekday), [weekday]);
  const labels = namesThatFit(names, (all) => {
    const widths = all.map((name) => measure(name, "plain") + ENTRY);
    return widths.reduce((sum, width) => sum + width, LEGEND_LEFT) <= size.width;
  });
  // Differences have one curve fewer than there are scenarios.
  const first = names.length - curves.length;
  const data: uPlot.AlignedData = [
    isSorted ? Float64Array.from({ length: HOURS }, (_, index) => index) : times,
    ...curves.map((curve) => curve ?? new Float32Array(HOURS)),
  ];

  useEffect(() => {
    const axis = {
      stroke: ink("ink-2"),
      font: chartFont(),
      grid: { stroke: ink("line"), width: 1 },
      ticks: { show: false },
    };
    const hours = hourAxis(times, language, weekday, measure);
    const draw = (own: HourHooks): uPlot =>
      new uPlot(
        {
          width: size.width,
          height: Math.max(40, size.height - LEGEND),
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
          legend: { show: false },
          cursor: { points: { show: false }, x: isSorted, y: false, drag: { x: true, y: false } },
          scales: { x: { time: !isSorted } },
          axes: [
            isSorted
              ? { ...axis, size: 22, space: 70, values: (_plot, splits) => [...tickLabels(splits, language)] }
              : hours.axis,
            { ...axis, size: 44, gap: 4, values: (_plot, splits) => [...tickLabels(splits, language)] },
          ],
          series: [
            {},
            ...curves.map((_, index) => ({
              stroke: ink(index + first === 0 ? "ink" : "ink-3"),
              width: index + first === 0 ? 1.7 : 1.3,
              dash: [...DASHES[index + first]!],
              paths: stepped,
              points: { show: false },
            })),
          ],
          hooks: { drawAxes: [zeroLine, ...(isSorted ? [] : [hours.ladder])], ...own },
        },
        data,
        place.current!,
      );
    if (isSorted) {
      const made = draw({ setCursor: [({ cursor }) => setSorted(cursor.idx ?? null)] });
      plot.current = made;
      return () => made.destroy();
    }
    const one = curves.find((curve) => curve !== null);
    const { chosen, span } = view.getState();
    if (one !== undefined && chosen === null && span === null) view.setState({ span: highestWeek(one) });
    const { plot: made, remove } = drawHours(view, times, draw);
    plot.current = made;
    return remove;
  }, [curves.length, isSorted, times, view, size.width, size.height, language, theme, measure]);

  useEffect(() => {
    if (plot.current === null) return;
    plot.current.setData(data, false);
    if (!isSorted) return showPeriod(plot.current, view, times);
    // Setting the horizontal scale makes uPlot rescale the vertical one.
    const { min, max } = plot.current.scales["x"] ?? {};
    if (typeof min === "number" && typeof max === "number") plot.current.setScale("x", { min, max });
  }, [curves]);

  return (
    <div role="img" aria-label={summary}>
      <ul className="curves" aria-hidden="true" style={{ height: LEGEND }}>
        {curves.map((curve, index) => (
          <li key={index}>
            <svg width={22} height={4}>
              <line
                x1={0}
                x2={22}
                y1={2}
                y2={2}
                style={{ stroke: `var(--${index + first === 0 ? "ink" : "ink-3"})`, strokeWidth: 2 }}
                strokeDasharray={DASHES[index + first]!.join(" ")}
              />
            </svg>
            <span>{labels[index + first]}</span>
            <b>{hour === null || curve === null ? "" : figure(curve[hour] ?? 0, language)}</b>
          </li>
        ))}
      </ul>
      <div ref={place} />
    </div>
  );
}
