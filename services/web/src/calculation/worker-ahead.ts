/**
 * A worker that waits for a scenario. One is started with the page, and opens the model as soon as its manifest is there: without
 * it a first visit waits for the worker's thread and the parts until the components are drawn. Afterwards it is that of the
 * scenario that was left, whose model is open and whose code is compiled.
 */
import type { AreaManifest } from "@etesian/model/parts";
import type { StoredScenario } from "./calculator.ts";
import type { WorkerPort, Workers } from "./worker-calculator.ts";
import type { ToWorker } from "./worker/messages.ts";

const newWorker = (): WorkerPort => new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module" });

/** Not taken now; `model` names what it opens, or has opened for another scenario; `scenario` waits for it. */
let ahead: {
  readonly worker: WorkerPort;
  readonly wasUsed: boolean;
  model: string | null;
  scenario: StoredScenario | null;
} | null = null;

const nameOf = ({ engine, model, area, dataset }: AreaManifest, endYear: number): string =>
  [engine, model, area, dataset, endYear].join(" ");

/** Nothing else hears of a worker that waits: one that fails is not taken, and the workbench starts another. */
function wait(worker: WorkerPort, model: string | null): void {
  ahead = { worker, wasUsed: model !== null, model, scenario: null };
  worker.addEventListener("error", () => {
    if (ahead?.worker === worker) ahead = null;
  });
}

export function startWorker(): void {
  if (ahead === null) wait(newWorker(), null);
}

/** Has the worker that waits open a model; nothing without one. */
export function openAhead(manifest: AreaManifest, endYear: number): void {
  if (ahead === null || ahead.model !== null) return;
  ahead.model = nameOf(manifest, endYear);
  const message: ToWorker = { kind: "open", manifest, endYear };
  ahead.worker.postMessage(message);
  if (ahead.scenario !== null) prepareAhead(ahead.scenario);
}

/** Has the worker that waits calculate a scenario as soon as its model is open; nothing without one. */
export function prepareAhead(stored: StoredScenario): void {
  if (ahead === null) return;
  if (ahead.model === null) ahead.scenario = stored;
  else ahead.worker.postMessage({ kind: "prepare", stored });
}

/** A worker for a model: the one that waits unless it has opened another, which is ended then. */
export const takeWorker: Workers["take"] = (manifest, endYear) => {
  const waiting = ahead;
  ahead = null;
  if (waiting !== null) {
    if (waiting.model === null || waiting.model === nameOf(manifest, endYear)) {
      return { worker: waiting.worker, isOpen: waiting.wasUsed };
    }
    waiting.worker.terminate();
  }
  return { worker: newWorker(), isOpen: false };
};

/** Has a worker at rest wait for the next scenario of its model; another that waits is ended. */
export const keepWorker: Workers["keep"] = (worker, manifest, endYear) => {
  ahead?.worker.terminate();
  wait(worker, nameOf(manifest, endYear));
};
