/** All variants as points: one number against another, with the condition, the good variants and the chosen answers. */
import type { HeadlineNumber } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import { HorizontalAxis, VerticalAxis } from "../../charts/Axes.tsx";
import { linearScale } from "../../charts/scale.ts";
import { useMeasure } from "../../charts/use-measure.ts";
import { useSize } from "../../charts/use-size.ts";
import { formatFigure, tickLabels } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession } from "../session-context.tsx";
import { type AnswerSelection, columnOf } from "./answer-rows.ts";
import { isAtLeast } from "./conditions.ts";
import { separateDiscs } from "./point-labels.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

const MARGIN = { left: 44, right: 16, top: 28, bottom: 38 };
/** Maximum number of other variants drawn; more would only cover each other. */
const MAX_DRAWN = 1_000;
/** Radii in pixels of a variant, of this scenario, and of an answer's number. */
const DOT_RADIUS = 1.8;
const RING_RADIUS = 5;
const DISC_RADIUS = 8;

export function AnswerScatter({
  result,
  selection,
  number,
  objective,
  target,
}: {
  readonly result: SweepResult;
  readonly selection: AnswerSelection;
  readonly number: HeadlineNumber;
  readonly objective: HeadlineNumber;
  /** In the number's unit. */
  readonly target: number;
}) {
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const measure = useMeasure();
  const [ref, size] = useSize<HTMLDivElement>();
  const answer = useSession((state) => state.answer);
  const [xValues, yValues] = [objective, number].map((headlineNumber) =>
    columnOf(result, headlineNumber.query).map((value) => value * headlineNumber.factor),
  ) as [Float64Array, Float64Array];
  const good = new Set(selection.goodVariants);
  const variants = [...yValues.keys()].filter(
    (variant) => Number.isFinite(yValues[variant]) && Number.isFinite(xValues[variant]),
  );
  const step = Math.ceil(variants.length / MAX_DRAWN);
  const drawn = variants.filter((variant, index) => good.has(variant) || index % step === 0);
  const currentValueOf = (headlineNumber: HeadlineNumber): number | null => {
    const value = answer === null ? null : valueOf(answer, headlineNumber.query, headlineNumber, "future");
    return value === null ? null : value * headlineNumber.factor;
  };
  const current = { x: currentValueOf(objective), y: currentValueOf(number) };
  const { width, height } = size ?? { width: 0, height: 0 };
  const plot = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const rangeOf = (column: Float64Array, ...more: readonly (number | null)[]): readonly [number, number] => {
    let [least, most] = [Infinity, -Infinity];
    for (const value of [...variants.map((variant) => column[variant]!), ...more.filter((value) => value !== null)]) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return least < most ? [least, most] : [least - 1, least + 1];
  };
  const x = linearScale(rangeOf(xValues, current.x), [plot.left, plot.right], 60);
  const y = linearScale(rangeOf(yValues, current.y, target), [plot.bottom, plot.top]);
  const limit = y.position(target);
  const label =
    `${isAtLeast(number) ? exploreTexts.atLeast : exploreTexts.atMost} ${formatFigure(target, language)} ${number.unit}`.trim();
  const allowed = isAtLeast(number) ? { from: plot.top, to: limit } : { from: limit, to: plot.bottom };
  const marks = selection.answers.map(({ variant }) => ({
    x: x.position(xValues[variant]!),
    y: y.position(yValues[variant]!),
  }));
  const discs = separateDiscs(marks, 2 * DISC_RADIUS + 2, plot);
  const title = exploreTexts.versus(number.title, objective.title);
  return (
    <div className="body cloud" ref={ref}>
      {size !== null && variants.length > 0 && (
        <svg className="chart" width={width} height={height} role="img" aria-label={title}>
          <rect
            className="allowed"
            x={plot.left}
            width={Math.max(0, plot.right - plot.left)}
            y={allowed.from}
            height={Math.max(0, allowed.to - allowed.from)}
          />
          <VerticalAxis scale={y} tickLabels={tickLabels(y.ticks, language)} plot={plot} />
          <g className="below">
            <HorizontalAxis scale={x} tickLabels={x.ticks.map(() => "")} top={plot.top} bottom={plot.bottom} />
            {x.ticks.map((value, index) => (
              <text key={value} className="tick" x={x.position(value)} y={plot.bottom + 16} textAnchor="middle">
                {tickLabels(x.ticks, language)[index]}
              </text>
            ))}
          </g>
          <text className="tick" x={0} y={12}>
            {`${number.title}, ${number.unit}`}
          </text>
          <text className="tick" x={plot.right} y={height - 4} textAnchor="end">
            {`${objective.title}, ${objective.unit}`}
          </text>
          {drawn.map((variant) => (
            <circle
              key={variant}
              className={good.has(variant) ? "variant good" : "variant"}
              cx={x.position(xValues[variant]!)}
              cy={y.position(yValues[variant]!)}
              r={DOT_RADIUS}
            />
          ))}
          <line className="limit" x1={plot.left} x2={plot.right} y1={limit} y2={limit} />
          <text className="halo" x={plot.right - measure(label) - 2} y={limit - 5}>
            {label}
          </text>
          {current.x !== null && current.y !== null && (
            <circle className="here" cx={x.position(current.x)} cy={y.position(current.y)} r={RING_RADIUS}>
              <title>{exploreTexts.thisScenario}</title>
            </circle>
          )}
          {marks.map(({ x: left, y: top }, index) => (
            <line key={index} className="leader" x1={left} y1={top} x2={discs[index]!.x} y2={discs[index]!.y} />
          ))}
          {selection.answers.map(({ variant }, index) => (
            <g key={variant} className="answer" transform={`translate(${discs[index]!.x} ${discs[index]!.y})`}>
              <circle r={DISC_RADIUS} />
              <text y={4} textAnchor="middle">
                {index + 1}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
