/** Sweeps on the server: requested, followed, and read while they run. */
import { type Api, ApiError, type components, sweepProgress, UnreachableError } from "@etesian/client";
import type { SweepSpec } from "@etesian/sweep/calculation";
import type { SweepDescription } from "@etesian/sweep/results";
import type { ExplorationQuestion, Explore, Explored, SweepFound } from "./calculator.ts";

type Sweep = components["schemas"]["Sweep"];

const OVER: readonly string[] = ["completed", "failed", "cancelled", "expired"];
/** Pause before the progress is requested again, after its stream has ended early (ms). */
const PAUSE_MS = 2_000;
/** Maximum share of the time that estimates of incomplete results may take. */
const MOST_TIME = 0.1;

const sentencesOf = ({ errors }: ApiError): string => Object.values(errors).flat().join("; ");

/**
 * Explores on the server. A cancelled or replaced sweep is cancelled there, too; a completed one keeps its results for
 * their time.
 * @param onExplored receives the results of the variants so far, about once a second
 */
export function serverSweeps(
  api: Api,
  onExplored: (explored: Explored) => void,
  pause: (signal: AbortSignal) => Promise<void> = (signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve());
      setTimeout(resolve, PAUSE_MS);
    }),
): Explore {
  let running: AbortController | null = null;
  return (question) => {
    running?.abort();
    running = null;
    if (question === null) return;
    const { id } = question;
    const own = new AbortController();
    running = own;
    let last: Explored = { id, done: 0, of: 0, failed: 0, isOver: false, found: null, fault: null };
    const report = (more: Partial<Explored>): void => {
      last = { ...last, ...more };
      if (!own.signal.aborted) onExplored(last);
    };
    void run(api, question, { signal: own.signal, report, pause }).catch((error: unknown) => {
      if (own.signal.aborted) return;
      const isRefusal = error instanceof ApiError;
      const fault = isRefusal ? sentencesOf(error) : error instanceof Error ? error.message : String(error);
      report({ isOver: true, fault, ...(isRefusal && { refusal: error.code }) });
    });
  };
}

async function run(
  api: Api,
  { stored, work }: ExplorationQuestion,
  {
    signal,
    report,
    pause,
  }: {
    readonly signal: AbortSignal;
    readonly report: (more: Partial<Explored>) => void;
    readonly pause: (signal: AbortSignal) => Promise<void>;
  },
): Promise<void> {
  if (work.kind !== "sweep") throw new Error(`the server calculates sweeps, and no ${work.kind}`);
  const { spec } = work;
  // Without the signal: a sweep that was requested can be cancelled.
  const requested = await api.POST("/api/v3/sweeps", {
    body: { sweep: { ...spec, base: { scenario_id: stored.id, version: stored.version } } },
  });
  let sweep = requested.data as Sweep;
  const path = { id: sweep.id };
  const cancel = (): void => {
    // It ends by itself, in the worst case.
    if (!OVER.includes(sweep.status)) api.DELETE("/api/v3/sweeps/{id}", { params: { path } }).catch(() => {});
  };
  if (signal.aborted) return cancel();
  signal.addEventListener("abort", cancel);
  report({ of: sweep.variants });
  const results = new Results(api, spec);
  let [spent, shownAt] = [0, -Infinity];
  const show = async (): Promise<void> => {
    sweep = (await api.GET("/api/v3/sweeps/{id}", { params: { path }, signal })).data as Sweep;
    const isOver = OVER.includes(sweep.status);
    await results.read(sweep, signal);
    const { variants: of, done, failed, reason } = sweep;
    const now = performance.now();
    const isDue = isOver || now - shownAt >= spent / MOST_TIME;
    const found = isDue ? await results.found() : undefined;
    if (isDue) [spent, shownAt] = [performance.now() - now, performance.now()];
    const isComplete = sweep.status === "completed";
    const fault = isOver && !isComplete ? (reason ?? sweep.status) : null;
    report({ of, done, failed, isOver, fault, ...(found !== undefined && { found }) });
  };
  while (!OVER.includes(sweep.status)) {
    try {
      for await (const _ of sweepProgress(api, sweep.id, { signal })) await show();
      if (!OVER.includes(sweep.status)) await show();
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      await pause(signal);
      signal.throwIfAborted();
    }
  }
}

/** The rows of a sweep that are calculated so far. */
class Results {
  readonly #api: Api;
  readonly #spec: SweepSpec;
  /** Null until the server has planned it. */
  #found: (Omit<SweepFound, "kind" | "estimates" | "hours"> & { readonly errors: Map<number, string> }) | null = null;
  readonly #read = new Set<string>();

  constructor(api: Api, spec: SweepSpec) {
    this.#api = api;
    this.#spec = spec;
  }

  /** Reads the parts that are new. */
  async read({ id, description, results: { parts } }: Sweep, signal: AbortSignal): Promise<void> {
    if (description === null) return;
    const { describedSweep, readParquet } = await import("@etesian/sweep/results");
    // The server made it from its own plan.
    const outline = this.#found?.outline ?? describedSweep(description as unknown as SweepDescription);
    const columns = ({ length }: { readonly length: number }): readonly Float64Array[] =>
      Array.from({ length }, () => new Float64Array(outline.rows).fill(NaN));
    this.#found ??= {
      outline,
      figures: columns(outline.outputs),
      settings: columns(outline.settings),
      errors: new Map(),
    };
    const { figures, settings, errors } = this.#found;
    for (const { href } of parts) {
      const part = href.slice(href.lastIndexOf("/") + 1);
      if (this.#read.has(part)) continue;
      const { data } = await this.#api.GET("/api/v3/sweeps/{id}/parts/{part}", {
        params: { path: { id, part } },
        parseAs: "arrayBuffer",
        signal,
      });
      const table = await readParquet(outline, new Uint8Array(data as ArrayBuffer));
      for (const [place, column] of table.outputs.entries()) figures[place]!.set(column, table.from);
      for (const [place, column] of table.settings.entries()) settings[place]!.set(column, table.from);
      for (const [variant, error] of table.errors) errors.set(variant, error);
      this.#read.add(part);
    }
  }

  /** With estimates from these rows. */
  async found(): Promise<SweepFound | null> {
    if (this.#found === null) return null;
    const { estimatesOf } = await import("@etesian/sweep/results");
    const { outline, figures, settings, errors } = this.#found;
    const estimates = estimatesOf(this.#spec, outline, { outputs: figures, settings });
    // Copies: columns grow, and views compare references.
    const copied = (columns: readonly Float64Array[]) => columns.map((column) => column.slice());
    return {
      kind: "sweep",
      outline,
      estimates,
      figures: copied(figures),
      settings: copied(settings),
      errors: new Map(errors),
      hours: null,
    };
  }
}
