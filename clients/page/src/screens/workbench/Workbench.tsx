/** One scenario: headline numbers, sliders, charts. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "react-aria-components";
import { useShallow } from "zustand/shallow";
import {
  type Chart,
  type InterfaceView,
  largestOf,
  type Magnitudes,
  type Prefixes,
  prefixesOf,
  queriesOf,
  readableArea,
  type Slide,
  viewOf,
  isHourly,
} from "@etesian/interface";
import { api, newCommand, shelf, visitor } from "../../server.ts";
import { catalogueOf, type ModelUpdate } from "../../calculation/area-model.ts";
import type { Calculator, StoredScenario, CalculatorListener, Requested } from "../../calculation/calculator.ts";
import { idsIn } from "../../calculation/comparison.ts";
import { ScenarioNotFound, serverCalculator, storageOver } from "../../calculation/http.ts";
import { follow, History } from "../../calculation/history.ts";
import { workers } from "../../calculation/idle-worker.ts";
import { lazily } from "../../controls/lazily.tsx";
import { useIsPhone } from "../../controls/use-phone.ts";
import { outboxIn } from "../../calculation/outbox.ts";
import { stepsFor } from "../../calculation/copied-steps.ts";
import { serverSweeps } from "../../calculation/server-sweeps.ts";
import { Session } from "../../calculation/session.ts";
import { workerCalculator } from "../../calculation/worker-calculator.ts";
import type { Progress } from "../../calculation/worker/messages.ts";
import { FirstWeekdayContext } from "../../charts/calendar.ts";
import { Hatches } from "../../charts/Hatches.tsx";
import { DragContext } from "../../charts/use-held.ts";
import { Icon } from "../../controls/icons.tsx";
import { figure, written } from "../../figures/figures.ts";
import { magnitudesOf, magnitudesOfSliders, measuredQueries } from "../../figures/prefixes.ts";
import { valueOf } from "../../figures/values.ts";
import { keepModel, keepScenario } from "../../offline/service-worker.ts";
import { noteRecent } from "../../saved/recent.ts";
import { useTexts } from "../../texts/language.tsx";
import { MissingScenario, NotOpened } from "../Missing.tsx";
import { Brand, TopBar } from "../TopBar.tsx";
import { nameOf } from "../compare/names.ts";
import { ComparedContext, useCompared } from "../compare/compared.ts";
import { ComparedViewContext } from "../compare/compared-view.tsx";
import { CompareHeader } from "../compare/CompareHeader.tsx";
import { Differences } from "../compare/Differences.tsx";
import { HoursProvider } from "../hours/hours-address.tsx";
import { HoursScreen } from "../hours/HoursScreen.tsx";
import { ELECTRICITY, hoursChartsOf, hoursQueriesOf } from "../hours/markets.ts";
import { useSession, useWorkspace, type Workspace, WorkspaceContext } from "../session-context.tsx";
import { Board } from "./Board.tsx";
import { DataDialog } from "./data/DataDialog.tsx";
import { HeadlineNumbers, type NumberChoice } from "./HeadlineNumbers.tsx";
import { Keys } from "./Keys.tsx";
import { HASH_DIGITS, ModelUpdated, useModelUpdate } from "./ModelUpdated.tsx";
import { Palette } from "./Palette.tsx";
import { Rail } from "./Rail.tsx";
import { inputsQuery, modelQuery, scenarioQuery, templateQuery } from "./queries.ts";
import { ReadOnly } from "./ReadOnly.tsx";
import { Saving } from "./Saving.tsx";
import { SignedOut } from "./SignedOut.tsx";
import { SlidePanel } from "./SlidePanel.tsx";
import { sharesOf, slideAt, slidesOf } from "./slides.ts";
import { Timeline } from "./Timeline.tsx";
import { type PaneState, panesOf } from "./panes.ts";
import type { WorkbenchSearch } from "./search.ts";
import { EndComparison, ViewLinks } from "./ViewLinks.tsx";
import { conditionsOf, rivalsAmong } from "./why-disabled.ts";

/** Maximum time that the first drawing waits for numbers (ms): without them, everything would be drawn twice. */
const FIRST_NUMBERS_LIMIT_MS = 150;

