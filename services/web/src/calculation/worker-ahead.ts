/**
 * A worker that is started with the page, and opens the model as soon as its manifest is there: without it a first visit waits
 * for the worker's thread and the parts until the components are drawn.
 */
import type { AreaManifest } from "@etesian/model/parts";
import type { StoredScenario } from "./calculator.ts";
import type { WorkerPort } from "./worker-calculator.ts";
import type { ToWorker } from "./worker/messages.ts";

const newWorker = (): WorkerPort => new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module" });

/** Not yet taken; `model` names what it opens, `scenario` waits for it. */
let ahead: { readonly worker: WorkerPort; model: string | null; scenario: StoredScenario | null } | null = null;

const nameOf = ({ engine, model, area, dataset }: AreaManifest, endYear: number): string =>
  [engine, model, area, dataset, endYear].join(" ");

export function startWorker(): void {
  if (ahead !== null) return;
  const worker = newWorker();
  ahead = { worker, model: null, scenario: null };
  // Before it is taken nothing else hears that it cannot be loaded: the workbench starts another, and hears of that.
  worker.addEventListener("error", () => {
    if (ahead?.worker === worker) ahead = null;
  });
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
export function takeWorker(manifest: AreaManifest, endYear: number): WorkerPort {
  const waiting = ahead;
  ahead = null;
  if (waiting !== null) {
    if (waiting.model === null || waiting.model === nameOf(manifest, endYear)) return waiting.worker;
    waiting.worker.terminate();
  }
  return newWorker();
}
