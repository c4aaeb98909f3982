/** The effect of each slider on a number at both ends of its move, while the others do not move. */
import { useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork } from "../../calculation/calculator.ts";
import { HeadlineFigures } from "../../charts/Figures.tsx";
import { decimalsForColumn, formatFigure, formatSigned, toDisplayUnit } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { type Verdict, verdictOf } from "../../figures/verdict.ts";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { type EndRow, endRows, rangeOf, sizeOf } from "./end-rows.ts";
import { titleOfFactor } from "./factor-titles.ts";
import { useSlidersWithRanges } from "./levers.ts";
import { MoveChoice } from "./MoveChoice.tsx";
import { type RankedBar, type RankedRow, Ranking } from "./Ranking.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { ScopeChoice } from "./ScopeChoice.tsx";
import { SliderPane } from "./SliderPane.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Number of rows shown initially. */
const INITIAL_ROWS = 30;

export function EffectsAlone({ number, slide, scope, move, sweep, title }: ViewProps) {
  const { model } = useWorkspace();
  const exploreTexts = useExploreTexts();
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<string | null>(null);
  const sliders = useSlidersWithRanges(scope, slide);
  const work = useMemo(
    (): Extract<ExplorationWork, { readonly kind: "ends" }> | null =>
      sliders === null || sliders.length === 0
        ? null
        : {
            kind: "ends",
            sliders: sliders.map((slider) => ({ key: slider.key, range: rangeOf(move, slider) })),
            queries: model.headline.map(({ query }) => query),
          },
    [sliders, move, model],
  );
  const run = useRun("ends", work, { sweep, title });
  const { result } = run;
  const { rows, withoutEffectCount } = useMemo(() => endRows(result ?? { sliders: [] }, number), [result, number]);
  // On a phone, a selected row opens its slider in a sheet.
  const selected = rows.find(({ key }) => key === chosen) ?? (isPhone ? null : (rows[0] ?? null));
  const selectedTitle = selected === null ? null : titleOf(selected.key, model);
  const createTable = (): Table => ({
    name: number.query,
    header: ["slider", "title", "section", "unit", "from", "present", "to", "lower", "higher", "number unit"],
    rows: rows.map(({ key, from, present, to, lower, higher }) => {
      const { unit = "", factor = 1 } = model.sliders.get(key) ?? {};
      const { title: sliderTitle, section } = titleOf(key, model);
      const positions = [from, present, to].map((value) => toDisplayUnit(value, factor));
      return [key, sliderTitle, section, unit, ...positions, lower, higher, number.unit];
    }),
  });
  return (
    <>
      <div className="exploreSettings">
        <MoveChoice move={move} />
        <ScopeChoice scope={scope} />
      </div>
      <div className="explorePanes">
        <section className="pane ranking" aria-labelledby="ranking-title">
          <header>
            <h3 id="ranking-title">{exploreTexts.effectOfEach(number.title)}</h3>
          </header>
          <p className="say">{exploreTexts.aloneAbout[move === "together" ? "present" : move]}</p>
          {sliders !== null && sliders.length === 0 ? (
            <p className="empty">{exploreTexts.noSliderWithRange}</p>
          ) : rows.length === 0 ? (
            <p className="empty" role="status">
              {run.run?.report?.isFinished !== true
                ? exploreTexts.planning
                : withoutEffectCount > 0
                  ? exploreTexts.noEffect(number.title)
                  : exploreTexts.nothingVaries}
            </p>
          ) : (
            <Tornado rows={rows} number={number} selected={selected} onSelect={setChosen} />
          )}
          <footer>
            <span>
              {result !== null &&
                [
                  exploreTexts.endsFoot,
                  withoutEffectCount > 0 && exploreTexts.withoutEffect(withoutEffectCount),
                  result.atZero.length > 0 && exploreTexts.atZero(result.atZero.length),
                  result.refused.length > 0 &&
                    exploreTexts.notMoved(result.refused.map((key) => titleOf(key, model).title)),
                ]
                  .filter(Boolean)
                  .join(" ")}
            </span>
          </footer>
        </section>
        {(selected !== null || !isPhone) && <FiguresAtEnds row={selected} />}
        <SliderPane
          number={number}
          onClose={() => setChosen(null)}
          factor={
            selected === null || selectedTitle === null
              ? null
              : { ...selectedTitle, settings: [selected.key], isGroup: false }
          }
        />
      </div>
      <RunBar viewRun={run} itemKind="sliders" createTable={rows.length === 0 ? null : createTable} />
    </>
  );
}

