/** Opens, calculates and draws one scenario. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { type Prefixes, viewOf } from "@etesian/interface";
import { catalogueOf } from "../../calculation/area-model.ts";
import type { Calculator, CalculatorListener, StoredScenario } from "../../calculation/calculator.ts";
import { stepsFor } from "../../calculation/copied-steps.ts";
import { follow, History } from "../../calculation/history.ts";
import { createScenario, ScenarioNotFound, serverCalculator, createStorage } from "../../calculation/http.ts";
import { workers } from "../../calculation/idle-worker.ts";
import { createOutbox } from "../../calculation/outbox.ts";
import { serverSweeps } from "../../calculation/server-sweeps.ts";
import { Session } from "../../calculation/session.ts";
import { Team } from "../../calculation/team.ts";
import { workerCalculator } from "../../calculation/worker-calculator.ts";
import type { Progress } from "../../calculation/worker/messages.ts";
import { FirstWeekdayContext } from "../../charts/calendar.ts";
import { measuredQueries } from "../../figures/prefixes.ts";
import { cacheModel } from "../../offline/service-worker.ts";
import { api, newCommand, storage, visitor } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { ComparedViewContext } from "../compare/compared-view.tsx";
import { HoursProvider } from "../hours/hours-address.tsx";
import { MissingScenario, NotOpened } from "../Missing.tsx";
import { type CustomChart, withCustomCharts } from "../custom-query/custom-charts.ts";
import type { Workspace } from "../session-context.tsx";
import { Brand } from "../TopBar.tsx";
import { Frame } from "./Frame.tsx";
import { WorkspaceProvider } from "./WorkspaceProvider.tsx";
import { useModelUpdate } from "./ModelUpdated.tsx";
import { inputsQuery, modelQuery, scenarioQuery, templateQuery } from "./queries.ts";
import type { WorkbenchSearch } from "./search.ts";
import { cacheWhenIdle } from "./workbench-effects.ts";
import { resultRequestOf } from "./screen-contents.ts";

/** Maximum time (ms) that the first render waits for numbers: without them, everything would render twice. */
const FIRST_NUMBERS_LIMIT_MS = 150;

const NO_TEMPLATE: Workspace["template"] = new Map();

interface WorkbenchProps {
  readonly id: number;
  readonly search: WorkbenchSearch;
}

export function Workbench(props: WorkbenchProps) {
  return props.search.copy === true ? <CopyAndOpen {...props} /> : <Scenario {...props} />;
}

/** Creates a copy of the scenario, at the visited version if there is one, and opens it with the same view. */
function CopyAndOpen({ id, search }: WorkbenchProps) {
  const { v } = search;
  const { texts } = useTexts();
  const queries = useQueryClient();
  const version = v === undefined ? {} : { scenario_version: v };
  const copy = useQuery({
    queryKey: ["copy", id, v],
    queryFn: async () => {
      const original = await queries.ensureQueryData(scenarioQuery(id));
      return createScenario(api, { scenario_id: id, title: texts.copyOf(nameOf(original, texts)), ...version });
    },
    staleTime: Infinity,
    // Each attempt may create a scenario.
    retry: false,
  });
  const retry = (): void => void copy.refetch();
  if (copy.error instanceof ScenarioNotFound) return <MissingScenario onSignedIn={retry} />;
  if (copy.isError) return <NotOpened reason={copy.error.message} onRetry={retry} />;
  if (copy.data === undefined) return <Loading />;
  const view = { ...search, copy: undefined, v: undefined };
  return <Navigate to="/s/$id" params={{ id: String(copy.data) }} search={view} replace />;
}

function Scenario({ id, search }: WorkbenchProps) {
  const scenario = useQuery(scenarioQuery(id));
  const retry = (): void => void scenario.refetch();
  if (scenario.error instanceof ScenarioNotFound) return <MissingScenario onSignedIn={retry} />;
  if (scenario.isError) return <NotOpened reason={scenario.error.message} onRetry={retry} />;
  if (scenario.data === undefined) return <Loading />;
  return <OpenedScenario key={id} scenario={scenario.data} search={search} />;
}

/** Shown until the first numbers arrive; the controls appear with them. */
function Loading() {
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

function OpenedScenario({ scenario, search }: { readonly scenario: StoredScenario; readonly search: WorkbenchSearch }) {
  const { language } = useTexts();
  const { area, endYear, id } = scenario;
  const [opened, setOpened] = useState<Pick<Workspace, "session" | "history" | "team"> | null>(null);
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
  const customCharts = JSON.stringify(search.own ?? []);
  const viewIn = useMemo(() => {
    if (model.data === undefined || inputs.data === undefined) return null;
    const { documents, catalogue } = model.data;
    const facts = catalogue ?? catalogueOf(inputs.data);
    const own = JSON.parse(customCharts) as readonly CustomChart[];
    return (prefixes: Prefixes) => withCustomCharts(viewOf(documents, facts, language, prefixes), own);
  }, [model.data, inputs.data, language, customCharts]);
  // In the units of the documents, so that requests do not depend on prefixes.
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
      storage: createStorage(api, visitor),
      calculator,
      sweeps: (onExplored) =>
        serverSweeps(api, onExplored, { areListed: () => visitor.state.getState().person !== null }),
      newCommand,
      author: () => visitor.author,
      outbox: createOutbox(storage, id, { mayShow: (maker) => visitor.mayShow(maker) }),
      steps: stepsFor(id, scenario.version),
    });
    // The numbers are calculated while the components render for the first time.
    if (view !== null) session.requestResults(resultRequestOf(view, search, measuredQueries(view)));
    const history = new History();
    const shouldFollow = async (): Promise<boolean> => {
      await visitor.waitUntilSettled();
      return visitor.state.getState().person !== null;
    };
    const team = new Team(api, id, { newCommand, shouldFollow });
    const open = (): void => {
      clearTimeout(timer);
      stopWaiting();
      setOpened({ session, history, team });
    };
    const timer = setTimeout(open, view === null ? 0 : FIRST_NUMBERS_LIMIT_MS);
    const stopWaiting = session.state.subscribe(open);
    setIsOnServer(manifest === null);
    const following = new AbortController();
    void follow(api, { session, history, team, onReconnect: check }, following.signal);
    // The fault may be that the server no longer has a part of the previous model.
    const stopChecking = session.state.subscribe(({ fault }, previous) => {
      if (fault !== null && fault !== previous.fault) check();
    });
    if (manifest !== null) cacheModel(manifest, endYear);
    const stopCaching = cacheWhenIdle(session);
    return () => {
      clearTimeout(timer);
      stopWaiting();
      following.abort();
      stopCaching();
      stopChecking();
      session.close();
      // The next visit to the scenario starts from the final state of this session.
      queries.setQueryData(scenarioQuery(id).queryKey, session.state.getState().scenario);
    };
  }, [scenario, manifest, check, queries]);
  const modelHash = manifest?.model ?? null;
  // Later requests may also fail, for example without a connection: the workbench then keeps its data.
  const failed = [model, inputs].find(({ isLoadingError }) => isLoadingError);
  if (failed !== undefined)
    return <NotOpened reason={failed.error?.message ?? ""} onRetry={() => void failed.refetch()} />;
  if (opened === null || inputs.data === undefined || view === null || viewIn === null) return <Loading />;
  return (
    <WorkspaceProvider
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
    </WorkspaceProvider>
  );
}
