/** Plots over hours of the year that show the same period and mark the same hour. */
import uPlot from "uplot";
import { type Language, tickLabels } from "../figures/figures.ts";
import type { FirstWeekday } from "./calendar.ts";
import { hourAt, hourAxis } from "./hour-axis.ts";
import { HOURS } from "./hours.ts";
import { selectHour, type HoursView, visibleSpan, type Span, spanOf } from "./hours-view.ts";
import { ink } from "./ink.ts";
import type { Measure } from "./measure.ts";
import type { Size } from "./use-size.ts";
import { chartFont } from "./use-measure.ts";
import { zeroLine } from "./zero-line.ts";

/** An hour in seconds, the unit of the time axis. */
export const HOUR = 3_600;
/** A press that moves by fewer pixels is a click. */
const CLICK_DISTANCE = 4;

/** Draws each value as a step over its hour. */
export const stepped = uPlot.paths.stepped!({ align: 1 });

/** Spacing of the figures of a vertical axis, of which there are at most six. */
const spaceOf = (_plot: uPlot, _axis: number, _min: number, _max: number, height: number): number =>
  Math.max(16, height / 5);

/** An axis of figures. */
export const figureAxis = (language: Language): uPlot.Axis => ({
  stroke: ink("ink-2"),
  font: chartFont(),
  grid: { stroke: ink("line"), width: 1 },
  ticks: { show: false },
  values: (_plot, splits) => [...tickLabels(splits, language)],
});

/** Width of the vertical axis, and distance of its figures from the plot. */
const AXIS = { size: 40, gap: 4 };
/** The unit begins at the left edge, above the axis: a figure closer to the top (pixels) is on its line. */
const MIN_BELOW_UNIT = 6;

/** Figures of the vertical axis, without one that would touch the unit. */
function figuresBelowUnit(
  plot: uPlot,
  splits: readonly number[],
  { language, measure, unit }: { readonly language: Language; readonly measure: Measure; readonly unit: string },
): string[] {
  const { min = 0, max = 0 } = plot.scales["y"]!;
  const pixelsPerUnit = plot.bbox.height / devicePixelRatio / (max - min);
  const room = AXIS.size - AXIS.gap - measure(unit);
  return tickLabels(splits, language).map((label, index) =>
    (max - splits[index]!) * pixelsPerUnit < MIN_BELOW_UNIT && measure(label) > room ? "" : label,
  );
}

/** Options of a plot over the hours of the calendar, without its series; a drag selects a period. */
export function calendarOptions(
  times: Float64Array,
  { width, height }: Size,
  unit: string,
  language: Language,
  first: FirstWeekday,
  measure: Measure,
  hooks: HourHooks,
): Omit<uPlot.Options, "series"> {
  const hours = hourAxis(times, language, first, measure);
  return {
    width,
    height,
    // Space for the unit above the axis.
    padding: [14, null, null, null],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: { points: { show: false }, x: false, y: false, drag: { x: true, y: false } },
    scales: { y: { range: (_plot, min, max) => [Math.min(0, min), max * 1.04 || 1] } },
    axes: [
      hours.axis,
      {
        ...figureAxis(language),
        ...AXIS,
        space: spaceOf,
        values: (plot, splits) => figuresBelowUnit(plot, splits, { language, measure, unit }),
      },
    ],
    hooks: { drawAxes: [zeroLine, hours.ladder], ...hooks },
  };
}

/** Hooks of a plot that report its cursor and its period. */
export type HourHooks = Pick<uPlot.Hooks.Arrays, "setCursor" | "setScale">;

/**
 * Draws a plot that follows the view and changes it: with its cursor, a click, or a drag that zooms.
 * @param times start of each hour, in seconds
 * @param draw creates the plot with the hooks
 * @returns the plot, and a function that removes it
 */
export function drawHours(
  view: HoursView,
  times: Float64Array,
  draw: (hooks: HourHooks) => uPlot,
): { readonly plot: uPlot; readonly remove: () => void } {
  let isConnected = false;
  const hooks: HourHooks = {
    setCursor: [
      ({ cursor: { left }, over }) => {
        const isOver = left !== undefined && left >= 0;
        const hoveredHour = isOver ? hourAt(left, over.clientWidth, visibleSpan(view.getState())) : null;
        if (view.getState().hoveredHour !== hoveredHour) view.setState({ hoveredHour });
      },
    ],
    setScale: [
      ({ scales: { x } }, key) => {
        if (!isConnected || key !== "x" || typeof x?.min !== "number" || typeof x.max !== "number") return;
        const last = x.max >= times.at(-1)! ? HOURS - 1 : (x.max - times[0]!) / HOUR - 1;
        const [nextSpan, currentSpan] = [spanOf((x.min - times[0]!) / HOUR, last), visibleSpan(view.getState())];
        if (nextSpan.from !== currentSpan.from || nextSpan.to !== currentSpan.to) view.setState({ span: nextSpan });
      },
    ],
  };
  const plot = draw(hooks);
  const disconnect = connect(plot, view, times);
  isConnected = true;
  return {
    plot,
    remove: () => {
      disconnect();
      plot.destroy();
    },
  };
}

/** Shows the view's period in a plot; uPlot then rescales the vertical axis. */
export function showPeriod(plot: uPlot, view: HoursView, times: Float64Array): void {
  const span = visibleSpan(view.getState());
  plot.setScale("x", { min: times[span.from]!, max: times[span.to]! + HOUR });
}

/** Makes a plot follow the view. Returns a function that disconnects it. */
function connect(plot: uPlot, view: HoursView, times: Float64Array): () => void {
  const markers = ["chosen", "pointed"].map((name) => {
    const line = document.createElement("i");
    line.className = `hour ${name}`;
    plot.over.append(line);
    return line;
  });
  const updateMarkers = (): void => {
    const state = view.getState();
    const span = visibleSpan(state);
    [state.selectedHour, state.hoveredHour].forEach((hour, index) => {
      const line = markers[index]!;
      const isShown = hour !== null && hour >= span.from && hour <= span.to;
      line.hidden = !isShown;
      if (isShown) line.style.left = `${plot.valToPos(times[hour]! + HOUR / 2, "x")}px`;
    });
  };
  let lastSpan: Span | null = null;
  const update = (): void => {
    const span = visibleSpan(view.getState());
    if (span !== lastSpan) {
      lastSpan = span;
      showPeriod(plot, view, times);
    }
    updateMarkers();
  };
  // A new scale takes effect the next time the plot is drawn.
  (plot.hooks.draw ??= []).push(updateMarkers);
  update();
  const unsubscribe = view.subscribe(update);
  let pressX = 0;
  plot.over.addEventListener("pointerdown", ({ clientX }) => (pressX = clientX));
  plot.over.addEventListener("click", ({ clientX }) => {
    if (Math.abs(clientX - pressX) >= CLICK_DISTANCE) return;
    const { left, width } = plot.over.getBoundingClientRect();
    selectHour(view, hourAt(clientX - left, width, visibleSpan(view.getState())));
  });
  return unsubscribe;
}
