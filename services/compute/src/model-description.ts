/** What callers may know of a model without calculating: read once, in a thread that ends afterwards. */
import { Worker } from "node:worker_threads";

export interface ModelDescription {
  /** Content hash of the documents. */
  readonly hash: string;
  readonly defaultArea: string;
  readonly areas: readonly AreaDescription[];
  readonly gqueries: readonly {
    readonly key: string;
    readonly unit: string | null;
    readonly description: string | null;
    readonly labels: readonly string[];
  }[];
  /** Inputs that belong to coupling groups, in document order. */
  readonly coupledInputs: readonly { readonly key: string; readonly couplingGroups: readonly string[] }[];
  /** Problems of the documents, as sentences with their place. */
  readonly problems: readonly string[];
}

export interface AreaDescription {
  readonly area: string;
  readonly group: string | null;
  readonly startYear: number;
  readonly useable: boolean;
  /** Why it cannot be computed, null when it can. */
  readonly problem: string | null;
  /** All attributes as a JSON object: as text they take a tenth of the memory. */
  readonly attributesJson: string;
}

export interface ModelLocation {
  readonly modelDirectory: string;
  /** Where to keep what is worked out from the model; null: nowhere, it is worked out by every thread anew. */
  readonly cacheDirectory: string | null;
}

/** What the describing thread says. */
export type DescriberMessage =
  | { readonly kind: "progress"; readonly step: string }
  | { readonly kind: "described"; readonly description: ModelDescription }
  /** The directory is no model, or not one that can be served. */
  | { readonly kind: "refused"; readonly reason: string };

/** The directory is no model, or not one that can be served; the message says why. */
export class ModelRefused extends Error {
  override readonly name = "ModelRefused";
}

/**
 * Reads the model and its default area, so that the threads that calculate find them in the cache. The memory that this
 * takes the first time is given back with the thread. Rejects with `ModelRefused`.
 */
export function describeModel(location: ModelLocation, progress: (step: string) => void): Promise<ModelDescription> {
  const thread = new Worker(new URL("./describe-worker.ts", import.meta.url), { workerData: location, execArgv: [] });
  return new Promise((resolve, reject) => {
    thread.on("message", (message: DescriberMessage) => {
      switch (message.kind) {
        case "progress":
          progress(message.step);
          break;
        case "described":
          resolve(message.description);
          break;
        case "refused":
          reject(new ModelRefused(message.reason));
          break;
      }
    });
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`the thread that reads the model ended (exit code ${code})`)));
  });
}
