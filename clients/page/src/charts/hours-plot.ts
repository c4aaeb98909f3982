/** Plots over hours of the year that show the same period and mark the same hour. */
import type uPlot from "uplot";
import { hourAt } from "./hour-axis.ts";
import { HOURS } from "./hours.ts";
import { choose, type HoursView, shownSpan, type Span, spanOf } from "./hours-view.ts";

/** Seconds. */
export const HOUR = 3_600;
/** A press that moves less than this is a click, in pixels. */
const CLICK = 4;

/** Hooks of a plot that report its cursor and its period. */
export type HourHooks = Pick<uPlot.Hooks.Arrays, "setCursor" | "setScale">;

/**
 * Draws a plot that follows the view, and changes it: by its cursor, by a click, and by a drag that zooms.
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
        const pointed = isOver ? hourAt(left, over.clientWidth, shownSpan(view.getState())) : null;
        if (view.getState().pointed !== pointed) view.setState({ pointed });
      },
    ],
    setScale: [
      ({ scales: { x } }, key) => {
        if (!isConnected || key !== "x" || typeof x?.min !== "number" || typeof x.max !== "number") return;
        const last = x.max >= times.at(-1)! ? HOURS - 1 : (x.max - times[0]!) / HOUR - 1;
        const [next, shown] = [spanOf((x.min - times[0]!) / HOUR, last), shownSpan(view.getState())];
        if (next.from !== shown.from || next.to !== shown.to) view.setState({ span: next });
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

/** Sets the period of the view; uPlot then rescales the vertical axis. */
export function showPeriod(plot: uPlot, view: HoursView, times: Float64Array): void {
  const span = shownSpan(view.getState());
  plot.setScale("x", { min: times[span.from]!, max: times[span.to]! + HOUR });
}

/** Makes a plot follow the view. Returns a function that ends this. */
function connect(plot: uPlot, view: HoursView, times: Float64Array): () => void {
  const markers = ["chosen", "pointed"].map((name) => {
    const line = document.createElement("i");
    line.className = `hour ${name}`;
    plot.over.append(line);
    return line;
  });
  const mark = (): void => {
    const state = view.getState();
    const span = shownSpan(state);
    [state.chosen, state.pointed].forEach((hour, place) => {
      const line = markers[place]!;
      const isShown = hour !== null && hour >= span.from && hour <= span.to;
      line.hidden = !isShown;
      if (isShown) line.style.left = `${plot.valToPos(times[hour]! + HOUR / 2, "x")}px`;
    });
  };
  let shown: Span | null = null;
  const follow = (): void => {
    const span = shownSpan(view.getState());
    if (span !== shown) {
      shown = span;
      showPeriod(plot, view, times);
    }
    mark();
  };
  // A scale takes effect at the next drawing.
  (plot.hooks.draw ??= []).push(mark);
  follow();
  const end = view.subscribe(follow);
  let pressed = 0;
  plot.over.addEventListener("pointerdown", ({ clientX }) => (pressed = clientX));
  plot.over.addEventListener("click", ({ clientX }) => {
    if (Math.abs(clientX - pressed) >= CLICK) return;
    const { left, width } = plot.over.getBoundingClientRect();
    choose(view, hourAt(clientX - left, width, shownSpan(view.getState())));
  });
  return end;
}
