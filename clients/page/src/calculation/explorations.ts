/** Explorations of the scenario on the screen: each question's run, and its results so far. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Calculator, ExplorationWork, Explored } from "./calculator.ts";
import type { SessionStore } from "./session-state.ts";

export interface Run {
  readonly id: number;
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

export class Explorations {
  readonly runs: StoreApi<Runs> = createStore<Runs>()(() => ({}));
  readonly #session: SessionStore;
  readonly #calculator: Calculator;
  readonly #now: () => number;
  #id = 0;
  #running: { readonly key: string; readonly startedAt: number } | null = null;

  constructor(session: SessionStore, calculator: Calculator, now: () => number = () => performance.now()) {
    this.#session = session;
    this.#calculator = calculator;
    this.#now = now;
  }

  /** Whether variants can be calculated: the server's calculator has none. */
  get isPossible(): boolean {
    return this.#calculator.explore !== null;
  }

  /** Starts an exploration of the present scenario, in place of the one that is running. */
  start(work: ExplorationWork): void {
    const { base } = this.#session.getState();
    const key = textOf(work);
    this.#stop();
    const id = ++this.#id;
    this.#running = { key, startedAt: this.#now() };
    const run: Run = { id, version: base.version, isRunning: true, explored: null, secondsLeft: null };
    this.runs.setState({ [key]: run });
    this.#calculator.explore?.({ id, stored: base, work });
  }

  /** Ends the running exploration; its results so far stay. */
  cancel(): void {
    this.#stop();
    this.#calculator.explore?.(null);
  }

  /** Receives a report; one of an earlier exploration completes the results that it has. */
  take(explored: Explored): void {
    const found = Object.entries(this.runs.getState()).find(([, { id }]) => id === explored.id);
    if (found === undefined) return;
    const [key, run] = found;
    const isRunning = run.isRunning && !explored.isOver;
    const spent = this.#running === null ? 0 : this.#now() - this.#running.startedAt;
    const { done, of } = explored;
    const secondsLeft = isRunning && done > 0 ? ((spent / done) * (of - done)) / 1000 : null;
    if (!isRunning && this.#running?.key === key) this.#running = null;
    this.runs.setState({ [key]: { ...run, isRunning, explored, secondsLeft } });
  }

  #stop(): void {
    if (this.#running === null) return;
    const { key } = this.#running;
    this.#running = null;
    this.runs.setState((runs) => ({ [key]: { ...runs[key]!, isRunning: false, secondsLeft: null } }));
  }
}
