/** Good answers: different ways to meet a condition at nearly the best figure, from many variants of the sliders. */
import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork, SweepResult, Values } from "../../calculation/calculator.ts";
import { type Column, Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { LabelledChoice } from "../../controls/Choice.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { formatFigure, toModelUnit, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useIsFixed, useWorkspace } from "../session-context.tsx";
import { type Answer, selectAnswers, columnOf, type Varied, variedSettings } from "./answer-rows.ts";
import { AnswerMark } from "./AnswerMark.tsx";
import { AnswerScatter } from "./AnswerScatter.tsx";
import { axesOf } from "./answer-axes.ts";
import { CommonTable } from "./CommonTable.tsx";
import { isAtLeast, isKept, isMoney } from "./conditions.ts";
import { Conditions } from "./Conditions.tsx";
import { CountChoice, countOf } from "./CountChoice.tsx";
import { factorsOf, useLevers } from "./levers.ts";
import { OpenAsNew } from "./OpenAsNew.tsx";
import { type Brushes, withinBrushes } from "./parallel-axes.ts";
import { ParallelAxes } from "./ParallelAxes.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { ScopeChoice } from "./ScopeChoice.tsx";
import { TargetField, useTarget } from "./target-of-number.tsx";
import { useExploreWords } from "./use-explore-words.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Powers of two, for which points of the Sobol' sequence are evenly distributed. */
const VARIANTS = [256, 1_024, 4_096, 16_384];
const DEFAULT_VARIANTS = 1_024;
const SEED = 1;
/** Choices of how much worse than the best a good answer may be, in percent. */
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
  const words = useExploreWords();
  const [slack, setSlack] = useState<Slack>("10");
  const others = model.headline.filter(({ query, better }) => query !== number.query && better !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  const best = others.find(({ query }) => query === chosen) ?? others.find(isMoney) ?? others[0] ?? number;
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
  const deferred = useDeferredValue(brushes);
  const [isTable, setIsTable] = useState(false);
  const varied = useMemo(() => (result === null ? [] : variedSettings(result)), [result]);
  const axes = useMemo(() => {
    const third = others.find(({ query }) => query !== best.query);
    const figures = new Set([number, best, ...(third === undefined ? [] : [third])]);
    return result === null ? [] : axesOf(result, varied, [...figures], { model, inputs });
  }, [result, varied, number, best, model, inputs]);
  const answers = useMemo(() => {
    if (result === null || target === null) return null;
    const isWithin = withinBrushes(axes, deferred);
    const columns = conditions.map((condition) => ({ condition, figures: columnOf(result, condition.number.query) }));
    return selectAnswers(
      result,
      { number, target: toModelUnit(target, number.factor) },
      { best, slack: Number(slack) / 100 },
      (variant) => isWithin(variant) && columns.every(({ condition, figures }) => isKept(condition, figures[variant])),
    );
  }, [result, number, target, conditions, best, slack, axes, deferred]);
  const isFinished = run.run?.report?.isFinished === true;
  const ofNumber = (value: number): string => `${formatFigure(value, language)} ${number.unit}`.trim();
  const count = (variants: number): string => formatDecimals(variants, language, 0);
  const table = (): Table => ({
    name: `answers_${number.query}`,
    header: ["answer", ...model.headline.map(({ query }) => query), ...varied.map(({ key }) => key)],
    rows: (answers?.answers ?? []).map(({ variant, positions }, offset) => [
      offset + 1,
      ...model.headline.map(({ query, factor }) => columnOf(result!, query)[variant]! * factor),
      ...positions.map((position, index) => position * (model.sliders.get(varied[index]!.key)?.factor ?? 1)),
    ]),
  });
  return (
    <>
      <div className="exploreSettings">
        <span className="quiet">{isAtLeast(number) ? words.atLeast : words.atMost}</span>
        <TargetField number={number} target={target} />
        <LabelledChoice
          label={words.within}
          options={SLACKS.map((key) => ({ key, label: `${key}\u00a0%` }))}
          selectedKey={slack}
          onChoose={setSlack}
        />
        <LabelledChoice
          label={words.ofBest}
          options={others.map(({ query, title }) => ({ key: query, label: title }))}
          selectedKey={best.query}
          onChoose={setChosen}
        />
        <CountChoice label={words.variants} counts={VARIANTS} chosen={variants} />
        <ScopeChoice scope={scope} />
      </div>
      <div className="explorePanes ofAnswers">
        <section className="pane" aria-labelledby="cloud-title">
          <header>
            <h3 id="cloud-title">{words.versus(number.title, best.title)}</h3>
          </header>
          <p className="say">
            {answers === null
              ? " "
              : words.goodOf(count(answers.good.length), count(answers.feasible), count(answers.calculated))}
          </p>
          {result === null || answers === null || target === null ? (
            <p className="empty">{words.planning}</p>
          ) : (
            <AnswerScatter result={result} answers={answers} number={number} best={best} target={target} />
          )}
          <footer>
            <span>{words.cloudFoot}</span>
          </footer>
        </section>
        <section className="pane answers" aria-labelledby="answers-title">
          <header>
            <h3 id="answers-title">{words.answers(answers?.answers.length ?? 0)}</h3>
          </header>
          <div>
            <p className="say">{words.answersAbout(`${slack}\u00a0%`, best.title)}</p>
            <Conditions number={number} conditions={conditions} />
          </div>
          <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="answers-title">
            {factors !== null && factors.length === 0 ? (
              <p className="empty">{words.nothingMoves}</p>
            ) : answers === null || result === null ? (
              <p className="empty">{words.planning}</p>
            ) : answers.answers.length > 0 ? (
              <AnswerTable
                result={result}
                answers={answers.answers}
                varied={varied}
                shown={[number, best]}
                version={run.run!.version}
              />
            ) : isFinished && target !== null && answers.nearest !== null ? (
              <p className="say none" role="status">
                {words.noAnswer(count(answers.calculated), ofNumber(answers.nearest * number.factor))}
              </p>
            ) : (
              <p className="empty">{words.planning}</p>
            )}
          </div>
          <footer>
            <span>{words.answersFoot}</span>
          </footer>
        </section>
        <section className="pane common" aria-labelledby="common-title">
          <header>
            <h3 id="common-title">{words.common}</h3>
            <span className="space" />
            {brushes.size > 0 && (
              <Button className="button" onPress={() => setBrushes(new Map())}>
                {words.clearBrush}
              </Button>
            )}
            <Segments
              label={words.commonAs}
              selectedKey={isTable ? "table" : "axes"}
              onChoose={(key) => setIsTable(key === "table")}
              segments={[
                { key: "axes", label: words.axes },
                { key: "table", label: words.table },
              ]}
            />
          </header>
          <p className="say">{isTable ? words.commonAbout : words.axesAbout}</p>
          {isTable ? (
            <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="common-title">
              {answers !== null && answers.answers.length > 0 && <CommonTable answers={answers} varied={varied} />}
            </div>
          ) : (
            <ParallelAxes
              axes={axes.map((axis, index) => ({ ...axis, common: answers?.common[index] ?? null }))}
              good={answers?.good ?? []}
              answers={answers?.answers.map(({ variant }) => variant) ?? []}
              brushes={brushes}
              onBrush={setBrushes}
            />
          )}
          <footer />
        </section>
      </div>
      <RunBar viewRun={run} table={answers === null || answers.answers.length === 0 ? null : table} />
    </>
  );
}

/** A title within a sentence: its first character in lower case, unless it begins with two capitals. */
const inSentence = (title: string): string =>
  /^\p{Lu}[\p{Ll}-]/u.test(title) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;

/** The answers with their figures and a button that applies each. */
function AnswerTable({
  result,
  answers,
  varied,
  shown,
  version,
}: {
  readonly result: SweepResult;
  readonly answers: readonly Answer[];
  readonly varied: readonly Varied[];
  /** Numbers that have a column. */
  readonly shown: readonly HeadlineNumber[];
  /** The version of the scenario that is varied. */
  readonly version: number;
}) {
  const { session, model } = useWorkspace();
  const { language } = useTexts();
  const words = useExploreWords();
  const isFixed = useIsFixed();
  const titleOf = (key: string): string => model.sliders.get(key)?.title ?? key;
  const positionsOf = ({ positions }: Answer): Values =>
    Object.fromEntries(positions.map((position, index) => [varied[index]!.key, position]));
  const apply = (answer: Answer): void => session.set(positionsOf(answer));
  return (
    <Figures
      columns={[
        {
          head: words.answer,
          kind: "name",
          isHeadVisuallyHidden: true,
          cell: (_, index) => <AnswerMark place={index} />,
        },
        {
          head: words.apart,
          kind: "text",
          cell: ({ distinguishing }) =>
            words.apartOf(distinguishing.map(({ key, isMore }) => ({ title: inSentence(titleOf(key)), isMore }))) ||
            "–",
        },
        ...shown.map(({ query, short, unit, factor }): Column<Answer> => ({
          head: <NameWithDetail name={short} detail={unit} />,
          cell: ({ variant }) => {
            const value = columnOf(result, query)[variant]!;
            return <data value={value}>{formatFigure(value * factor, language)}</data>;
          },
        })),
        {
          head: words.apply,
          kind: "action",
          isHeadVisuallyHidden: true,
          cell: (answer, index) => (
            <>
              {!isFixed && (
                <Button className="button" aria-label={words.applyAnswer(index + 1)} onPress={() => apply(answer)}>
                  {words.apply}
                </Button>
              )}
              <OpenAsNew name={`${words.answer} ${index + 1}`} version={version} values={() => positionsOf(answer)} />
            </>
          ),
        },
      ]}
      rows={answers}
      attributesOf={({ variant }) => ({ key: variant, data: { "data-variant": variant } })}
    />
  );
}
