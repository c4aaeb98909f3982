/**
 * A line for each variant through its sliders and figures. Dragging along an axis selects a range; the range's ends are
 * sliders for the keyboard.
 */
import { type PointerEvent, useRef } from "react";
import { useMeasure } from "../../charts/use-measure.ts";
import { useSize } from "../../charts/use-size.ts";
import { formatFigure, formatTogether } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { partAfterKey, axesThatFit, type Axis, withBrush, type Brushes, wrapName, type Part } from "./parallel-axes.ts";
import { separateDiscs } from "./point-labels.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

const MARGIN = { left: 52, right: 64, top: 50, bottom: 24 };
/** Minimum distance between two axes. */
const MIN_GAP = 92;
/** Maximum number of lines of each kind; more would only cover each other. */
const MAX_LINES = 250;
/** Width of the area around an axis that accepts a drag, and width of a selected part. */
const HIT_WIDTH = 26;
const BOX_WIDTH = 14;
/** In pixels. */
const DISC_RADIUS = 8;
/** A press that moves by fewer pixels is a click. */
const CLICK_MOVE = 4;

export function ParallelAxes({
  axes: allAxes,
  goodVariants,
  answerVariants,
  brushes,
  onBrush,
}: {
  readonly axes: readonly Axis[];
  /** Good variants within the selected ranges of all axes. */
  readonly goodVariants: readonly number[];
  /** The chosen variants among the good ones. */
  readonly answerVariants: readonly number[];
  readonly brushes: Brushes;
  readonly onBrush: (brushes: Brushes) => void;
}) {
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const measure = useMeasure();
  const [ref, size] = useSize<HTMLDivElement>();
  const { width, height } = size ?? { width: 0, height: 0 };
  const plotWidth = width - MARGIN.left - MARGIN.right;
  const axes = axesThatFit(allAxes, Math.floor(plotWidth / MIN_GAP) + 1);
  const step = axes.length < 2 ? 0 : Math.max(MIN_GAP, plotWidth / (axes.length - 1));
  const [top, bottom] = [MARGIN.top, height - MARGIN.bottom];
  const xOf = (index: number): number => MARGIN.left + index * step;
  const yOf = ({ from, to }: Axis, value: number): number =>
    to > from ? bottom - ((value - from) / (to - from)) * (bottom - top) : (top + bottom) / 2;
  const lineOf = (variant: number): string => {
    const points = axes.map((axis, index) => `${xOf(index).toFixed(1)} ${yOf(axis, axis.values[variant]!).toFixed(1)}`);
    return `M${points.join("L")}`;
  };
  const hasAllValues = (variant: number): boolean => axes.every(({ values }) => Number.isFinite(values[variant]));
  const goodSet = new Set(goodVariants);
  const others = [...(axes[0]?.values.keys() ?? [])].filter(
    (variant) => !goodSet.has(variant) && hasAllValues(variant),
  );
  const withUnit = ({ unit }: Axis, text: string): string => `${text} ${unit}`.trim();
  const formatOn = (axis: Axis, value: number): string => withUnit(axis, formatFigure(value * axis.factor, language));
  const formatEnds = (axis: Axis): readonly string[] =>
    formatTogether([axis.from * axis.factor, axis.to * axis.factor], language).map((text) => withUnit(axis, text));
  const lastAxis = axes.at(-1);
  const marks = answerVariants.map((variant) => ({
    x: xOf(axes.length - 1) + 36,
    y: lastAxis === undefined ? 0 : yOf(lastAxis, lastAxis.values[variant]!),
  }));
  const right = xOf(axes.length - 1);
  const discs = separateDiscs(marks, 2 * DISC_RADIUS + 2, {
    left: right + 24,
    right: right + 60,
    top,
    bottom: bottom + DISC_RADIUS,
  });
  return (
    <div className="body parallel scrolls" ref={ref} tabIndex={0} role="group" aria-label={exploreTexts.common}>
      {size !== null && axes.length > 1 && (
        <svg className="chart" width={Math.max(width, right + MARGIN.right)} height={height}>
          <g aria-hidden="true">
            <path className="variant" d={sampleEvenly(others).map(lineOf).join("")} />
            <path className="variant good" d={sampleEvenly(goodVariants.filter(hasAllValues)).map(lineOf).join("")} />
            {answerVariants.map((variant) => (
              <path key={variant} className="variant answer" d={lineOf(variant)} />
            ))}
          </g>
          {axes.map((axis, index) => (
            <g key={axis.key} transform={`translate(${xOf(index)} 0)`} data-axis={axis.key}>
              <g aria-hidden="true" className={axis.isFigure ? "named figure" : "named"}>
                <title>{axis.title}</title>
                {wrapName(axis.title, step - 6, measure, axis.isFigure ? "strong" : "plain").map(
                  (line, position, { length }) => (
                    <text key={position} y={top - 22 - 13 * (length - 1 - position)} textAnchor="middle">
                      {line}
                    </text>
                  ),
                )}
                <text className="tick" y={top - 8} textAnchor="middle">
                  {formatEnds(axis)[1]}
                </text>
                <text className="tick" y={bottom + 16} textAnchor="middle">
                  {formatEnds(axis)[0]}
                </text>
                <line className="axis" y1={top} y2={bottom} />
                {axis.commonRange !== null && (
                  <line className="common" y1={yOf(axis, axis.commonRange.low)} y2={yOf(axis, axis.commonRange.high)} />
                )}
              </g>
              <Brush
                axis={axis}
                part={brushes.get(axis.key) ?? null}
                ends={{ top, bottom }}
                yOf={(value) => yOf(axis, value)}
                format={(value) => formatOn(axis, value)}
                onPart={(part) => onBrush(withBrush(brushes, axis, part ?? { low: axis.from, high: axis.to }))}
              />
            </g>
          ))}
          <g aria-hidden="true">
            {discs.map(({ x, y }, index) => (
              <g key={answerVariants[index]}>
                <line className="leader" x1={right} y1={marks[index]!.y} x2={x} y2={y} />
                <g className="answer" transform={`translate(${x} ${y})`}>
                  <circle r={DISC_RADIUS} />
                  <text y={4} textAnchor="middle">
                    {index + 1}
                  </text>
                </g>
              </g>
            ))}
          </g>
        </svg>
      )}
    </div>
  );
}