/** The panel takes the place of the sliders, so that charts do not move. */
const WhyPanel = lazily(
  async () => (await import("../why/WhyPanel.tsx")).WhyPanel,
  <section className="whyPanel" aria-busy />,
);

const ExploreScreen = lazily(
  async () => (await import("../explore/ExploreScreen.tsx")).ExploreScreen,
  <div className="explore" id="charts" aria-busy />,
);

const NO_TEMPLATE: Workspace["template"] = new Map();

export function Workbench({ id, search }: { readonly id: number; readonly search: WorkbenchSearch }) {
  const scenario = useQuery(scenarioQuery(id));
  const retry = (): void => void scenario.refetch();
  if (scenario.error instanceof ScenarioNotFound) return <MissingScenario onSignedIn={retry} />;
  if (scenario.isError) return <NotOpened reason={scenario.error.message} onRetry={retry} />;
  if (scenario.data === undefined) return <Waiting />;
  return <Opened key={id} scenario={scenario.data} search={search} />;
}

/** Shown until the first numbers arrive; controls come with them. */
function Waiting() {
  const { texts } = useTexts();
  return (
    <main className="workbench">
      <header className="top">
        <Brand />
      </header>
      <p className="headline empty" role="status">
        {texts.loading}
      </p>
    </main>
  );
}

function Opened({ scenario, search }: { readonly scenario: StoredScenario; readonly search: WorkbenchSearch }) {
  const { language } = useTexts();
  const { area, endYear, id } = scenario;
  const [opened, setOpened] = useState<Pick<Workspace, "session" | "history"> | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isOnServer, setIsOnServer] = useState(false);
  const model = useQuery(modelQuery(area, endYear));
  const inputs = useQuery(inputsQuery(id));
  const template = useQuery({
    ...templateQuery(id, inputs.data ?? new Map()),
    enabled: scenario.template !== null && inputs.data !== undefined,
  });
  const manifest = model.data?.manifest;
  const { update, check } = useModelUpdate(manifest ?? null, endYear);
  const queries = useQueryClient();
  const viewIn = useMemo(() => {
    if (model.data === undefined || inputs.data === undefined) return null;
    const { documents, catalogue } = model.data;
    const facts = catalogue ?? catalogueOf(inputs.data);
    return (prefixes: Prefixes) => viewOf(documents, facts, language, prefixes);
  }, [model.data, inputs.data, language]);
  // In the units of the documents: questions do not depend on prefixes.
  const view = useMemo(() => viewIn?.({}) ?? null, [viewIn]);
  useEffect(() => {
    if (manifest === undefined) return;
    const onServer = serverCalculator(api);
    const calculator = (listener: CalculatorListener): Calculator => {
      if (manifest === null) return onServer(listener);
      const onFallback = (): void => {
        setIsOnServer(true);
        check();
      };
      return workerCalculator(
        { manifest, endYear },
        { ...listener, onProgress: setProgress, onFallback },
        workers,
        onServer,
      );
    };
    const session = new Session(scenario, {
      storage: storageOver(api, visitor),
      calculator,
      sweeps: (onExplored) => serverSweeps(api, onExplored),
      newCommand,
      maker: () => visitor.maker,
      outbox: outboxIn(shelf, id, { mayShow: (maker) => visitor.mayShow(maker) }),
      steps: stepsFor(id, scenario.version),
    });
    // Its numbers are being calculated while the components are first drawn.
    if (view !== null) session.want(wantedOf(view, search, measuredQueries(view)));
    const history = new History();
    const open = (): void => {
      clearTimeout(waiting);
      stopWaiting();
      setOpened({ session, history });
    };
    const waiting = setTimeout(open, view === null ? 0 : FIRST_NUMBERS_LIMIT_MS);
    const stopWaiting = session.state.subscribe(open);
    setIsOnServer(manifest === null);
    const following = new AbortController();
    void follow(api, { session, history, onReturn: check }, following.signal);
    // A part of a previous model no longer exists.
    const stopChecking = session.state.subscribe(({ fault }, before) => {
      if (fault !== null && fault !== before.fault) check();
    });
    if (manifest !== null) keepModel(manifest, endYear);
    const stopKeeping = keepNewest(session);
    return () => {
      clearTimeout(waiting);
      stopWaiting();
      following.abort();
      stopKeeping();
      stopChecking();
      session.close();
      // A later visit of the scenario starts from this one's final state.
      queries.setQueryData(scenarioQuery(id).queryKey, session.state.getState().stored);
    };
  }, [scenario, manifest, check, queries]);
  const modelHash = manifest?.model ?? null;
  const fault = model.error ?? inputs.error;
  if (fault !== null) {
    return (
      <main className="workbench">
        <TopBar />
        <p className="notices notice fault">{fault.message}</p>
      </main>
    );
  }
  if (opened === null || inputs.data === undefined || view === null || viewIn === null) return <Waiting />;
  return (
    <Measured
      opened={opened}
      inputs={inputs.data}
      template={template.data ?? NO_TEMPLATE}
      view={view}
      viewIn={viewIn}
      search={search}
      modelHash={modelHash}
    >
      <FirstWeekdayContext value={manifest?.first_weekday ?? null}>
        <HoursProvider h={search.h}>
          <ComparedViewContext value={search.compared ?? "side"}>
            <Frame search={search} progress={progress} isOnServer={isOnServer} update={update} />
          </ComparedViewContext>
        </HoursProvider>
      </FirstWeekdayContext>
    </Measured>
  );
}

