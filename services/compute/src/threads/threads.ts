/**
 * Starts the calculating threads. The first one can be started before the rest of the program is loaded, so that it
 * loads the calculation in the meantime. This module therefore has few imports.
 */
import { applyThreadLimits } from "@etesian/service-kit/worker";
import { Piscina } from "piscina";
import youngGeneration from "@etesian/runtime/young-generation.json" with { type: "json" };
import type { OutcomeMessage, TaskMessage } from "./worker-messages.ts";

/** Maximum memory of a thread. It is many times the usual need, so only a bug reaches it. */
const MAX_THREAD_MEGABYTES = 768;

type ThreadPiscina = Piscina<TaskMessage, OutcomeMessage>;

let prestartedThread: ThreadPiscina | null = null;

/** Starts the thread that the next `startThread` returns. An unused one does not keep the process alive. */
export function prestartThread(): void {
  prestartedThread = newThread();
}

/** Starts a thread that runs one task at a time. */
export function startThread(): ThreadPiscina {
  const thread = prestartedThread ?? newThread();
  prestartedThread = null;
  return thread;
}

function newThread(): ThreadPiscina {
  applyThreadLimits();
  return new Piscina({
    filename: new URL("./calculation-worker.ts", import.meta.url).href,
    name: "work",
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    // Between tasks, a thread does its own work, such as releasing memory.
    atomics: "disabled",
    recordTiming: false,
    // This process's flags may be a test runner's.
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES,
      maxYoungGenerationSizeMb: youngGeneration.threadMegabytes.calculation,
    },
  });
}