const titleOf = (key: string, model: Parameters<typeof titleOfFactor>[1]) =>
  titleOfFactor({ name: key, kind: "slider", settings: [key] }, model);

/** Returns a function that formats a slider's position with its unit. */
function useFormatPosition(): (key: string, position: number) => string {
  const { model } = useWorkspace();
  const { language } = useTexts();
  return (key, position) => {
    const { unit = "", factor = 1 } = model.sliders.get(key) ?? {};
    return `${formatFigure(position * factor, language)} ${unit}`.trim();
  };
}

/** The largest effects, and a button for the others. */
function Tornado({
  rows,
  number,
  selected,
  onSelect,
}: {
  readonly rows: readonly EndRow[];
  readonly number: HeadlineNumber;
  readonly selected: EndRow | null;
  readonly onSelect: (key: string) => void;
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const [isExpanded, setIsExpanded] = useState(false);
  const formatPosition = useFormatPosition();
  const currentValue = useSession(({ answer }) =>
    answer === null ? null : valueOf(answer, number.query, number, "future"),
  );
  const visibleRows = isExpanded ? rows : rows.slice(0, INITIAL_ROWS);
  const decimals = decimalsForColumn(Math.max(...visibleRows.map(sizeOf)));
  const figureOf = (effect: number | null): RankedRow["figures"][number] =>
    effect === null
      ? null
      : { value: effect, text: formatSigned(effect, language, decimals), verdict: verdictOf(effect, number.better) };
  const barsOf = ({ key, from, to, lower, higher }: EndRow): readonly RankedBar[] => {
    const bars = [
      { effect: lower ?? 0, position: from, isHollow: true },
      { effect: higher ?? 0, position: to, isHollow: false },
    ].filter(({ effect }) => effect !== 0);
    // Of two bars on one side, the smaller is in front, and only the label of the larger has room.
    const areOnOneSide = bars.length === 2 && Math.sign(bars[0]!.effect) === Math.sign(bars[1]!.effect);
    return bars
      .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
      .map(({ effect, position, isHollow }, index) => ({
        from: 0,
        to: effect,
        isHollow,
        ...((index === 0 || !areOnOneSide) && { label: formatPosition(key, position) }),
      }));
  };
  return (
    <Ranking
      label={exploreTexts.effectOfEach(number.title)}
      heads={{ name: number.unit, figures: [exploreTexts.lower, exploreTexts.higher] }}
      zeroLabel={currentValue === null ? null : formatFigure(currentValue * number.factor, language)}
      rows={visibleRows.map((row): RankedRow => {
        const { title, section } = titleOf(row.key, model);
        return {
          key: row.key,
          title,
          detail: section,
          bars: barsOf(row),
          figures: [figureOf(row.lower), figureOf(row.higher)],
        };
      })}
      selected={selected?.key ?? null}
      onSelect={onSelect}
    >
      {rows.length > visibleRows.length && (
        <Button className="button" onPress={() => setIsExpanded(true)}>
          {exploreTexts.showMore(rows.length - visibleRows.length)}
        </Button>
      )}
    </Ranking>
  );
}

/** All headline numbers with the selected slider at both ends. */
function FiguresAtEnds({ row }: { readonly row: EndRow | null }) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const formatPosition = useFormatPosition();
  const title = exploreTexts.allFigures(row === null ? null : (model.sliders.get(row.key)?.title ?? row.key));
  const valueIn = (results: EndRow["ends"]["present"], number: HeadlineNumber): number | null => {
    const value = results.get(number.query) ?? null;
    return value === null ? null : value * number.factor;
  };
  const formatValue = (value: number | null): string => (value === null ? "–" : formatFigure(value, language));
  const endColumn = (end: "lower" | "higher", { key, from, to, ends }: EndRow) => ({
    head: formatPosition(key, end === "lower" ? from : to),
    cell: (number: HeadlineNumber) => formatValue(valueIn(ends[end], number)),
    verdict: (number: HeadlineNumber): Verdict => {
      const [present, value] = [valueIn(ends.present, number), valueIn(ends[end], number)];
      const isShown = formatValue(present) !== formatValue(value);
      return present === null || value === null || !isShown ? "" : verdictOf(value - present, number.better);
    },
  });
  return (
    <section className="pane" aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      <p className="say">{exploreTexts.allFiguresAbout}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-label={title}>
        {row !== null && (
          <HeadlineFigures
            numbers={model.headline}
            columns={[
              endColumn("lower", row),
              {
                head: exploreTexts.present,
                cell: (number) => formatValue(valueIn(row.ends.present, number)),
              },
              endColumn("higher", row),
            ]}
          />
        )}
      </div>
      <footer />
    </section>
  );
}