/**
 * The scenario with units that fit its size and that of the compared scenarios: the largest figures determine the
 * prefixes. They are chosen once, from the first answer; until then from the sliders' start values.
 */
function Measured({
  opened: { session, history },
  inputs,
  template,
  view,
  viewIn,
  search,
  modelHash,
  children,
}: {
  readonly opened: Pick<Workspace, "session" | "history">;
  readonly inputs: Workspace["inputs"];
  readonly template: Workspace["template"];
  /** In the units of the documents. */
  readonly view: InterfaceView;
  readonly viewIn: (prefixes: Prefixes) => InterfaceView;
  readonly search: WorkbenchSearch;
  readonly modelHash: string | null;
  readonly children: ReactNode;
}) {
  const needed = useMemo(() => measuredQueries(view), [view]);
  const measured = useRef<Magnitudes | null>(null);
  const ofAnswer = useSyncExternalStore(session.state.subscribe, () => {
    const { shown } = session.state.getState();
    if (measured.current === null && shown !== null && needed.every((query) => shown.results.has(query)))
      measured.current = magnitudesOf(view, shown);
    return measured.current;
  });
  const ofSliders = useMemo(() => magnitudesOfSliders(view, inputs, ofAnswer ?? {}), [view, inputs, ofAnswer]);
  const shapes = panesIn(view, search)
    .map(({ key }) => key)
    .join();
  const { market, view: screen } = search;
  const { id } = session.state.getState().stored;
  const others = idsIn(String(search.cmp ?? ""), id);
  const isMeasuring = ofAnswer === null || others.length > 0;
  const wanted = useMemo(
    () => wantedOf(view, search, isMeasuring ? needed : []),
    [view, shapes, screen, market, isMeasuring, needed],
  );
  useEffect(() => session.want(wanted), [session, wanted]);
  const compared = useCompared(session, inputs, others, wanted);
  const largest = largestOf([
    ofSliders,
    ofAnswer ?? {},
    ...compared.flatMap(({ answer, inputs: theirs }) => {
      const theirAnswer = answer === null ? {} : magnitudesOf(view, answer);
      return theirs === null ? [theirAnswer] : [theirAnswer, magnitudesOfSliders(view, theirs, theirAnswer)];
    }),
  ]);
  const prefixes = JSON.stringify(prefixesOf(largest));
  const model = useMemo(() => viewIn(JSON.parse(prefixes) as Prefixes), [viewIn, prefixes]);
  const sizes = JSON.stringify(largest);
  const magnitudes = useMemo(() => JSON.parse(sizes) as Magnitudes, [sizes]);
  const workspace = useMemo(
    () => ({ session, history, inputs, mayChange: mayChange(inputs), template, model, magnitudes, modelHash }),
    [session, history, inputs, template, model, magnitudes, modelHash],
  );
  return (
    <WorkspaceContext value={workspace}>
      <ComparedContext value={compared}>{children}</ComparedContext>
    </WorkspaceContext>
  );
}

