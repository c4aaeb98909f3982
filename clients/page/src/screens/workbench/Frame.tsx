/** The parts of the workbench around the numbers: top bar, sliders, charts or another screen, timeline. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useEffect } from "react";
import { useStore } from "zustand";
import type { Slide } from "@etesian/interface";
import type { ModelUpdate } from "../../calculation/area-model.ts";
import type { Progress } from "../../calculation/worker/messages.ts";
import { Hatches } from "../../charts/Hatches.tsx";
import { DragContext } from "../../charts/use-held.ts";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { Icon } from "../../controls/icons.tsx";
import { lazyComponent } from "../../controls/lazily.tsx";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { CommentsPanel, TeamBar } from "../comments/load-comments.tsx";
import { CompareHeader, Differences } from "../compare/load-compare.tsx";
import { nameOf } from "../compare/names.ts";
import { textOf } from "../report/report-address.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { TopBar } from "../TopBar.tsx";
import { tour } from "../tour/steps.ts";
import { PathSteps } from "../years/PathSteps.tsx";
import { YearsHeader } from "../years/load-years.tsx";
import { Board } from "./Board.tsx";
import { useAreaName } from "../start/use-area-name.ts";
import { DataDialog } from "./data/DataDialog.tsx";
import { HeadlineNumbers, type NumberChoice } from "./HeadlineNumbers.tsx";
import { KeyboardShortcuts } from "./KeyboardShortcuts.tsx";
import { HASH_DIGITS } from "./ModelUpdated.tsx";
import { LiveHeadlines, Notices } from "./Notices.tsx";
import { overlay } from "./overlay.ts";
import { Palette } from "./Palette.tsx";
import { Rail } from "./Rail.tsx";
import { ReadOnly } from "./ReadOnly.tsx";
import { Saving } from "./Saving.tsx";
import type { WorkbenchSearch } from "./search.ts";
import { SlidePanel } from "./SlidePanel.tsx";
import { slideAt, slidesOf } from "./slides.ts";
import { Timeline } from "./Timeline.tsx";
import { useRefreshInputs, useNumbersInAddress, useRecordRecent, useVersionInAddress } from "./workbench-effects.ts";
import { EndComparison, ViewLinks } from "./ViewLinks.tsx";
import { chartsOf, panesIn, reportPanes } from "./screen-contents.ts";

/** The panel replaces the sliders in the same space, so that charts do not move. */
const WhyPanel = lazyComponent(
  async () => (await import("../why/WhyPanel.tsx")).WhyPanel,
  <section className="whyPanel" aria-busy />,
);

const HoursScreen = lazyComponent(
  async () => (await import("../hours/HoursScreen.tsx")).HoursScreen,
  <div className="hoursScreen" id="charts" aria-busy />,
);

const Tour = lazyComponent(async () => (await import("../tour/Tour.tsx")).Tour);

const PresentScreen = lazyComponent(
  async () => (await import("../present/PresentScreen.tsx")).PresentScreen,
  <main className="present" aria-busy />,
);

const NumbersDialog = lazyComponent(async () => (await import("./NumbersDialog.tsx")).NumbersDialog);

const HistoryList = lazyComponent(async () => (await import("../history/HistoryList.tsx")).HistoryList);

const CustomQueryDialog = lazyComponent(
  async () => (await import("../custom-query/CustomQueryDialog.tsx")).CustomQueryDialog,
);

const ReportScreen = lazyComponent(
  async () => (await import("../report/ReportScreen.tsx")).ReportScreen,
  <main className="report" aria-busy />,
);

const ExploreScreen = lazyComponent(
  async () => (await import("../explore/ExploreScreen.tsx")).ExploreScreen,
  <div className="explore" id="charts" aria-busy />,
);

