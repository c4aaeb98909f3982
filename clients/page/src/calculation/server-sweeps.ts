/** Sweeps on the server: requested, followed, and read while they run. */
import { type Api, ApiError, type components, sweepProgress, UnreachableError } from "@etesian/client";
import type { SweepSpec } from "@etesian/sweep/calculation";
import type { SweepDescription } from "@etesian/sweep/results";
import type { ExplorationQuestion, Explore, Explored, ServerExplorer, SweepFound } from "./calculator.ts";

type Sweep = components["schemas"]["Sweep"];

const OVER: readonly string[] = ["completed", "failed", "cancelled", "expired"];
/** Pause before the progress is requested again, after its stream has ended early (ms). */
const PAUSE_MS = 2_000;
/** Maximum share of the time that estimates of incomplete results may take. */
const MOST_TIME = 0.1;

const sentencesOf = ({ errors }: ApiError): string => Object.values(errors).flat().join("; ");

export interface SweepsOptions {
  /** Whether the user finds sweeps again in a list: leaving or replacing one does not cancel it. */
  readonly areListed: () => boolean;
  readonly pause?: (signal: AbortSignal) => Promise<void>;
}

/** Why a sweep is no longer followed. */
type End = "cancelled" | "left";

const waitForServer = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
    setTimeout(resolve, PAUSE_MS);
  });

/**
 * Explores on the server. A cancelled sweep is cancelled there, too; a completed one keeps its results for their time.
 * @param onExplored receives the results of the variants so far, about once a second
 */
export function serverSweeps(
  api: Api,
  onExplored: (explored: Explored) => void,
  { areListed, pause = waitForServer }: SweepsOptions,
): ServerExplorer {
  let running: AbortController | null = null;
  const end = (how: End): void => {
    running?.abort(how);
    running = null;
  };
  const leave = (): void => end(areListed() ? "left" : "cancelled");
  const explore: Explore = (question) => {
    if (question === null) return end("cancelled");
    leave();
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
  return { explore, leave };
}

/** Requests a sweep around a version of a scenario. */
export async function requestSweep(
  api: Api,
  { stored, work, metadata }: Pick<ExplorationQuestion, "stored" | "work" | "metadata">,
): Promise<Sweep> {
  if (work.kind !== "sweep") throw new Error(`the server calculates sweeps, and no ${work.kind}`);
  const sweep = { ...work.spec, base: { scenario_id: stored.id, version: stored.version } };
  const { data } = await api.POST("/api/v3/sweeps", {
    body: { sweep: metadata === undefined ? sweep : { ...sweep, metadata } },
  });
  return data as Sweep;
}

const readSweep = async (api: Api, id: string, signal: AbortSignal): Promise<Sweep> =>
  (await api.GET("/api/v3/sweeps/{id}", { params: { path: { id } }, signal })).data as Sweep;

async function run(
  api: Api,
  question: ExplorationQuestion,
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
  // A request has no signal: a sweep that was requested can be cancelled.
  let sweep =
    question.sweep === undefined ? await requestSweep(api, question) : await readSweep(api, question.sweep, signal);
  const { id } = sweep;
  const endThere = (): void => {
    if (signal.reason !== ("cancelled" satisfies End) || OVER.includes(sweep.status)) return;
    // It ends by itself, in the worst case.
    api.DELETE("/api/v3/sweeps/{id}", { params: { path: { id } } }).catch(() => {});
  };
  if (signal.aborted) return endThere();
  signal.addEventListener("abort", endThere);
  report({ of: sweep.variants, sweep: { id, version: sweep.base.version } });
  const results = new Results(api);
  let [spent, shownAt] = [0, -Infinity];
  const show = async (): Promise<void> => {
    sweep = await readSweep(api, id, signal);
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
  if (OVER.includes(sweep.status)) await show();
  while (!OVER.includes(sweep.status)) {
    try {
      for await (const _ of sweepProgress(api, id, { signal })) await show();
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
  /** Null until the server has planned it. */
  #spec: SweepSpec | null = null;
  #found: (Omit<SweepFound, "kind" | "estimates" | "hours"> & { readonly errors: Map<number, string> }) | null = null;
  readonly #read = new Set<string>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Reads the parts that are new. */
  async read({ id, description, results: { parts } }: Sweep, signal: AbortSignal): Promise<void> {
    if (description === null) return;
    const { describedSweep, readParquet } = await import("@etesian/sweep/results");
    // The server made it from its own plan.
    const described = description as unknown as SweepDescription & { readonly spec: SweepSpec };
    this.#spec ??= described.spec;
    const outline = this.#found?.outline ?? describedSweep(described);
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
    if (this.#found === null || this.#spec === null) return null;
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
