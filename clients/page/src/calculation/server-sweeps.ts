/** Requests sweeps on the server, follows them, and reads their results while they run. */
import { type Api, ApiError, type components, sweepProgress, UnreachableError } from "@etesian/client";
import type { SweepSpec } from "@etesian/sweep/calculation";
import type { SweepDescription } from "@etesian/sweep/results";
import type { ExplorationQuestion, Explore, ExplorationReport, ServerExplorer, SweepResult } from "./calculator.ts";

type Sweep = components["schemas"]["Sweep"];

const FINAL_STATUSES: readonly string[] = ["completed", "failed", "cancelled", "expired"];
/** Pause before the progress is requested again after its stream ended early (ms). */
const PAUSE_MS = 2_000;
/** Maximum share of time spent on estimates of incomplete results. */
const MAX_ESTIMATE_SHARE = 0.1;

const messageOf = ({ errors }: ApiError): string => Object.values(errors).flat().join("; ");

export interface SweepsOptions {
  /** Whether the user can find sweeps in a list; if so, leaving or replacing a sweep does not cancel it. */
  readonly areListed: () => boolean;
  readonly pause?: (signal: AbortSignal) => Promise<void>;
}

/** Why a sweep is no longer followed. */
type EndReason = "cancelled" | "left";

const waitForServer = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
    setTimeout(resolve, PAUSE_MS);
  });

/**
 * Explores on the server. Cancelling an exploration also cancels its sweep; the results of a completed sweep are kept
 * until they expire.
 * @param onReport receives the results of the variants so far, about once a second
 */
export function serverSweeps(
  api: Api,
  onReport: (report: ExplorationReport) => void,
  { areListed, pause = waitForServer }: SweepsOptions,
): ServerExplorer {
  let running: AbortController | null = null;
  const end = (reason: EndReason): void => {
    running?.abort(reason);
    running = null;
  };
  const leave = (): void => end(areListed() ? "left" : "cancelled");
  const explore: Explore = (question) => {
    if (question === null) return end("cancelled");
    leave();
    const { id } = question;
    const controller = new AbortController();
    running = controller;
    let last: ExplorationReport = { id, done: 0, total: 0, failed: 0, isFinished: false, result: null, fault: null };
    const report = (update: Partial<ExplorationReport>): void => {
      last = { ...last, ...update };
      if (!controller.signal.aborted) onReport(last);
    };
    void run(api, question, { signal: controller.signal, report, pause }).catch((error: unknown) => {
      if (controller.signal.aborted) return;
      const isRefusal = error instanceof ApiError;
      const fault = isRefusal ? messageOf(error) : error instanceof Error ? error.message : String(error);
      report({ isFinished: true, fault, ...(isRefusal && { refusal: error.code }) });
    });
  };
  return { explore, leave };
}

/** Requests a sweep based on a version of a scenario. */
export async function requestSweep(
  api: Api,
  { scenario, work, metadata }: Pick<ExplorationQuestion, "scenario" | "work" | "metadata">,
): Promise<Sweep> {
  if (work.kind !== "sweep") throw new Error(`the server calculates only sweeps, not ${work.kind}`);
  const sweep = { ...work.spec, base: { scenario_id: scenario.id, version: scenario.version } };
  const { data } = await api.POST("/api/v3/sweeps", {
    body: { sweep: metadata === undefined ? sweep : { ...sweep, metadata } },
  });
  return data as Sweep;
}

