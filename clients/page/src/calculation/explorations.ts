/** Explorations of the scenario on the screen: each question's run, and its results so far. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  Calculator,
  ExplorationQuestion,
  ExplorationWork,
  Explore,
  ExplorationReport,
  ServerExplorer,
} from "./calculator.ts";
import type { SessionStore } from "./session-state.ts";

/** The location of a run's calculation. */
export type RunLocation = "page" | "server";

export interface Run {
  readonly id: number;
  readonly location: RunLocation;
  /** The version of the scenario whose variants are calculated. */
  readonly version: number;
  readonly isRunning: boolean;
  /** Null until the first report. */
  readonly report: ExplorationReport | null;
  /** Estimated time for the remaining variants; null until the speed is known. */
  readonly secondsLeft: number | null;
}

/** Runs by the text of their work. */
export type Runs = Readonly<Record<string, Run>>;

/** Identifies the work. Curves are omitted, because the version of a compared scenario identifies them. */
export const textOf = (work: ExplorationWork): string =>
  JSON.stringify(work, (key, value: unknown) => (key === "curves" ? undefined : value));

/** The server calculates larger numbers of variants, which would take longer than a minute here. */
const MAX_LOCAL_VARIANTS = 2_000;

/** The page has the data of only one area. */
const variesAreas = (work: ExplorationWork): boolean =>
  work.kind === "sweep" && Array.isArray(work.spec.factors) && work.spec.factors.some((factor) => "areas" in factor);

/** Identifies a run: by its work, or by its sweep on the server. */
export interface RunIdentity {
  readonly work: ExplorationWork;
  /** Null if the work identifies the run. */
  readonly sweep: string | null;
}

const keyOf = ({ work, sweep }: RunIdentity): string => (sweep === null ? textOf(work) : `sweep ${sweep}`);

/** Finds the run with this work or sweep; null if there is none. */
export function findRun(runs: Runs, identity: RunIdentity): Run | null {
  const { sweep } = identity;
  const run = runs[keyOf(identity)];
  if (run !== undefined || sweep === null) return run ?? null;
  return Object.values(runs).find(({ report }) => report?.sweep?.id === sweep) ?? null;
}

export class Explorations {
  readonly runs: StoreApi<Runs> = createStore<Runs>()(() => ({}));
  readonly #session: SessionStore;
  /** Null if variants are not calculated in the page. */
  readonly #page: Explore | null;
  /** Null if the server has no sweeps. */
  readonly #server: ServerExplorer | null;
  readonly #now: () => number;
  #id = 0;
  #activeRun: { readonly key: string; readonly startedAt: number; readonly restartOnServer: () => void } | null = null;

  /** @param options.sweeps explores sweeps on the server; null if the server has none */
  constructor(
    session: SessionStore,
    calculator: Pick<Calculator, "explore">,
    {
      sweeps,
      now = () => performance.now(),
    }: { readonly sweeps: ServerExplorer | null; readonly now?: (() => number) | undefined },
  ) {
    this.#session = session;
    this.#page = calculator.explore;
    this.#server = sweeps;
    this.#now = now;
  }

  /** Whether variants can be calculated: without a worker, only sweeps can be. */
  isPossible(kind: ExplorationWork["kind"]): boolean {
    return this.#page !== null || (kind === "sweep" && this.#server !== null);
  }

  /**
   * Starts an exploration of the current scenario, or reads the results of a sweep on the server. It replaces the
   * running exploration.
   * @param metadata metadata of its sweep, if the server calculates it
   */
  start(identity: RunIdentity, metadata: ExplorationQuestion["metadata"] = {}): void {
    const { work, sweep } = identity;
    const location = sweep !== null || this.#page === null || variesAreas(work) ? "server" : "page";
    this.#start(
      keyOf(identity),
      { scenario: this.#session.getState().base, work, metadata, sweep: sweep ?? undefined },
      location,
    );
  }

  #start(key: string, question: Omit<ExplorationQuestion, "id">, location: RunLocation): void {
    this.#end(location, "leave");
    const id = ++this.#id;
    const restartOnServer = (): void => this.#start(key, question, "server");
    this.#activeRun = { key, startedAt: this.#now(), restartOnServer };
    const { version } = question.scenario;
    const run: Run = { id, location, version, isRunning: true, report: null, secondsLeft: null };
    this.runs.setState({ [key]: run });
    const explore = location === "page" ? this.#page : this.#server?.explore;
    explore?.({ id, ...question });
  }

  /** Ends the running exploration, including its sweep on the server; its results so far are kept. */
  cancel(): void {
    this.#end(null, "cancel");
  }

  /** Ends the running exploration in the page. A sweep on the server continues if the user can find it again. */
  leave(): void {
    this.#end(null, "leave");
  }

  /** Ends the running exploration. If the next one runs in the same location, it replaces this one. */
  #end(next: RunLocation | null, action: "cancel" | "leave"): void {
    if (this.#activeRun === null) return;
    const { key } = this.#activeRun;
    const { location } = this.runs.getState()[key]!;
    this.#activeRun = null;
    this.runs.setState((runs) => ({ [key]: { ...runs[key]!, isRunning: false, secondsLeft: null } }));
    if (location === next) return;
    if (location === "page") this.#page?.(null);
    else if (action === "leave") this.#server?.leave();
    else this.#server?.explore(null);
  }

  /** Receives a report; the report of an earlier exploration updates that exploration's results. */
  receive(report: ExplorationReport): void {
    const entry = Object.entries(this.runs.getState()).find(([, { id }]) => id === report.id);
    if (entry === undefined) return;
    const [key, run] = entry;
    if (run.isRunning && run.location === "page" && report.total > MAX_LOCAL_VARIANTS && this.#server !== null) {
      this.#activeRun?.restartOnServer();
      return;
    }
    const isRunning = run.isRunning && !report.isFinished;
    const elapsed = this.#activeRun === null ? 0 : this.#now() - this.#activeRun.startedAt;
    const { done, total, sweep } = report;
    const secondsLeft = isRunning && done > 0 ? ((elapsed / done) * (total - done)) / 1000 : null;
    if (!isRunning && this.#activeRun?.key === key) this.#activeRun = null;
    const version = sweep?.version ?? run.version;
    this.runs.setState({ [key]: { ...run, version, isRunning, report, secondsLeft } });
  }
}
