/** The response of a headline number over the range of the slider that is hovered, focused or dragged. */
import { useEffect, useRef, useState } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import { Segments } from "../../controls/Segments.tsx";
import { visibleRange, trackPosition, type Range } from "../../controls/slider-steps.ts";
import { formatFigure, tickLabels, ticks } from "../../figures/figures.ts";
import { usefulRange } from "../../figures/prefixes.ts";
import { SWITCH } from "../../figures/slider-value.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { baselineOf } from "./dock-labels.ts";
import { LastMover } from "./Movers.tsx";
import { positionBefore, positionOf } from "./positions.ts";
import { useChanges } from "./use-changes.ts";
import { useMeasure } from "../../charts/use-measure.ts";
import { useSize } from "../../charts/use-size.ts";

/** Number of calculated slider values. */
const POINTS = 13;
/** Heights in pixels of the chart, of the current value above the curve, and of the slider's scale below it. */
const HEIGHT = 84;
const TOP = 20;
const BOTTOM = 16;
/** Number of headline numbers to choose from. */
const CHOICE_COUNT = 4;

/** @param props.question one number and its target, in the displayed unit; null if the user chooses the number */
export function ResponseDock({
  inputKey,
  question = null,
}: {
  readonly inputKey: string | null;
  readonly question?: { readonly number: HeadlineNumber; readonly target: number | null } | null;
}) {
  const { session, inputs, model, numbers, magnitudes } = useWorkspace();
  const { texts } = useTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const [ref, size] = useSize<HTMLDivElement>();
  const changes = useChanges();
  /** Identifies the scenario on the screen; null during a drag and a calculation. */
  const recipe = useSession(({ draggedSlider, isCalculating, answer }) =>
    draggedSlider === null && !isCalculating ? (answer?.recipe ?? null) : null,
  );
  const response = useSession((state) => state.response);
  const choices = question === null ? numbers.slice(0, CHOICE_COUNT) : [question.number];
  const number = choices.find(({ query }) => query === chosen) ?? choices[0] ?? null;
  const input = inputKey === null ? undefined : inputs.get(inputKey);
  const start = Number(input?.default ?? 0);
  const allowed: Range = { min: input?.min ?? 0, max: input?.max ?? 0, step: input?.step ?? null };
  const slider = inputKey === null ? undefined : model.sliders.get(inputKey);
  const range = visibleRange(allowed, slider === undefined ? null : usefulRange(slider, magnitudes), [start]);
  const isSwitch = slider?.unit === SWITCH;
  const canMove = input !== undefined && !input.disabled && range.max > range.min;

  useEffect(() => {
    if (inputKey === null || !canMove || recipe === null) return;
    const steps = isSwitch ? 1 : POINTS - 1;
    const values = Array.from(
      { length: steps + 1 },
      (_, index) => range.min + ((range.max - range.min) * index) / steps,
    );
    session.trials.explore(
      inputKey,
      values.map((value) => changes(inputKey, value)),
      choices.map(({ query }) => query),
    );
  }, [session, inputKey, recipe, canMove, question?.number.query]);

  const isIdle = useRef(true);
  if (inputKey !== null) isIdle.current = false;
  if (number === null) return null;
  const points =
    response?.key !== inputKey
      ? []
      : response.points.flatMap(({ value: x, results }) => {
          const y = results.get(number.query) ?? null;
          return y === null ? [] : [{ x, y: y * number.factor }];
        });
  const title = slider?.title ?? inputKey ?? texts.responseEmpty;
  return (
    <section
      className={isIdle.current ? "dock idle" : question === null ? "dock" : "dock aboutNumber"}
      aria-label={title}
    >
      {inputKey === null ? (
        <p className="quiet">{title}</p>
      ) : question !== null ? (
        <p className="quiet">{`${number.title}, ${number.unit}`}</p>
      ) : (
        <>
          <div className="heading">
            <b>{title}</b>
            <p className="mover">
              <LastMover inputKey={inputKey} />
            </p>
          </div>
          <div className="numbers">
            <Segments
              label={texts.responseChanges}
              selectedKey={number.query}
              onChoose={setChosen}
              segments={choices.map(({ query, short }) => ({ key: query, label: short }))}
            />
          </div>
        </>
      )}
      <div className="curve" ref={ref}>
        {size !== null && inputKey !== null && points.length > 1 && (
          <Curve
            points={points}
            range={range}
            inputKey={inputKey}
            start={start}
            width={size.width}
            number={number}
            factor={slider?.factor ?? 1}
            isSwitch={isSwitch}
            target={question?.target ?? null}
          />
        )}
      </div>
    </section>
  );
}