const readSweep = async (api: Api, id: string, signal: AbortSignal | null): Promise<Sweep> =>
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
    readonly report: (update: Partial<ExplorationReport>) => void;
    readonly pause: (signal: AbortSignal) => Promise<void>;
  },
): Promise<void> {
  // The first request has no signal: a sweep that the user cancels meanwhile has to be cancelled on the server.
  let sweep =
    question.sweep === undefined ? await requestSweep(api, question) : await readSweep(api, question.sweep, null);
  const { id } = sweep;
  const cancelOnServer = (): void => {
    if (signal.reason !== ("cancelled" satisfies EndReason) || FINAL_STATUSES.includes(sweep.status)) return;
    // If the cancellation fails, the sweep runs to completion.
    api.DELETE("/api/v3/sweeps/{id}", { params: { path: { id } } }).catch(() => {});
  };
  if (signal.aborted) return cancelOnServer();
  signal.addEventListener("abort", cancelOnServer);
  report({ total: sweep.variants, sweep: { id, version: sweep.base.version } });
  const results = new Results(api);
  let [estimateMs, reportedAt] = [0, -Infinity];
  const showResults = async (): Promise<void> => {
    sweep = await readSweep(api, id, signal);
    const isFinished = FINAL_STATUSES.includes(sweep.status);
    await results.read(sweep, signal);
    const { variants: total, done, failed, reason } = sweep;
    const now = performance.now();
    const isDue = isFinished || now - reportedAt >= estimateMs / MAX_ESTIMATE_SHARE;
    const result = isDue ? await results.result() : undefined;
    if (isDue) [estimateMs, reportedAt] = [performance.now() - now, performance.now()];
    const isComplete = sweep.status === "completed";
    const fault = isFinished && !isComplete ? (reason ?? sweep.status) : null;
    report({ total, done, failed, isFinished, fault, ...(result !== undefined && { result }) });
  };
  if (FINAL_STATUSES.includes(sweep.status)) await showResults();
  while (!FINAL_STATUSES.includes(sweep.status)) {
    try {
      for await (const _ of sweepProgress(api, id, { signal })) await showResults();
      if (!FINAL_STATUSES.includes(sweep.status)) await showResults();
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      await pause(signal);
      signal.throwIfAborted();
    }
  }
}

/** The results of a sweep so far. */
class Results {
  readonly #api: Api;
  /** Null until the server has planned the sweep. */
  #spec: SweepSpec | null = null;
  #result: (Omit<SweepResult, "kind" | "estimates" | "hours"> & { readonly errors: Map<number, string> }) | null = null;
  readonly #readParts = new Set<string>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Reads new parts. */
  async read({ id, description, results: { parts } }: Sweep, signal: AbortSignal): Promise<void> {
    if (description === null) return;
    const { readDescription, readParquet } = await import("@etesian/sweep/results");
    // The server generates the description from its own plan.
    const sweepDescription = description as unknown as SweepDescription & { readonly spec: SweepSpec };
    this.#spec ??= sweepDescription.spec;
    const outline = this.#result?.outline ?? readDescription(sweepDescription);
    const columns = ({ length }: { readonly length: number }): readonly Float64Array[] =>
      Array.from({ length }, () => new Float64Array(outline.rows).fill(NaN));
    this.#result ??= {
      outline,
      figures: columns(outline.outputs),
      settings: columns(outline.settings),
      errors: new Map(),
    };
    const { figures, settings, errors } = this.#result;
    for (const { href } of parts) {
      const part = href.slice(href.lastIndexOf("/") + 1);
      if (this.#readParts.has(part)) continue;
      const { data } = await this.#api.GET("/api/v3/sweeps/{id}/parts/{part}", {
        params: { path: { id, part } },
        parseAs: "arrayBuffer",
        signal,
      });
      const table = await readParquet(outline, new Uint8Array(data as ArrayBuffer));
      for (const [index, column] of table.outputs.entries()) figures[index]!.set(column, table.from);
      for (const [index, column] of table.settings.entries()) settings[index]!.set(column, table.from);
      for (const [variant, error] of table.errors) errors.set(variant, error);
      this.#readParts.add(part);
    }
  }

  /** The results so far, with estimates. */
  async result(): Promise<SweepResult | null> {
    if (this.#result === null || this.#spec === null) return null;
    const { estimatesOf } = await import("@etesian/sweep/results");
    const { outline, figures, settings, errors } = this.#result;
    const estimates = estimatesOf(this.#spec, outline, { outputs: figures, settings });
    // Copies, because columns are filled in place and views compare references.
    const copyColumns = (columns: readonly Float64Array[]) => columns.map((column) => column.slice());
    return {
      kind: "sweep",
      outline,
      estimates,
      figures: copyColumns(figures),
      settings: copyColumns(settings),
      errors: new Map(errors),
      hours: null,
    };
  }
}