export function Frame({
  search,
  progress,
  isOnServer,
  update,
}: {
  readonly search: WorkbenchSearch;
  readonly progress: Progress | null;
  readonly isOnServer: boolean;
  readonly update: ModelUpdate | null;
}) {
  const { model, session } = useWorkspace();
  const { texts, language } = useTexts();
  const slide: Slide | null = slideAt(model.sections, search.slide) ?? model.sections.flatMap(slidesOf)[0] ?? null;
  const charts = chartsOf(model, search);
  const isHoursView = search.view === "hours";
  useRefreshInputs(useSession((state) => state.scenario.id));
  useVersionInAddress(search.v ?? null);
  useEffect(() => () => session.dropRefusals(), [session, language]);
  useRecordRecent();
  const isComparing = search.view === "compare";
  const isYearsView = search.view === "years";
  const isExploring = search.view === "explore";
  const number = model.headline.find(({ query }) => query === search.of) ?? model.headline[0] ?? null;
  const navigate = useNavigate();
  const exploredNumber: NumberChoice = {
    chosen: number?.query ?? null,
    onChoose: (query) =>
      void navigate({ to: ".", search: (current) => ({ ...current, of: query, target: undefined }), replace: true }),
  };
  const shown = useStore(overlay, (state) => state.shown);
  const isTouring = useStore(tour, ({ step }) => step !== null);
  useNumbersInAddress(search.numbers);
  const isPhone = useIsPhone();
  // Numbers and charts are painted first, because the rest takes most of the first render's time.
  const shouldRenderRest = useDeferredValue(true, false);
  const locked = search.lock?.split(",") ?? [];

  if (search.view === "present") {
    return (
      <DragProvider>
        <Hatches />
        <PresentScreen slide={slide} panes={panesIn(model, search)} chart={search.chart} locked={locked} />
      </DragProvider>
    );
  }
  if (search.view === "report") {
    return (
      <DragProvider>
        <Hatches />
        <ReportScreen panes={reportPanes(model, search)} text={textOf(search)} />
      </DragProvider>
    );
  }
  return (
    <DragProvider>
      <Hatches />
      <a className="skip" href="#sliders" hidden={search.view !== undefined}>
        {texts.skipToSliders}
      </a>
      <a className="skip" href="#charts">
        {texts.skipToCharts}
      </a>
      <Main
        className={[
          "workbench",
          (isComparing || isYearsView) && "comparing",
          isHoursView && "ofHours",
          isExploring && "exploring",
        ]
          .filter(Boolean)
          .join(" ")}
      >
        <TopBar>
          <ScenarioTitle />
          <ViewLinks current={search.view} />
          {search.cmp !== undefined && !isPhone && <EndComparison />}
          <span className="space" />
          <Palette shown={charts.map(({ key }) => key)} />
          <TeamBar />
          <UndoButtons />
          <DataDialog charts={charts} />
          <Saving />
        </TopBar>
        <ReadOnly />
        {isComparing ? (
          <CompareHeader />
        ) : isYearsView ? (
          <YearsHeader />
        ) : (
          <HeadlineNumbers choice={isExploring ? exploredNumber : null} />
        )}
        {search.view === undefined &&
          (search.why !== undefined || search.node !== undefined ? (
            <WhyPanel key={search.why ?? ""} query={search.why ?? null} node={search.node} />
          ) : shouldRenderRest ? (
            <>
              <Rail current={slide} />
              <SlidePanel slide={slide} locked={locked} />
            </>
          ) : (
            <>
              <div className="rail" />
              <section className="slide" aria-busy />
            </>
          ))}
        {isHoursView ? (
          <HoursScreen market={search.market} />
        ) : isExploring ? (
          <ExploreScreen
            question={search.explore}
            scope={search.scope}
            move={search.move}
            slide={slide}
            charts={charts}
            number={number}
            target={search.target}
            keep={search.keep}
            ranges={search.ranges}
            count={search.n}
            sweep={search.run}
          />
        ) : (
          <Board
            panes={panesIn(model, search)}
            aside={isComparing ? <Differences isOnServer={isOnServer} /> : null}
            showsYears={isYearsView}
          />
        )}
        <Notices progress={progress} isOnServer={isOnServer} update={update} />
        {shouldRenderRest ? <Timeline /> : <div className="timeline" />}
        <PrintFooter />
        <KeyboardShortcuts />
        {isTouring && <Tour />}
        {shown === "numbers" && <NumbersDialog />}
        {shown === "history" && <HistoryList />}
        {shown?.startsWith("query") === true && <CustomQueryDialog key={shown} shown={shown} search={search} />}
        {search.comments !== undefined && <CommentsPanel parameter={search.comments} />}
        <LiveHeadlines />
      </Main>
    </DragProvider>
  );
}

/** Provides charts with the drag state. When it changes, the children do not re-render. */
function DragProvider({ children }: { readonly children: ReactNode }) {
  return <DragContext value={useSession((state) => state.draggedSlider !== null)}>{children}</DragContext>;
}

/** Marks the numbers while new ones are calculated. It renders twice per answer, but its children do not. */
function Main({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  const isCalculating = useSession((state) => state.isCalculating);
  return <main className={`${className}${isCalculating ? " isCalculating" : ""}`}>{children}</main>;
}

function ScenarioTitle() {
  const { texts } = useTexts();
  const stored = useSession((state) => state.scenario);
  const { area, startYear, endYear } = stored;
  const areaName = useAreaName()(area);
  const name = nameOf(stored, texts);
  useEffect(() => {
    document.title = `${name} · Etesian`;
  }, [name]);
  return (
    <div className="about">
      <h1>
        <b>{name}</b>
      </h1>
      <p title={`${areaName} · ${endYear} · ${texts.startYearData(startYear)}`}>
        {areaName} · <PathSteps />
        <span className="onWide"> · {texts.startYearData(startYear)}</span>
      </p>
    </div>
  );
}

/** URL, version and model below a printed page, so that readers can open the same view. */
function PrintFooter() {
  const { modelHash } = useWorkspace();
  const { texts } = useTexts();
  const version = useSession(({ scenario, visitedVersion }) => visitedVersion ?? scenario.version);
  const changedCount = useSession(({ base }) => Object.keys(base.userValues).length);
  return (
    <footer className="printed">
      <span>{location.href}</span>
      <span>{texts.time.versionNumber(version)}</span>
      <span>{texts.changedCount(changedCount)}</span>
      {modelHash !== null && <span>{texts.modelHash(modelHash.slice(0, HASH_DIGITS))}</span>}
    </footer>
  );
}

function UndoButtons() {
  const { session } = useWorkspace();
  const { texts } = useTexts();
  const canUndo = useSession((state) => state.canUndo);
  const canRedo = useSession((state) => state.canRedo);
  return (
    <>
      <ActionButton className="icon" aria-label={texts.undo} isDisabled={!canUndo} onPress={() => session.undo()}>
        <Icon name="undo" />
      </ActionButton>
      <ActionButton className="icon redo" aria-label={texts.redo} isDisabled={!canRedo} onPress={() => session.redo()}>
        <Icon name="redo" />
      </ActionButton>
    </>
  );
}
