/**
 * The worker of the previous scenario. Its model is open and its code compiled, so the next scenario with the same
 * model reuses it.
 */
import type { AreaManifest } from "@etesian/model/parts";
import type { WorkerPort, Workers } from "./worker-calculator.ts";

let idle: { readonly worker: WorkerPort; readonly model: string } | null = null;

const modelKeyOf = ({ engine, model, area, dataset }: AreaManifest, endYear: number): string =>
  [engine, model, area, dataset, endYear].join(" ");

export const workers: Workers = {
  take(manifest, endYear) {
    const previous = idle;
    idle = null;
    if (previous?.model === modelKeyOf(manifest, endYear)) return previous.worker;
    previous?.worker.terminate();
    return null;
  },
  start: () => new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module" }),
  keep(worker, manifest, endYear) {
    idle?.worker.terminate();
    idle = { worker, model: modelKeyOf(manifest, endYear) };
    // A worker that fails while it is idle cannot be reused.
    worker.addEventListener("error", () => {
      if (idle?.worker === worker) idle = null;
    });
  },
  // One processor draws, and another may run a server on the same machine.
  hasProcessor: navigator.hardwareConcurrency > 2,
  afterDrawing: (work) => requestAnimationFrame(() => requestAnimationFrame(work)),
};
