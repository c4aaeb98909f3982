/** Explorations of the scenario on the screen: each question's run, and its results so far. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Calculator, ExplorationWork, Explore, Explored, StoredScenario } from "./calculator.ts";
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

export class Explorations {
  readonly runs: StoreApi<Runs> = createStore<Runs>()(() => ({}));
  readonly #session: SessionStore;
  /** Null if nothing is calculated. */
  readonly #explorers: Readonly<Record<Place, Explore | null>>;
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
    }: { readonly sweeps: Explore | null; readonly now?: (() => number) | undefined },
  ) {
    this.#session = session;
    this.#explorers = { page: calculator.explore, server: sweeps };
    this.#now = now;
  }

  /** Whether variants can be calculated: without a worker, only sweeps can be. */
  isPossible(kind: ExplorationWork["kind"]): boolean {
    return this.#explorers.page !== null || (kind === "sweep" && this.#explorers.server !== null);
  }

  /** Starts an exploration of the current scenario; it replaces the running one. */
  start(work: ExplorationWork): void {
    const place = this.#explorers.page === null || isOfAreas(work) ? "server" : "page";
    this.#start(work, this.#session.getState().base, place);
  }

  #start(work: ExplorationWork, base: StoredScenario, place: Place): void {
    const key = textOf(work);
    this.#end(place);
    const id = ++this.#id;
    const again = (): void => this.#start(work, base, "server");
    this.#running = { key, startedAt: this.#now(), again };
    const run: Run = { id, place, version: base.version, isRunning: true, explored: null, secondsLeft: null };
    this.runs.setState({ [key]: run });
    this.#explorers[place]?.({ id, stored: base, work });
  }

  /** Ends the running exploration; its results so far stay. */
  cancel(): void {
    this.#end(null);
  }

  /** Ends the running exploration; at the place of the next one, that replaces it. */
  #end(next: Place | null): void {
    if (this.#running === null) return;
    const { key } = this.#running;
    const { place } = this.runs.getState()[key]!;
    this.#running = null;
    this.runs.setState((runs) => ({ [key]: { ...runs[key]!, isRunning: false, secondsLeft: null } }));
    if (place !== next) this.#explorers[place]?.(null);
  }

  /** Receives a report; one of an earlier exploration completes the results that it has. */
  take(explored: Explored): void {
    const found = Object.entries(this.runs.getState()).find(([, { id }]) => id === explored.id);
    if (found === undefined) return;
    const [key, run] = found;
    if (run.isRunning && run.place === "page" && explored.of > MOST_HERE && this.#explorers.server !== null) {
      this.#running?.again();
      return;
    }
    const isRunning = run.isRunning && !explored.isOver;
    const spent = this.#running === null ? 0 : this.#now() - this.#running.startedAt;
    const { done, of } = explored;
    const secondsLeft = isRunning && done > 0 ? ((spent / done) * (of - done)) / 1000 : null;
    if (!isRunning && this.#running?.key === key) this.#running = null;
    this.runs.setState({ [key]: { ...run, isRunning, explored, secondsLeft } });
  }
}
