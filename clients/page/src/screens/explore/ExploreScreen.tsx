/** Questions about many variants of the scenario. Every view shows its progress in the same place. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { type Chart, type HeadlineNumber, type InterfaceView, isHourly, type Slide } from "@etesian/interface";
import type { ExplorationWork } from "../../calculation/calculator.ts";
import { Segments } from "../../controls/Segments.tsx";
import { useSelectedInView } from "../../controls/use-selected-in-view.ts";
import { visitor } from "../../server.ts";
import { useWorkspace } from "../session-context.tsx";
import { Answers } from "./Answers.tsx";
import { Areas } from "./Areas.tsx";
import { WhyDifferent } from "./WhyDifferent.tsx";
import { WhatMatters } from "./WhatMatters.tsx";
import { SavedRuns } from "./SavedRuns.tsx";
import { readConditions } from "./conditions.ts";
import { HowSure } from "./HowSure.tsx";
import { Target } from "./Target.tsx";
import { type Move, MOVES, type Question, QUESTIONS, type Scope } from "./questions.ts";
import { useTexts } from "../../texts/language.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";
import type { ViewProps } from "./view.ts";
import "../../styles/explore.css";

const VIEWS: Readonly<Record<Question, (props: ViewProps) => React.ReactNode>> = {
  matters: WhatMatters,
  sure: HowSure,
  target: Target,
  areas: Areas,
  answers: Answers,
  differ: WhyDifferent,
};

/** Whether a question is about a scope of sliders. */
const HAS_SCOPE: Readonly<Record<Question, boolean>> = {
  matters: true,
  sure: false,
  target: true,
  areas: false,
  answers: true,
  differ: false,
};

const WORK_KINDS: Readonly<Record<Question, ExplorationWork["kind"]>> = {
  matters: "sweep",
  sure: "sweep",
  target: "target",
  areas: "sweep",
  answers: "sweep",
  differ: "difference",
};

export function ExploreScreen({
  question = QUESTIONS[0],
  scope = "slide",
  move = MOVES[0],
  slide,
  charts,
  number,
  target = null,
  keep = "",
  ranges = "",
  count = null,
  sweep = null,
}: {
  readonly question: Question | undefined;
  readonly scope: Scope | undefined;
  readonly move: Move | undefined;
  readonly slide: Slide | null;
  readonly charts: readonly Chart[];
  /** Null if the model has no headline numbers. */
  readonly number: HeadlineNumber | null;
  readonly target: number | null | undefined;
  readonly keep: string | undefined;
  readonly ranges: string | undefined;
  readonly count: number | null | undefined;
  readonly sweep: string | null | undefined;
}) {
  const { session, model } = useWorkspace();
  const navigate = useNavigate();
  const { texts } = useTexts();
  const exploreTexts = useExploreTexts();
  const chartKeys = charts.map(({ key }) => key).join();
  const annualCharts = useMemo(() => charts.filter(({ type }) => !isHourly(type)), [chartKeys, model]);
  const hourlyCharts = useMemo(() => hourlyChartsOf(charts, model), [chartKeys, model]);
  const isSignedIn = useStore(visitor.state, ({ person }) => person !== null);
  const conditions = useMemo(
    () => readConditions(keep, model.headline).filter((condition) => condition.number.query !== number?.query),
    [keep, model, number],
  );
  const bar = useSelectedInView(question);
  const View = VIEWS[question];
  const { questions, scopes } = exploreTexts;
  const scopeTitle = HAS_SCOPE[question] ? (scope === "slide" ? slide?.title : scopes[scope]) : undefined;
  useClearSweepOnChange([question, scope, move, slide?.key, count, ranges].join(), sweep);
  return (
    <div
      className="explore"
      id="charts"
      role="region"
      aria-label={texts.explore}
      tabIndex={-1}
      data-question={question}
    >
      <h2 className="unseen">{texts.explore}</h2>
      <div className="exploreBar" ref={bar}>
        <Segments
          label={exploreTexts.views}
          selectedKey={question}
          onChoose={(key) =>
            void navigate({
              to: ".",
              search: (search) => ({
                ...search,
                explore: key === QUESTIONS[0] ? undefined : key,
                n: undefined,
                move: undefined,
                run: undefined,
              }),
              replace: true,
            })
          }
          segments={QUESTIONS.map((key) => ({ key, label: exploreTexts.questions[key] }))}
        />
        {isSignedIn && <SavedRuns />}
      </div>
      {!session.explorations.isPossible(WORK_KINDS[question]) ? (
        <p className="empty">{exploreTexts.unavailableOnServer}</p>
      ) : number === null ? (
        <p className="empty">{exploreTexts.noNumbers}</p>
      ) : (
        <View
          key={question}
          number={number}
          slide={slide}
          scope={scope}
          move={move}
          charts={annualCharts}
          hourlyCharts={hourlyCharts}
          target={target}
          conditions={conditions}
          ranges={ranges}
          count={count}
          sweep={sweep}
          title={scopeTitle === undefined ? questions[question] : `${questions[question]}: ${scopeTitle}`}
        />
      )}
    </div>
  );
}

/** Removes the sweep from the URL when the view's settings change, so that the view starts its own run. */
function useClearSweepOnChange(settings: string, sweep: string | null): void {
  const navigate = useNavigate();
  const last = useRef({ settings, sweep });
  useEffect(() => {
    const before = last.current;
    last.current = { settings, sweep };
    if (sweep !== null && sweep === before.sweep && settings !== before.settings)
      void navigate({ to: ".", search: (search) => ({ ...search, run: undefined }), replace: true });
  }, [settings, sweep, navigate]);
}

/** Hourly charts: the workbench's charts first, then prices. */
function hourlyChartsOf(shown: readonly Chart[], model: InterfaceView): readonly Chart[] {
  const all = [...new Set([...shown, ...model.charts.values()])].filter(({ type }) => type === "hours");
  const rankOf = (chart: Chart): number => (shown.includes(chart) ? 0 : chart.unit === "€/MWh" ? 1 : 2);
  return all.toSorted((a, b) => rankOf(a) - rankOf(b));
}
