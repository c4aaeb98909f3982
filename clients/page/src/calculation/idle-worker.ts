/**
 * The worker of the previous scenario. Its model is open and its code compiled, so the next scenario with the same
 * model reuses it.
 */
import type { AreaManifest } from "@etesian/model/parts";
import type { WorkerPort, Workers } from "./worker-calculator.ts";

let kept: { readonly worker: WorkerPort; readonly model: string } | null = null;

const nameOf = ({ engine, model, area, dataset }: AreaManifest, endYear: number): string =>
  [engine, model, area, dataset, endYear].join(" ");

export const workers: Workers = {
  take(manifest, endYear) {
    const before = kept;
    kept = null;
    if (before?.model === nameOf(manifest, endYear)) return before.worker;
    before?.worker.terminate();
    return null;
  },
  start: () => new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module" }),
  keep(worker, manifest, endYear) {
    kept?.worker.terminate();
    kept = { worker, model: nameOf(manifest, endYear) };
    // No other listener reports the error.
    worker.addEventListener("error", () => {
      if (kept?.worker === worker) kept = null;
    });
  },
  // One processor draws; another is the server's if it runs on this machine.
  hasProcessor: navigator.hardwareConcurrency > 2,
  afterDrawing: (work) => requestAnimationFrame(() => requestAnimationFrame(work)),
};
