/** Effects of the workbench on the URL, the inputs, the list of recent scenarios and the caches. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { useShallow } from "zustand/shallow";
import type { StoredScenario } from "../../calculation/calculator.ts";
import type { Session } from "../../calculation/session.ts";
import { cacheScenario } from "../../offline/service-worker.ts";
import { recordRecent } from "../../saved/recent.ts";
import { storage, visitor } from "../../server.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { writeChoice } from "./chosen-numbers.ts";
import { conditionsOf, rivalsAmong } from "./why-disabled.ts";

/** Time without changes after which a scenario is cached for offline visits (ms). */
const IDLE_MS = 3_000;

/** Caches the stored scenario in the browser after each pause in its changes. Returns a function that stops it. */
export function cacheWhenIdle({ state }: Session): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = ({ id, version }: StoredScenario): void => {
    clearTimeout(timer);
    timer = setTimeout(() => cacheScenario(id, version), IDLE_MS);
  };
  schedule(state.getState().scenario);
  const stop = state.subscribe(({ scenario }, previous) => {
    if (scenario.version !== previous.scenario.version) schedule(scenario);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Records the scenario for a guest, whose start page lists it. */
export function useRecordRecent(): void {
  const { id, title, area, endYear } = useSession(
    useShallow(({ scenario }) => ({
      id: scenario.id,
      title: scenario.title,
      area: scenario.area,
      endYear: scenario.endYear,
    })),
  );
  useEffect(() => {
    void visitor.waitUntilSettled().then(() => {
      const { owner } = visitor.state.getState();
      if (owner === null && visitor.author === null) recordRecent(storage, { id, title, area, endYear });
    });
  }, [id, title, area, endYear]);
}

/** Delay (ms) before the URL is updated, because a user may scrub along the timeline. */
const ADDRESS_DELAY_MS = 250;

/** Stores the visited version in the URL, and visits the version in the URL when the page opens. */
export function useVersionInAddress(version: number | null): void {
  const { session } = useWorkspace();
  const navigate = useNavigate();
  const visitedVersion = useSession((state) => state.visitedVersion);
  useEffect(() => {
    if (version !== null) session.visit(version);
  }, [session]);
  useEffect(() => {
    if (visitedVersion === version) return undefined;
    const timer = setTimeout(
      () =>
        void navigate({ to: ".", search: (search) => ({ ...search, v: visitedVersion ?? undefined }), replace: true }),
      ADDRESS_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [visitedVersion, version, navigate]);
}

/** Adds the stored choice of numbers to a URL without one, so that a copied link shows the same numbers. */
export function useNumbersInAddress(choice: string | undefined): void {
  const navigate = useNavigate();
  const { model, numbers } = useWorkspace();
  const storedChoice = choice === undefined ? writeChoice(model.headline, numbers) : null;
  useEffect(() => {
    if (storedChoice === null) return;
    void navigate({ to: ".", search: (search) => ({ ...search, numbers: storedChoice }), replace: true });
  }, [storedChoice, navigate]);
}

/** Requests the inputs again when other sliders become movable: after a rival was moved or reset, here or elsewhere. */
export function useRefreshInputs(id: number): void {
  const { inputs } = useWorkspace();
  const queries = useQueryClient();
  const rivals = useMemo(() => rivalsAmong(inputs), [inputs]);
  const conditions = useSession(({ scenario }) => conditionsOf(rivals, scenario));
  const previousConditions = useRef(conditions);
  useEffect(() => {
    if (previousConditions.current === conditions) return;
    previousConditions.current = conditions;
    void queries.invalidateQueries({ queryKey: ["inputs", id] });
  }, [conditions, id, queries]);
}