/** Distance in pixels between the labels at the curve's ends and the labels of the current and previous values. */
const LABEL_GAP = 8;

function Curve({
  points,
  range,
  inputKey,
  start,
  width,
  number,
  factor,
  isSwitch,
  target,
}: {
  /** Points of the curve: the number, in its unit, by slider value. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly range: Range;
  readonly inputKey: string;
  /** The slider's start value. */
  readonly start: number;
  readonly width: number;
  readonly number: HeadlineNumber;
  /** Factor from slider values to the slider's unit. */
  readonly factor: number;
  readonly isSwitch: boolean;
  /** The target of the number, in its unit. */
  readonly target: number | null;
}) {
  const { texts, language } = useTexts();
  const measure = useMeasure();
  const position = useSession((state) => positionOf(state, inputKey));
  const previousPosition = useSession((state) =>
    state.previousAnswer === null ? null : (positionBefore(state, inputKey) ?? start),
  );
  const currentValue = useSession((state) => state.answer?.results.get(number.query)?.future ?? null);
  const previousValue = useSession((state) => state.previousAnswer?.results.get(number.query)?.future ?? null);
  const heights = points.map(({ y }) => y);
  const values = target === null ? heights : [...heights, target];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number): number => trackPosition(at, range) * width;
  const y = (value: number): number => {
    const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM - 4);
  };
  const base = HEIGHT - BOTTOM;
  const line = points
    .map((point, index) => `${index === 0 ? "M" : "L"}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`)
    .join("");
  const currentX = x(typeof position === "number" ? position : start);
  const previousX =
    typeof previousPosition === "number" && x(previousPosition) !== currentX ? x(previousPosition) : null;
  const scale = (isSwitch ? [range.min, range.max] : ticks(range.min * factor, range.max * factor, 5))
    .map((value) => ({ value, at: x(value / factor) }))
    .filter(({ value }) => value >= range.min * factor && value <= range.max * factor);
  const labels = isSwitch
    ? [texts.off, texts.on]
    : tickLabels(
        scale.map(({ value }) => value),
        language,
      );
  const formatValue = (value: number): string => `${formatFigure(value, language)} ${number.unit}`;
  const valueText = currentValue === null ? "" : formatValue(currentValue * number.factor);
  const textWidth = measure(valueText, "strong");
  const textX = Math.max(0, Math.min(currentX, width - textWidth));
  const occupied = [
    [textX, textX + textWidth] as const,
    ...(previousX === null ? [] : [[previousX, previousX] as const]),
  ];
  const drawnPoints = points.map((point) => ({ x: x(point.x), y: y(point.y) }));
  const endLabels = [points[0]!, points.at(-1)!].flatMap((point, end) => {
    const label = formatValue(point.y);
    const from = end === 0 ? x(point.x) : x(point.x) - measure(label);
    const to = from + measure(label);
    const isFree = occupied.every(([start, stop]) => stop < from - LABEL_GAP || start > to + LABEL_GAP);
    const baseline = isFree ? baselineOf(drawnPoints, [from, to], { top: 0, bottom: base }) : null;
    return baseline === null ? [] : [{ at: x(point.x), baseline, end, label }];
  });
  return (
    <svg className="chart" width={width} height={HEIGHT} aria-hidden="true">
      <path className="below" d={`${line}L${x(points.at(-1)!.x)} ${base}L${x(points[0]!.x)} ${base}Z`} />
      <line className="base" x1={0} x2={width} y1={base} y2={base} />
      {target !== null && <line className="target" x1={0} x2={width} y1={y(target)} y2={y(target)} />}
      <path className="response" d={line} />
      {endLabels.map(({ at, baseline, end, label }) => (
        <text key={end} className="tick" x={at} y={baseline} textAnchor={end === 0 ? "start" : "end"}>
          {label}
        </text>
      ))}
      {scale.map(({ value, at }, index) => (
        <text
          key={value}
          className="tick"
          x={at}
          y={HEIGHT - 3}
          textAnchor={at < 8 ? "start" : at > width - 8 ? "end" : "middle"}
        >
          {labels[index]}
        </text>
      ))}
      {previousX !== null && previousValue !== null && (
        <>
          <line className="former" x1={previousX} x2={previousX} y1={TOP - 8} y2={base} />
          <circle className="formerDot" cx={previousX} cy={y(previousValue * number.factor)} r={3.5} />
        </>
      )}
      <line className="here" x1={currentX} x2={currentX} y1={TOP - 8} y2={base} />
      {currentValue !== null && (
        <circle className="hereDot" cx={currentX} cy={y(currentValue * number.factor)} r={3.5} />
      )}
      <text className="hereText" x={textX} y={9}>
        {valueText}
      </text>
    </svg>
  );
}