/** An even sample of variants, at most as many as are drawn. */
function sampleEvenly(variants: readonly number[]): readonly number[] {
  const step = Math.ceil(variants.length / MAX_LINES);
  return variants.filter((_, index) => index % step === 0);
}

/** The selected part of an axis. Its ends can be dragged or moved by keys; a click, Delete or Escape removes it. */
function Brush({
  axis,
  part,
  ends: { top, bottom },
  yOf,
  format,
  onPart,
}: {
  readonly axis: Axis;
  /** Null for the entire axis. */
  readonly part: Part | null;
  readonly ends: { readonly top: number; readonly bottom: number };
  readonly yOf: (value: number) => number;
  readonly format: (value: number) => string;
  /** Null removes the part. */
  readonly onPart: (part: Part | null) => void;
}) {
  const exploreTexts = useExploreTexts();
  /** The pixel position and the value at the fixed end of a drag. */
  const drag = useRef<{ readonly y: number; readonly fixed: number } | null>(null);
  const { from, to, title } = axis;
  const whole: Part = { low: from, high: to };
  const currentPart = part ?? whole;
  const valueAt = ({
    clientY,
    currentTarget,
  }: PointerEvent<SVGElement>): { readonly y: number; readonly value: number } => {
    const y = clientY - currentTarget.ownerSVGElement!.getBoundingClientRect().top;
    const fraction = Math.min(1, Math.max(0, (bottom - y) / (bottom - top || 1)));
    return { y, value: from + fraction * (to - from) };
  };
  const onPointerMove = (event: PointerEvent<SVGElement>): void => {
    if (drag.current === null) return;
    const { y, value } = valueAt(event);
    const { fixed } = drag.current;
    if (Math.abs(y - drag.current.y) < CLICK_MOVE) return;
    onPart({ low: Math.min(fixed, value), high: Math.max(fixed, value) });
  };
  const dragHandlers = (fixed: number | null) => ({
    onPointerDown: (event: PointerEvent<SVGElement>): void => {
      const { y, value } = valueAt(event);
      drag.current = { y, fixed: fixed ?? value };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove,
    onPointerUp: (event: PointerEvent<SVGElement>): void => {
      const dragStart = drag.current;
      drag.current = null;
      if (dragStart !== null && fixed === null && Math.abs(valueAt(event).y - dragStart.y) < CLICK_MOVE) onPart(null);
    },
    onPointerCancel: (): void => {
      drag.current = null;
    },
  });
  return (
    <>
      <rect
        className="hit"
        x={-HIT_WIDTH / 2}
        width={HIT_WIDTH}
        y={top}
        height={Math.max(0, bottom - top)}
        {...dragHandlers(null)}
      />
      {part !== null && (
        <rect
          className="kept"
          aria-hidden="true"
          x={-BOX_WIDTH / 2}
          width={BOX_WIDTH}
          y={yOf(part.high)}
          height={Math.max(1, yOf(part.low) - yOf(part.high))}
        />
      )}
      {(["low", "high"] as const).map((end) => (
        <rect
          key={end}
          className={part === null ? "end" : "end brushed"}
          data-end={end}
          x={-HIT_WIDTH / 2}
          width={HIT_WIDTH}
          y={yOf(currentPart[end]) - 4}
          height={8}
          role="slider"
          tabIndex={0}
          aria-label={end === "low" ? exploreTexts.keepFrom(title) : exploreTexts.keepTo(title)}
          aria-orientation="vertical"
          aria-valuemin={end === "low" ? from : currentPart.low}
          aria-valuemax={end === "low" ? currentPart.high : to}
          aria-valuenow={currentPart[end]}
          aria-valuetext={format(currentPart[end])}
          {...dragHandlers(end === "low" ? currentPart.high : currentPart.low)}
          onKeyDown={(event) => {
            const isCleared = event.key === "Delete" || event.key === "Escape";
            const next = isCleared ? null : partAfterKey(event.key, end, currentPart, axis);
            if (!isCleared && next === null) return;
            event.preventDefault();
            event.stopPropagation();
            onPart(next);
          }}
        />
      ))}
    </>
  );
}
