/** Explorations of the scenario on the screen: each question's run, and its results so far. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  Calculator,
  ExplorationQuestion,
  ExplorationWork,
  Explore,
  Explored,
  ServerExplorer,
} from "./calculator.ts";
import type { SessionStore } from "./session-state.ts";

/** Where the variants of a run are calculated. */
export type Place = "page" | "server";

export interface Run {
  readonly id: number;
  readonly place: Place;
  /** The version of the scenario whose variants are calculated. */
  readonly version: number;
  readonly isRunning: boolean;
  /** Null until the first report. */
  readonly explored: Explored | null;
  /** Estimated time for the remaining variants; null until the speed is known. */
  readonly secondsLeft: number | null;
}

/** Runs by the text of their work. */
export type Runs = Readonly<Record<string, Run>>;

/** The version of a compared scenario identifies its curves. */
export const textOf = (work: ExplorationWork): string =>
  JSON.stringify(work, (key, value: unknown) => (key === "curves" ? undefined : value));

/** The server calculates larger numbers of variants, which would take longer than a minute here. */
const MOST_HERE = 2_000;

/** Areas differ in their data, and the page has the data of one area only. */
const isOfAreas = (work: ExplorationWork): boolean =>
  work.kind === "sweep" && Array.isArray(work.spec.factors) && work.spec.factors.some((factor) => "areas" in factor);

/** How a run is identified: by its work, or by its sweep on the server. */
export interface RunOf {
  readonly work: ExplorationWork;
  /** Null: by its work. */
  readonly sweep: string | null;
}

const keyOf = ({ work, sweep }: RunOf): string => (sweep === null ? textOf(work) : `sweep ${sweep}`);

/** The run of a work, or with a sweep; null if there is none. */
export function runIn(runs: Runs, of: RunOf): Run | null {
  const { sweep } = of;
  const own = runs[keyOf(of)];
  if (own !== undefined || sweep === null) return own ?? null;
  return Object.values(runs).find(({ explored }) => explored?.sweep?.id === sweep) ?? null;
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
  #running: { readonly key: string; readonly startedAt: number; readonly again: () => void } | null = null;

  /** @param options.sweeps explores sweeps on the server; null: there is none */
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
   * Starts an exploration of the current scenario, or reads the results of a sweep on the server; it replaces the running
   * one.
   * @param metadata names and texts of its sweep, if the server calculates it
   */
  start(of: RunOf, metadata: ExplorationQuestion["metadata"] = {}): void {
    const { work, sweep } = of;
    const place = sweep !== null || this.#page === null || isOfAreas(work) ? "server" : "page";
    this.#start(keyOf(of), { stored: this.#session.getState().base, work, metadata, sweep: sweep ?? undefined }, place);
  }

  #start(key: string, question: Omit<ExplorationQuestion, "id">, place: Place): void {
    this.#end(place, "leave");
    const id = ++this.#id;
    const again = (): void => this.#start(key, question, "server");
    this.#running = { key, startedAt: this.#now(), again };
    const { version } = question.stored;
    const run: Run = { id, place, version, isRunning: true, explored: null, secondsLeft: null };
    this.runs.setState({ [key]: run });
    const explore = place === "page" ? this.#page : this.#server?.explore;
    explore?.({ id, ...question });
  }

  /** Ends the running exploration, including its sweep on the server; its results so far stay. */
  cancel(): void {
    this.#end(null, "cancel");
  }

  /** Ends the running exploration in the page. A sweep on the server continues if the user can find it again. */
  leave(): void {
    this.#end(null, "leave");
  }

  /** Ends the running exploration; at the place of the next one, that replaces it. */
  #end(next: Place | null, how: "cancel" | "leave"): void {
    if (this.#running === null) return;
    const { key } = this.#running;
    const { place } = this.runs.getState()[key]!;
    this.#running = null;
    this.runs.setState((runs) => ({ [key]: { ...runs[key]!, isRunning: false, secondsLeft: null } }));
    if (place === next) return;
    if (place === "page") this.#page?.(null);
    else if (how === "leave") this.#server?.leave();
    else this.#server?.explore(null);
  }

  /** Receives a report; one of an earlier exploration completes the results that it has. */
  take(explored: Explored): void {
    const found = Object.entries(this.runs.getState()).find(([, { id }]) => id === explored.id);
    if (found === undefined) return;
    const [key, run] = found;
    if (run.isRunning && run.place === "page" && explored.of > MOST_HERE && this.#server !== null) {
      this.#running?.again();
      return;
    }
    const isRunning = run.isRunning && !explored.isOver;
    const spent = this.#running === null ? 0 : this.#now() - this.#running.startedAt;
    const { done, of, sweep } = explored;
    const secondsLeft = isRunning && done > 0 ? ((spent / done) * (of - done)) / 1000 : null;
    if (!isRunning && this.#running?.key === key) this.#running = null;
    const version = sweep?.version ?? run.version;
    this.runs.setState({ [key]: { ...run, version, isRunning, explored, secondsLeft } });
  }
}
