/** Size of each effect against its spread: whether a slider acts alone, or depends on the others. */
import type { HeadlineNumber } from "@etesian/interface";
import { HorizontalAxis, VerticalAxis } from "../../charts/Axes.tsx";
import { linearScale } from "../../charts/scale.ts";
import { useMeasure } from "../../charts/use-measure.ts";
import { useSize } from "../../charts/use-size.ts";
import { tickLabels } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import type { InfluenceRow } from "./influences.ts";
import { placeLabels } from "./point-labels.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

const MARGIN = { left: 44, right: 16, top: 28, bottom: 24 };
/** Maximum number of named points; the largest effects are named. */
const MAX_NAMED = 10;

export function Scatter({
  rows,
  number,
  selected,
  onSelect,
}: {
  readonly rows: readonly InfluenceRow[];
  readonly number: HeadlineNumber;
  readonly selected: string | null;
  readonly onSelect: (name: string) => void;
}) {
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const measure = useMeasure();
  const [ref, size] = useSize<HTMLDivElement>();
  const points = rows.flatMap((row) => (row.spread === null ? [] : [{ ...row, spread: row.spread }]));
  const { width, height } = size ?? { width: 0, height: 0 };
  const plot = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const x = linearScale([0, Math.max(0, ...points.map((point) => point.size))], [plot.left, plot.right], 60);
  const y = linearScale([0, Math.max(0, ...points.map(({ spread }) => spread))], [plot.bottom, plot.top]);
  const marks = points.map((point) => ({ point, x: x.position(point.size), y: y.position(point.spread) }));
  const namedMarks = marks
    .toSorted((a, b) => Number(b.point.name === selected) - Number(a.point.name === selected))
    .slice(0, MAX_NAMED);
  const labels = placeLabels(
    namedMarks.map((mark) => ({ ...mark, width: measure(mark.point.title) })),
    marks,
    { left: plot.left, right: width, top: 0, bottom: plot.bottom },
  );
  return (
    <section className="pane scatter" aria-label={exploreTexts.together}>
      <header>
        <h3>{exploreTexts.together}</h3>
      </header>
      <p className="say">{exploreTexts.togetherAbout}</p>
      <div className="body" ref={ref}>
        {size !== null && marks.length > 0 && (
          <svg className="chart" width={width} height={height} role="img" aria-label={exploreTexts.togetherAbout}>
            <VerticalAxis scale={y} tickLabels={tickLabels(y.ticks, language)} plot={plot} />
            <g className="below">
              <HorizontalAxis scale={x} tickLabels={x.ticks.map(() => "")} top={plot.top} bottom={plot.bottom} />
              {x.ticks.map((value, index) => (
                <text key={value} className="tick" x={x.position(value)} y={height - 8} textAnchor="middle">
                  {tickLabels(x.ticks, language)[index]}
                </text>
              ))}
            </g>
            <text className="tick" x={0} y={12}>
              {exploreTexts.spreadIn(number.unit)}
            </text>
            {marks.map(({ point, x: cx, y: cy }) => (
              <circle
                key={point.name}
                className={point.name === selected ? "point selected" : "point"}
                cx={cx}
                cy={cy}
                r={4.5}
                onClick={() => onSelect(point.name)}
              >
                <title>{point.title}</title>
              </circle>
            ))}
            {labels.map(({ item, x: at, y: baseline }) => (
              <text
                key={item.point.name}
                className={item.point.name === selected ? "halo strong" : "halo"}
                x={at}
                y={baseline}
              >
                {item.point.title}
              </text>
            ))}
          </svg>
        )}
      </div>
      <footer>
        <span>{exploreTexts.sizeIn(number.unit)}</span>
      </footer>
    </section>
  );
}
