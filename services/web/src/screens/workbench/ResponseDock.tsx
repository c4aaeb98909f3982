/** What the slider under the pointer, the focus or the hand does to a headline number over its range. */
import { useEffect, useState } from "react";
import { Segments } from "../../controls/Segments.tsx";
import { drawn, placeOf, type Range } from "../../controls/slider-steps.ts";
import { figure, ticks } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { LastMover } from "./Movers.tsx";
import { positionOf } from "./positions.ts";
import { useSize } from "../../charts/use-size.ts";

/** Values of a slider that are calculated. */
const POINTS = 13;
const HEIGHT = 78;
/** Numbers that can be chosen. */
const CHOICES = 4;

export function ResponseDock({ inputKey }: { readonly inputKey: string | null }) {
  const { session, inputs, model } = useWorkspace();
  const { texts, language } = useTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const [ref, size] = useSize<HTMLDivElement>();
  const version = useSession((state) => state.base.version);
  const isAtRest = useSession((state) => state.hand === null && !state.isCalculating);
  const response = useSession((state) => state.response);
  const choices = model.headline.slice(0, CHOICES);
  const number = choices.find(({ query }) => query === chosen) ?? choices[0] ?? null;
  const input = inputKey === null ? undefined : inputs.get(inputKey);
  const start = Number(input?.default ?? 0);
  const allowed: Range = { min: input?.min ?? 0, max: input?.max ?? 0, step: input?.step ?? null };
  const slider = inputKey === null ? undefined : model.sliders.get(inputKey);
  const range = drawn(allowed, slider?.shown ?? null, [start]);
  const canMove = input !== undefined && !input.disabled && range.max > range.min;

  useEffect(() => {
    if (inputKey === null || !canMove || !isAtRest) return;
    const values = Array.from(
      { length: POINTS },
      (_, index) => range.min + ((range.max - range.min) * index) / (POINTS - 1),
    );
    session.explore(
      inputKey,
      values,
      choices.map(({ query }) => query),
    );
  }, [session, inputKey, version, isAtRest, canMove]);

  if (number === null) return null;
  const points =
    response?.key !== inputKey
      ? []
      : response.points.flatMap(({ value: x, results }) => {
          const y = results.get(number.query) ?? null;
          return y === null ? [] : [{ x, y: y * number.factor }];
        });
  return (
    <section className="dock" aria-label={slider?.title ?? texts.responseEmpty}>
      <div className="head">
        <b>{slider?.title ?? ""}</b>
        <span className="quiet">{inputKey === null ? texts.responseEmpty : texts.responseChanges}</span>
        {inputKey !== null && (
          <Segments
            label={texts.responseChanges}
            chosen={number.query}
            onChoose={setChosen}
            segments={choices.map(({ query, title }) => ({ key: query, label: title }))}
          />
        )}
      </div>
      <div className="curve" ref={ref}>
        {size !== null && inputKey !== null && points.length > 1 && (
          <Curve
            points={points}
            range={range}
            inputKey={inputKey}
            start={start}
            width={size.width}
            unit={number.unit}
            label={(y) => figure(y, language)}
          />
        )}
      </div>
      <p className="mover">{inputKey !== null && <LastMover inputKey={inputKey} />}</p>
    </section>
  );
}

function Curve({
  points,
  range,
  inputKey,
  start,
  width,
  unit,
  label,
}: {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly range: Range;
  readonly inputKey: string;
  /** Where the slider stands when nothing has moved it. */
  readonly start: number;
  readonly width: number;
  readonly unit: string;
  readonly label: (value: number) => string;
}) {
  const position = useSession((state) => positionOf(state, inputKey));
  const value = typeof position === "number" ? position : start;
  const heights = points.map(({ y }) => y);
  const axis = ticks(Math.min(...heights), Math.max(...heights), 2);
  const [low, high] = [axis[0]!, axis.at(-1)!];
  const x = (at: number): number => placeOf(at, range) * width;
  const y = (of: number): number => 6 + (1 - (of - low) / (high - low || 1)) * (HEIGHT - 12);
  const line = points
    .map((point, index) => `${index === 0 ? "M" : "L"}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`)
    .join("");
  const after = points.findIndex((point) => point.x >= value);
  const [a, b] = [points[Math.max(0, after - 1)]!, points[Math.max(0, after)]!];
  const share = b.x > a.x ? Math.min(1, Math.max(0, (value - a.x) / (b.x - a.x))) : 1;
  const here = a.y + (b.y - a.y) * share;
  return (
    <svg className="chart" width={width} height={HEIGHT} aria-hidden="true">
      {[low, high].map((tick) => (
        <text key={tick} className="tick" x={width} y={y(tick) + (tick === low ? 0 : 8)} textAnchor="end">
          {`${label(tick)} ${unit}`}
        </text>
      ))}
      <path className="response" d={line} />
      {points.map((point) => (
        <circle key={point.x} className="knot" cx={x(point.x)} cy={y(point.y)} r={1.5} />
      ))}
      <line className="here" x1={x(value)} x2={x(value)} y1={0} y2={HEIGHT} />
      <circle className="hereDot" cx={x(value)} cy={y(here)} r={3.5} />
    </svg>
  );
}