/** Whether any input can be set: the server disables all inputs of a read-only scenario. */
const mayChange = (inputs: Workspace["inputs"]): boolean =>
  inputs.size === 0 || [...inputs.values()].some(({ disabled }) => !disabled);

/** Rest time after which a scenario is cached for offline visits (s). */
const REST_MS = 3_000;

/** Caches the stored scenario in the browser whenever it has been at rest for a while. */
function keepNewest({ state }: Session): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const later = ({ id, version }: StoredScenario): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => keepScenario(id, version), REST_MS);
  };
  later(state.getState().stored);
  const stop = state.subscribe(({ stored }, before) => {
    if (stored.version !== before.stored.version) later(stored);
  });
  return () => {
    clearTimeout(waiting);
    stop();
  };
}

const panesIn = (model: InterfaceView, { charts, slide }: WorkbenchSearch): readonly PaneState[] =>
  panesOf(charts, slideAt(model.sections, slide), model);

/** The charts of the board. */
const chartsOf = (model: InterfaceView, search: WorkbenchSearch): readonly Chart[] =>
  panesIn(model, search).flatMap(({ key }) => model.charts.get(key) ?? []);

/**
 * The numbers of a screen.
 * @param measured queries whose present values determine the prefixes of units
 */
function wantedOf(model: InterfaceView, search: WorkbenchSearch, measured: readonly string[]): Requested {
  const charts = search.view === "explore" ? [] : chartsOf(model, search);
  const annual = charts.filter(({ type }) => !isHourly(type));
  const hourly = charts.filter(({ type }) => isHourly(type));
  return {
    queries: [
      ...new Set([
        ...model.headline.flatMap(({ query, base }) => (base === null ? [query] : [query, base])),
        ...sharesOf(model.sections),
        ...annual.flatMap(queriesOf),
        ...measured,
      ]),
    ],
    curves:
      search.view === "hours"
        ? hoursQueriesOf(hoursChartsOf(model, search.market ?? ELECTRICITY))
        : [...new Set(hourly.flatMap(queriesOf))],
  };
}

