/**
 * A curve as a picture of days and hours of the day. A click shows the week of an hour in all hourly charts; with
 * Shift, its day.
 */
import { Fragment, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { formatFigure, formatTogether } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { type Colour, cutsOf, DAYS, hourAt, HOURS_PER_DAY, monthsOfYear, pixelsOf, STEPS } from "./heatmap.ts";
import { monthName, timeOf, useFirstWeekday } from "./calendar.ts";
import { HOURS, type HourlySeries, reaches } from "./hours.ts";
import { DAY, showHoursAround, visibleSpan, useHours, useHoursView, WEEK } from "./hours-view.ts";
import { ink } from "./ink.ts";
import { widest } from "./measure.ts";
import { useMeasure } from "./use-measure.ts";
import type { Size } from "./use-size.ts";

const LEGEND_HEIGHT = 24;
const LEFT_MARGIN = 26;
const BOTTOM_MARGIN = 22;
/** Sizes of the legend: the swatch of a step, and the space between its parts (`.ramp`). */
const SWATCH = 18;
const RAMP_GAP = 5;
/** Distance between the names of months. */
const MONTH_GAP = 4;
/** Prices at or above this value indicate a shortage (EUR/MWh). */
const SCARCITY = 3_000;

/** The colour to which the browser resolves a token. */
function colourOf(token: string): Colour {
  const colour = Number.parseInt(ink(token).slice(1), 16);
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

const KEYS: { readonly [key: string]: number } = { ArrowLeft: -DAY, ArrowRight: DAY, ArrowUp: -1, ArrowDown: 1 };

export function HeatMap({
  series,
  size,
  unit,
  theme,
  summary,
}: {
  readonly series: HourlySeries;
  readonly size: Size;
  readonly unit: string;
  readonly theme: string;
  readonly summary: string;
}) {
  const { texts, language } = useTexts();
  const measure = useMeasure();
  const view = useHoursView();
  const firstWeekday = useFirstWeekday();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hour, setHour] = useState<number | null>(null);
  const span = useHours(visibleSpan);
  const selectedHour = useHours((state) => state.selectedHour);
  const isPrice = unit === "€/MWh";
  const cuts = useMemo(() => cutsOf(series.values), [series]);
  const hasShortage = useMemo(() => isPrice && reaches(series.values, SCARCITY), [series, isPrice]);
  useEffect(() => {
    const ramp = Array.from({ length: STEPS }, (_, step) => colourOf(`r${step}`));
    const alarm = isPrice ? { from: SCARCITY, colour: colourOf("r-alarm") } : null;
    const pixels = pixelsOf(series.values, cuts, ramp, alarm);
    canvas.current?.getContext("2d")?.putImageData(new ImageData(pixels, DAYS, HOURS_PER_DAY), 0, 0);
  }, [series, cuts, theme, isPrice]);
  const width = Math.max(1, size.width - LEFT_MARGIN);
  const height = Math.max(24, size.height - LEGEND_HEIGHT - BOTTOM_MARGIN);
  const xOf = (day: number): number => LEFT_MARGIN + (day / DAYS) * width;
  const [firstDay, lastDay] = [Math.floor(span.from / DAY), Math.floor(span.to / DAY) + 1];
  const markedHour = hour ?? selectedHour;
  const monthsAs = (length: "short" | "narrow"): readonly string[] =>
    monthsOfYear.map((_, index) => monthName(index + 1, language, length));
  const isNarrow = widest(monthsAs("short"), measure) + MONTH_GAP > width / monthsOfYear.length;
  const months = monthsAs(isNarrow ? "narrow" : "short");
  const cutTexts = formatTogether(cuts, language);
  const rampWidth =
    measure(unit) +
    cutTexts.reduce((sum, text) => sum + measure(text) + RAMP_GAP, 0) +
    (cuts.length + 1) * (SWATCH + RAMP_GAP) +
    (hasShortage ? measure(texts.hours.missing) + SWATCH + 3 * RAMP_GAP : 0);
  // If the labels of all steps do not fit, every second one is shown.
  const labelInterval = rampWidth > size.width ? 2 : 1;
  const describeHour = (value: number): string =>
    `${timeOf(value, language, firstWeekday)}: ${formatFigure(series.values[value]!, language)} ${unit}`;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = selectedHour ?? span.from;
    const move = KEYS[event.key];
    if (move !== undefined) {
      const next = from + move;
      if (next >= 0 && next < HOURS) showHoursAround(view, next, span.to - span.from + 1 === DAY ? DAY : WEEK);
    } else if (event.key === "Enter") showHoursAround(view, from, event.shiftKey ? DAY : WEEK);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="heatmap"
      role="slider"
      tabIndex={0}
      aria-label={`${summary}, ${texts.hours.hour}`}
      aria-valuemin={0}
      aria-valuemax={HOURS - 1}
      aria-valuenow={selectedHour ?? span.from}
      aria-valuetext={describeHour(selectedHour ?? span.from)}
      onKeyDown={onKeyDown}
    >
      <canvas
        ref={canvas}
        width={DAYS}
        height={HOURS_PER_DAY}
        style={{ marginLeft: LEFT_MARGIN, width, height, imageRendering: "pixelated", display: "block" }}
        onPointerMove={({ nativeEvent, currentTarget }) => {
          const { clientWidth, clientHeight } = currentTarget;
          const next = hourAt(nativeEvent.offsetX / clientWidth, nativeEvent.offsetY / clientHeight);
          setHour(next);
          view.setState({ hoveredHour: next });
        }}
        onPointerLeave={() => {
          setHour(null);
          view.setState({ hoveredHour: null });
        }}
        onClick={({ nativeEvent, currentTarget, shiftKey }) => {
          const { clientWidth, clientHeight } = currentTarget;
          const next = hourAt(nativeEvent.offsetX / clientWidth, nativeEvent.offsetY / clientHeight);
          if (next !== null) showHoursAround(view, next, shiftKey ? DAY : WEEK);
        }}
      />
      <svg className="chart over" width={size.width} height={height + BOTTOM_MARGIN} aria-hidden="true">
        {[0, 6, 12, 18].map((tickHour) => (
          <text
            key={tickHour}
            className="tick"
            x={LEFT_MARGIN - 6}
            y={((tickHour + 0.5) / 24) * height + 4}
            textAnchor="end"
          >
            {String(tickHour).padStart(2, "0")}
          </text>
        ))}
        {monthsOfYear.map(({ first: day, days }, index) => (
          <g key={day}>
            <rect
              className={index % 2 === 0 ? "ladder dark" : "ladder"}
              x={xOf(day)}
              y={height + 4}
              width={xOf(day + days) - xOf(day)}
              height={4}
            />
            <text className="tick" x={xOf(day + days / 2)} y={height + 19} textAnchor="middle">
              {months[index]}
            </text>
          </g>
        ))}
        <rect className="span" x={xOf(firstDay) - 1} y={0} width={xOf(lastDay) - xOf(firstDay) + 2} height={height} />
        {markedHour !== null && (
          <circle
            className="mark"
            cx={xOf(Math.floor(markedHour / DAY) + 0.5)}
            cy={(((markedHour % DAY) + 0.5) / 24) * height}
            r={4}
          />
        )}
      </svg>
      <div className="ramp" aria-hidden="true">
        <span className="unit">{unit}</span>
        {Array.from({ length: cuts.length + 1 }, (_, step) => (
          <Fragment key={step}>
            {step > 0 && step % labelInterval === 0 && <span>{cutTexts[step - 1]}</span>}
            <i style={{ background: `var(--r${step})` }} />
          </Fragment>
        ))}
        {hasShortage && (
          <>
            <i className="alarm" style={{ background: "var(--r-alarm)" }} />
            <span>{texts.hours.missing}</span>
          </>
        )}
        <span className="space" />
        {hour !== null && <span>{describeHour(hour)}</span>}
      </div>
    </div>
  );
}
