/** Good answers: different ways to meet a condition at nearly the best figure, from many variants of the sliders. */
import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork, SweepResult, Values } from "../../calculation/calculator.ts";
import { type Column, Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { LabelledSelect } from "../../controls/Select.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { formatFigure, toModelUnit, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useIsFixed, useWorkspace } from "../session-context.tsx";
import { type Answer, selectAnswers, columnOf, type VariedSetting, variedSettings } from "./answer-rows.ts";
import { AnswerMark } from "./AnswerMark.tsx";
import { AnswerScatter } from "./AnswerScatter.tsx";
import { axesOf } from "./answer-axes.ts";
import { CommonTable } from "./CommonTable.tsx";
import { isAtLeast, isMet, isMoney } from "./conditions.ts";
import { Conditions } from "./Conditions.tsx";
import { CountChoice, countOf } from "./CountChoice.tsx";
import { factorsOf, useLevers } from "./levers.ts";
import { OpenAsNew } from "./OpenAsNew.tsx";
import { type Brushes, withinBrushes } from "./parallel-axes.ts";
import { ParallelAxes } from "./ParallelAxes.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { ScopeChoice } from "./ScopeChoice.tsx";
import { TargetField, useTarget } from "./target-of-number.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Powers of two, because only then are points of the Sobol' sequence evenly distributed. */
const VARIANTS = [64, 256, 1_024, 4_096, 16_384];
const DEFAULT_VARIANTS = 1_024;
const SEED = 1;
/** Choices of how much worse than the best answer a good answer may be, in percent. */
const SLACKS = ["5", "10", "20"] as const;
type Slack = (typeof SLACKS)[number];

export function Answers({
  number,
  slide,
  scope,
  target: initialTarget,
  conditions,
  count: chosenCount,
  sweep,
  title,
}: ViewProps) {
  const { model, inputs } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const [slack, setSlack] = useState<Slack>("10");
  const objectives = model.headline.filter(({ query, better }) => query !== number.query && better !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  const objective =
    objectives.find(({ query }) => query === chosen) ?? objectives.find(isMoney) ?? objectives[0] ?? number;
  const target = useTarget(number, initialTarget, "present");
  const levers = useLevers(scope, slide);
  const variants = countOf(chosenCount, VARIANTS, DEFAULT_VARIANTS);
  const factors = useMemo(() => (levers === null ? null : factorsOf(levers, inputs)), [levers, inputs]);
  const work = useMemo((): Extract<ExplorationWork, { readonly kind: "sweep" }> | null => {
    if (factors === null || factors.length === 0) return null;
    return {
      kind: "sweep",
      spec: {
        factors,
        design: { method: "sobol", n: variants },
        outputs: { queries: model.headline.map(({ query }) => query), present: [], series: [] },
        seed: SEED,
      },
    };
  }, [factors, variants, model]);
  const run = useRun("sweep", work, { sweep, title });
  const { result } = run;
  const [brushes, setBrushes] = useState<Brushes>(new Map());
  const deferredBrushes = useDeferredValue(brushes);
  const [isTable, setIsTable] = useState(false);
  const varied = useMemo(() => (result === null ? [] : variedSettings(result)), [result]);
  const axes = useMemo(() => {
    const third = objectives.find(({ query }) => query !== objective.query);
    const figures = new Set([number, objective, ...(third === undefined ? [] : [third])]);
    return result === null ? [] : axesOf(result, varied, [...figures], { model, inputs });
  }, [result, varied, number, objective, model, inputs]);
  const selection = useMemo(() => {
    if (result === null || target === null) return null;
    const isWithin = withinBrushes(axes, deferredBrushes);
    const columns = conditions.map((condition) => ({ condition, figures: columnOf(result, condition.number.query) }));
    return selectAnswers(
      result,
      { number, target: toModelUnit(target, number.factor) },
      { objective, slack: Number(slack) / 100 },
      (variant) => isWithin(variant) && columns.every(({ condition, figures }) => isMet(condition, figures[variant])),
    );
  }, [result, number, target, conditions, objective, slack, axes, deferredBrushes]);
  const isFinished = run.run?.report?.isFinished === true;
  const formatValue = (value: number): string => `${formatFigure(value, language)} ${number.unit}`.trim();
  const formatCount = (variants: number): string => formatDecimals(variants, language, 0);
  const createTable = (): Table => ({
    name: `answers_${number.query}`,
    header: ["answer", ...model.headline.map(({ query }) => query), ...varied.map(({ key }) => key)],
    rows: (selection?.answers ?? []).map(({ variant, positions }, offset) => [
      offset + 1,
      ...model.headline.map(({ query, factor }) => columnOf(result!, query)[variant]! * factor),
      ...positions.map((position, index) => position * (model.sliders.get(varied[index]!.key)?.factor ?? 1)),
    ]),
  });
  return (
    <>
      <div className="exploreSettings long">
        <span className="quiet">{isAtLeast(number) ? exploreTexts.atLeast : exploreTexts.atMost}</span>
        <TargetField number={number} target={target} />
        <LabelledSelect
          label={exploreTexts.within}
          options={SLACKS.map((key) => ({ key, label: `${key}\u00a0%` }))}
          selectedKey={slack}
          onChoose={setSlack}
        />
        <LabelledSelect
          label={exploreTexts.ofBest}
          options={objectives.map(({ query, title }) => ({ key: query, label: title }))}
          selectedKey={objective.query}
          onChoose={setChosen}
        />
        <CountChoice label={exploreTexts.variants} counts={VARIANTS} chosen={variants} />
        <ScopeChoice scope={scope} />
      </div>
      <div className="explorePanes ofAnswers">
        <section className="pane" aria-labelledby="cloud-title">
          <header>
            <h3 id="cloud-title">{exploreTexts.versus(number.title, objective.title)}</h3>
          </header>
          <p className="say">
            {selection === null
              ? " "
              : exploreTexts.goodCount(
                  formatCount(selection.goodVariants.length),
                  formatCount(selection.feasibleCount),
                  formatCount(selection.calculatedCount),
                )}
          </p>
          {result === null || selection === null || target === null ? (
            <p className="empty">{exploreTexts.planning}</p>
          ) : (
            <AnswerScatter
              result={result}
              selection={selection}
              number={number}
              objective={objective}
              target={target}
            />
          )}
          <footer>
            <span>{exploreTexts.scatterFoot}</span>
          </footer>
        </section>
        <section className="pane answers" aria-labelledby="answers-title">
          <header>
            <h3 id="answers-title">{exploreTexts.answers(selection?.answers.length ?? 0)}</h3>
            <span className="space" />
            <Conditions number={number} conditions={conditions} />
          </header>
          <p className="say">{exploreTexts.answersAbout(`${slack}\u00a0%`, objective.title)}</p>
          <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="answers-title">
            {factors !== null && factors.length === 0 ? (
              <p className="empty">{exploreTexts.noSliderWithRange}</p>
            ) : selection === null || result === null ? (
              <p className="empty">{exploreTexts.planning}</p>
            ) : selection.answers.length > 0 ? (
              <AnswerTable
                result={result}
                answers={selection.answers}
                varied={varied}
                numbers={[number, objective]}
                version={run.run!.version}
              />
            ) : isFinished && target !== null && selection.nearestFigure !== null ? (
              <p className="say none" role="status">
                {exploreTexts.noAnswer(
                  formatCount(selection.calculatedCount),
                  formatValue(selection.nearestFigure * number.factor),
                )}
              </p>
            ) : (
              <p className="empty">{exploreTexts.planning}</p>
            )}
          </div>
          <footer>
            <span>{exploreTexts.answersFoot}</span>
          </footer>
        </section>
        <section className="pane common" aria-labelledby="common-title">
          <header>
            <h3 id="common-title">{exploreTexts.common}</h3>
            <span className="space" />
            {brushes.size > 0 && (
              <Button className="button" onPress={() => setBrushes(new Map())}>
                {exploreTexts.clearBrush}
              </Button>
            )}
            <Segments
              label={exploreTexts.commonView}
              selectedKey={isTable ? "table" : "axes"}
              onChoose={(key) => setIsTable(key === "table")}
              segments={[
                { key: "axes", label: exploreTexts.axes },
                { key: "table", label: exploreTexts.table },
              ]}
            />
          </header>
          <p className="say">{isTable ? exploreTexts.commonAbout : exploreTexts.axesAbout}</p>
          {isTable ? (
            <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="common-title">
              {selection !== null && selection.answers.length > 0 && (
                <CommonTable selection={selection} varied={varied} />
              )}
            </div>
          ) : (
            <ParallelAxes
              axes={axes.map((axis, index) => ({ ...axis, commonRange: selection?.commonRanges[index] ?? null }))}
              goodVariants={selection?.goodVariants ?? []}
              answerVariants={selection?.answers.map(({ variant }) => variant) ?? []}
              brushes={brushes}
              onBrush={setBrushes}
            />
          )}
          <footer />
        </section>
      </div>
      <RunBar viewRun={run} createTable={selection === null || selection.answers.length === 0 ? null : createTable} />
    </>
  );
}

/** A title within a sentence: its first character in lower case, unless it begins with two capitals. */
const decapitalise = (title: string): string =>
  /^\p{Lu}[\p{Ll}-]/u.test(title) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;

/** The answers with their figures and a button that applies each. */
function AnswerTable({
  result,
  answers,
  varied,
  numbers,
  version,
}: {
  readonly result: SweepResult;
  readonly answers: readonly Answer[];
  readonly varied: readonly VariedSetting[];
  /** Numbers that have a column. */
  readonly numbers: readonly HeadlineNumber[];
  /** The version of the scenario that is varied. */
  readonly version: number;
}) {
  const { session, model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const isFixed = useIsFixed();
  const titleOf = (key: string): string => model.sliders.get(key)?.title ?? key;
  const positionsOf = ({ positions }: Answer): Values =>
    Object.fromEntries(positions.map((position, index) => [varied[index]!.key, position]));
  const apply = (answer: Answer): void => session.set(positionsOf(answer));
  return (
    <Figures
      columns={[
        {
          head: exploreTexts.answer,
          kind: "name",
          isHeadVisuallyHidden: true,
          cell: (_, index) => <AnswerMark index={index} />,
        },
        {
          head: exploreTexts.differsBy,
          kind: "text",
          cell: ({ distinguishing }) =>
            exploreTexts.differsByList(
              distinguishing.map(({ key, isMore }) => ({ title: decapitalise(titleOf(key)), isMore })),
            ) || "–",
        },
        ...numbers.map(({ query, short, unit, factor }): Column<Answer> => ({
          head: <NameWithDetail name={short} detail={unit} />,
          cell: ({ variant }) => {
            const value = columnOf(result, query)[variant]!;
            return <data value={value}>{formatFigure(value * factor, language)}</data>;
          },
        })),
        {
          head: exploreTexts.apply,
          kind: "action",
          isHeadVisuallyHidden: true,
          cell: (answer, index) => (
            <>
              {!isFixed && (
                <Button
                  className="button"
                  aria-label={exploreTexts.applyAnswer(index + 1)}
                  onPress={() => apply(answer)}
                >
                  {exploreTexts.apply}
                </Button>
              )}
              <OpenAsNew
                name={`${exploreTexts.answer} ${index + 1}`}
                version={version}
                values={() => positionsOf(answer)}
              />
            </>
          ),
        },
      ]}
      rows={answers}
      attributesOf={({ variant }) => ({ key: variant, data: { "data-variant": variant } })}
    />
  );
}
