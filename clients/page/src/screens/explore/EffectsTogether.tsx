/** The effect of each slider on a number while the others vary, by elementary effects. */
import { useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber, InterfaceView, Slide } from "@etesian/interface";
import type { ExplorationWork } from "../../calculation/calculator.ts";
import {
  decimalsForColumn,
  formatFigure,
  formatSigned,
  formatDecimals,
  formatTogether,
} from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { verdictOf } from "../../figures/verdict.ts";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { type InfluenceRow, influencesOf } from "./influences.ts";
import { CountChoice, countOf } from "./CountChoice.tsx";
import type { Scope } from "./questions.ts";
import { type RankedRow, Ranking } from "./Ranking.tsx";
import { MoveChoice } from "./MoveChoice.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { ScopeChoice, slidersIn } from "./ScopeChoice.tsx";
import { Scatter } from "./Scatter.tsx";
import { SliderPane } from "./SliderPane.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Fraction of their current position by which sliders move, in both directions. */
const MOVE_FRACTION = 0.1;
/** Numbers of trajectories, each of which yields one effect of every factor. */
const TRAJECTORIES = [4, 10, 20, 50];
const DEFAULT_COUNTS: Readonly<Record<Scope, number>> = { slide: 10, section: 10, all: 4 };
const SEED = 1;
/** Number of rows shown initially. */
const INITIAL_ROWS = 30;

export function EffectsTogether({ number, slide, scope, move, count, sweep, title }: ViewProps) {
  const { model, inputs } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const trajectories = countOf(count, TRAJECTORIES, DEFAULT_COUNTS[scope]);
  const work = useMemo(
    () => workOf(scope, slide, model, { inputs, trajectories }),
    [scope, slide, model, inputs, trajectories],
  );
  const run = useRun("sweep", work, { sweep, title });
  const { result } = run;
  const influences = useMemo(
    () => (result === null ? null : influencesOf(result, number, model)),
    [result, number, model],
  );
  const rows = influences?.rows ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  // On a phone, a selected row opens its slider in a sheet.
  const isPhone = useIsPhone();
  const selected = rows.find(({ name }) => name === chosen) ?? (isPhone ? null : (rows[0] ?? null));
  const omittedCount = result?.outline.omitted.length ?? 0;
  const isPlanned = result !== null || work === null;
  const canVary = result === null || result.outline.factors.length > 0;
  const createTable = (): Table => ({
    name: number.query,
    header: ["slider", "title", "section", "unit", "effect", "size", "spread", "least", "greatest"],
    rows: rows.map(({ name, title, section, effect, size, spread, least, greatest }) => [
      name,
      title,
      section,
      number.unit,
      effect,
      size,
      spread,
      least,
      greatest,
    ]),
  });
  return (
    <>
      <div className="exploreSettings long">
        <MoveChoice move={move} />
        <CountChoice label={exploreTexts.effectsEach} counts={TRAJECTORIES} chosen={trajectories} />
        <ScopeChoice scope={scope} />
      </div>
      <div className="explorePanes">
        <section className="pane ranking" aria-labelledby="ranking-title">
          <header>
            <h3 id="ranking-title">{exploreTexts.effectOfEach(number.title)}</h3>
          </header>
          <p className="say">{exploreTexts.ranking(formatDecimals(MOVE_FRACTION * 100, language, 0))}</p>
          {work === null || !canVary ? (
            <p className="empty">{exploreTexts.nothingVaries}</p>
          ) : rows.length === 0 ? (
            <p className="empty" role="status">
              {run.run?.report?.isFinished === true ? exploreTexts.noEffect(number.title) : exploreTexts.planning}
            </p>
          ) : (
            <Influences rows={rows} number={number} selected={selected} onSelect={setChosen} />
          )}
          <footer>
            <span>
              {isPlanned &&
                influences !== null &&
                [
                  exploreTexts.intervals,
                  influences.withoutEffectCount > 0 && exploreTexts.withoutEffect(influences.withoutEffectCount),
                  omittedCount > 0 && exploreTexts.omitted(omittedCount),
                ]
                  .filter(Boolean)
                  .join(" ")}
            </span>
          </footer>
        </section>
        <Scatter rows={rows} number={number} selected={selected?.name ?? null} onSelect={setChosen} />
        <SliderPane number={number} factor={selected} onClose={() => setChosen(null)} />
      </div>
      <RunBar viewRun={run} createTable={rows.length === 0 ? null : createTable} />
    </>
  );
}

/** Null if the scope has no sliders. */
function workOf(
  scope: Scope,
  slide: Slide | null,
  { sections, headline }: InterfaceView,
  { inputs, trajectories }: { readonly inputs: ReadonlyMap<string, unknown>; readonly trajectories: number },
): Extract<ExplorationWork, { readonly kind: "sweep" }> | null {
  const sliders = slidersIn(scope, slide, sections).filter((key) => inputs.has(key));
  if (scope !== "all" && sliders.length === 0) return null;
  return {
    kind: "sweep",
    spec: {
      factors: { all: { part_of_present: MOVE_FRACTION, ...(scope === "all" ? {} : { sliders }) } },
      design: { method: "morris", n: trajectories, levels: 4 },
      outputs: { queries: headline.map(({ query }) => query), present: [], series: [] },
      seed: SEED,
    },
  };
}

/** The rows of the ranking, and a button for the others. */
function Influences({
  rows,
  number,
  selected,
  onSelect,
}: {
  readonly rows: readonly InfluenceRow[];
  readonly number: HeadlineNumber;
  readonly selected: InfluenceRow | null;
  readonly onSelect: (name: string) => void;
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const [isExpanded, setIsExpanded] = useState(false);
  const currentValue = useSession(({ answer }) =>
    answer === null ? null : valueOf(answer, number.query, number, "future"),
  );
  const visibleRows = isExpanded ? rows : rows.slice(0, INITIAL_ROWS);
  const decimals = decimalsForColumn(Math.max(...visibleRows.map(({ size }) => size)));
  const formatEffect = ({ effect, isGroup }: InfluenceRow): string => {
    const text = formatSigned(effect, language, decimals);
    return isGroup ? text.replace("+", "±") : text;
  };
  const formatRange = ({ positions, settings }: InfluenceRow): string => {
    if (positions === null) return exploreTexts.shares(settings.length);
    const { unit, factor } = model.sliders.get(settings[0]!) ?? { unit: "", factor: 1 };
    const [from, to] = formatTogether([positions.from * factor, positions.to * factor], language);
    return exploreTexts.span(from, `${to} ${unit}`.trim());
  };
  return (
    <Ranking
      label={exploreTexts.effectOfEach(number.title)}
      heads={{ name: number.unit, range: exploreTexts.moved, figures: [exploreTexts.effect] }}
      zeroLabel={currentValue === null ? null : formatFigure(currentValue * number.factor, language)}
      rows={visibleRows.map((row): RankedRow => {
        const { name, title, section, isGroup, effect, size, least, greatest } = row;
        return {
          key: name,
          title,
          detail: section,
          bars: [isGroup ? { from: -size, to: size, isHollow: true } : { from: 0, to: effect }],
          interval: !isGroup && greatest > least ? [least, greatest] : null,
          range: formatRange(row),
          figures: [
            {
              value: effect,
              text: formatEffect(row),
              verdict: isGroup ? "" : verdictOf(effect, number.better),
            },
          ],
        };
      })}
      selected={selected?.name ?? null}
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