function Frame({
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
  const isOfHours = search.view === "hours";
  useFreshInputs(useSession((state) => state.stored.id));
  useVisitInAddress(search.v ?? null);
  useEffect(() => () => session.dropRefusals(), [session, language]);
  useRecent();
  const isComparing = search.view === "compare";
  const isExploring = search.view === "explore";
  const number = model.headline.find(({ query }) => query === search.of) ?? model.headline[0] ?? null;
  const navigate = useNavigate();
  const explored: NumberChoice = {
    chosen: number?.query ?? null,
    onChoose: (of) =>
      void navigate({ to: ".", search: (before) => ({ ...before, of, target: undefined }), replace: true }),
  };
  const isPhone = useIsPhone();
  // Numbers and charts are painted first: the rest takes most of the time of the first drawing.
  const isRestDue = useDeferredValue(true, false);

  return (
    <Dragging>
      <Hatches />
      <a className="skip" href="#sliders" hidden={search.view !== undefined}>
        {texts.skipToSliders}
      </a>
      <a className="skip" href="#charts">
        {texts.skipToCharts}
      </a>
      <Main
        className={["workbench", isComparing && "comparing", isOfHours && "ofHours", isExploring && "exploring"]
          .filter(Boolean)
          .join(" ")}
      >
        <TopBar>
          <About />
          <ViewLinks current={search.view} />
          {search.cmp !== undefined && !isPhone && <EndComparison />}
          <span className="space" />
          <Palette shown={charts.map(({ key }) => key)} />
          <UndoButtons />
          <DataDialog charts={charts} />
          <Saving />
        </TopBar>
        <ReadOnly />
        {isComparing ? <CompareHeader /> : <HeadlineNumbers choice={isExploring ? explored : null} />}
        {search.view === undefined &&
          (search.why !== undefined ? (
            <WhyPanel key={search.why} query={search.why} node={search.node} />
          ) : isRestDue ? (
            <>
              <Rail current={slide} />
              <SlidePanel slide={slide} locked={search.lock?.split(",") ?? []} />
            </>
          ) : (
            <>
              <div className="rail" />
              <section className="slide" aria-busy />
            </>
          ))}
        {isOfHours ? (
          <HoursScreen market={search.market} />
        ) : isExploring ? (
          <ExploreScreen
            question={search.explore}
            scope={search.scope}
            slide={slide}
            charts={charts}
            number={number}
            target={search.target}
            count={search.n}
          />
        ) : (
          <Board panes={panesIn(model, search)} aside={isComparing ? <Differences isOnServer={isOnServer} /> : null} />
        )}
        <Notices progress={progress} isOnServer={isOnServer} update={update} />
        {isRestDue ? <Timeline /> : <div className="timeline" />}
        <Printed />
        <Keys />
        <LiveHeadlines />
      </Main>
    </Dragging>
  );
}

/** Records the scenario for a guest, so that the start page lists it. */
function useRecent(): void {
  const { id, title, area, endYear } = useSession(
    useShallow(({ stored }) => ({
      id: stored.id,
      title: stored.title,
      area: stored.area,
      endYear: stored.endYear,
    })),
  );
  useEffect(() => {
    void visitor.settled().then(() => {
      const { owner } = visitor.state.getState();
      if (owner === null && visitor.maker === null) noteRecent(shelf, { id, title, area, endYear });
    });
  }, [id, title, area, endYear]);
}

/** Delay after which the address follows the timeline (ms), because a user may move along it. */
const VISIT_REST_MS = 250;

/** Keeps the visited version in the address, and visits the address's version when the page opens. */
function useVisitInAddress(version: number | null): void {
  const { session } = useWorkspace();
  const navigate = useNavigate();
  const visiting = useSession((state) => state.visiting);
  useEffect(() => {
    if (version !== null) session.visit(version);
  }, [session]);
  useEffect(() => {
    if (visiting === version) return undefined;
    const timer = setTimeout(
      () => void navigate({ to: ".", search: (search) => ({ ...search, v: visiting ?? undefined }), replace: true }),
      VISIT_REST_MS,
    );
    return () => clearTimeout(timer);
  }, [visiting, version, navigate]);
}

/** Provides charts with the state of a drag; its children are not rendered again. */
function Dragging({ children }: { readonly children: ReactNode }) {
  return <DragContext value={useSession((state) => state.dragged !== null)}>{children}</DragContext>;
}

/** Marks the numbers while others are calculated. It is rendered twice per answer, its children are not. */
function Main({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  const isCalculating = useSession((state) => state.isCalculating);
  return <main className={`${className}${isCalculating ? " isCalculating" : ""}`}>{children}</main>;
}

/** Requests the inputs again when different ones can be moved: after a rival was moved or reset, here or elsewhere. */
function useFreshInputs(id: number): void {
  const { inputs } = useWorkspace();
  const queries = useQueryClient();
  const rivals = useMemo(() => rivalsAmong(inputs), [inputs]);
  const conditions = useSession(({ stored }) => conditionsOf(rivals, stored));
  const known = useRef(conditions);
  useEffect(() => {
    if (known.current === conditions) return;
    known.current = conditions;
    void queries.invalidateQueries({ queryKey: ["inputs", id] });
  }, [conditions, id, queries]);
}

function About() {
  const { texts } = useTexts();
  const stored = useSession((state) => state.stored);
  const { model } = useWorkspace();
  const { area, endYear, startYear } = stored;
  const areaName = model.areas.get(area) ?? readableArea(area);
  const name = nameOf(stored, texts);
  useEffect(() => {
    document.title = `${name} · Etesian`;
  }, [name]);
  return (
    <div className="about">
      <h1>
        <b>{name}</b>
      </h1>
      <span>{`${areaName} · ${endYear} · ${texts.startYearData(startYear)}`}</span>
    </div>
  );
}

/** The origin of a printed sheet, so that readers can find it again. */
function Printed() {
  const { modelHash } = useWorkspace();
  const { texts } = useTexts();
  const version = useSession(({ stored, visiting }) => visiting ?? stored.version);
  const changed = useSession(({ stored }) => Object.keys(stored.userValues).length);
  return (
    <footer className="printed">
      <span>{location.href}</span>
      <span>{texts.time.versionNumber(version)}</span>
      <span>{texts.changedCount(changed)}</span>
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
      <Button className="icon" aria-label={texts.undo} isDisabled={!canUndo} onPress={() => session.undo()}>
        <Icon name="undo" />
      </Button>
      <Button className="icon redo" aria-label={texts.redo} isDisabled={!canRedo} onPress={() => session.redo()}>
        <Icon name="redo" />
      </Button>
    </>
  );
}

/** Delay before an unsaved change is reported (ms). */
const LATE_MS = 1_000;

/** Whether a condition has held for a while. */
function useLasting(is: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!is) return;
    const waiting = setTimeout(() => setHasLasted(true), ms);
    return () => {
      clearTimeout(waiting);
      setHasLasted(false);
    };
  }, [is, ms]);
  return hasLasted;
}

function Notices({
  progress,
  isOnServer,
  update,
}: {
  readonly progress: Progress | null;
  readonly isOnServer: boolean;
  readonly update: ModelUpdate | null;
}) {
  const { inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const isOffline = useSession((state) => state.isOffline);
  const unsent = useSession((state) => state.unsent);
  const fault = useSession((state) => state.fault);
  const isScaled = useSession((state) => state.stored.scaling !== null);
  const isLate = useLasting(
    useSession((state) => state.unsent > 0 && !state.isSignedOut),
    LATE_MS,
  );
  // A queued change for a slider that is not in the model.
  const refused = useSession(
    useShallow(({ refusals }) => Object.keys(refusals).flatMap((key) => (inputs.has(key) ? [] : refusals[key]!))),
  );
  const megabytes = (bytes: number): string => written(bytes / 1e6, language, 1);
  return (
    <div className="notices" aria-live="polite">
      {progress !== null && progress.of > 0 && (
        <p className="notice">{texts.loadingParts(megabytes(progress.loaded), megabytes(progress.of))}</p>
      )}
      {isOnServer && <p className="notice">{texts.onServer}</p>}
      {isScaled && <p className="notice warn">{texts.scaledNetworks}</p>}
      {isOffline && <p className="notice">{texts.offline(unsent)}</p>}
      {isLate && !isOffline && <p className="notice warn">{texts.busy(unsent)}</p>}
      <SignedOut />
      <ModelUpdated update={update} />
      {refused.length > 0 && <p className="notice fault">{texts.updates.refused(refused.join(" "))}</p>}
      {fault !== null && <p className="notice fault">{`${texts.faultTitle}: ${fault}`}</p>}
    </div>
  );
}

/** Announces headline numbers after a change to screen readers. */
function LiveHeadlines() {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const isAtRest = useSession((state) => state.dragged === null && !state.isCalculating && state.before !== null);
  const shown = useSession((state) => state.shown);
  const figures = model.headline
    .slice(0, 2)
    .map((number) => {
      const { query, title, unit, factor } = number;
      const value = shown === null ? null : valueOf(shown, query, number, "future");
      return value === null ? "" : `${title} ${figure(value * factor, language)} ${unit}`;
    })
    .filter((part) => part !== "")
    .join(", ");
  return (
    <p className="unseen" role="status">
      {isAtRest && figures !== "" ? texts.updated(figures) : ""}
    </p>
  );
}
