/**
 * Starts the threads that calculate. The first may be started ahead, before anything else of a program is loaded: it loads what
 * calculates meanwhile. Apart, because it is there for what has not been loaded yet.
 */
import { applyThreadLimits } from "@etesian/service-kit/worker";
import { Piscina } from "piscina";
import young from "@etesian/runtime/young-generation.json" with { type: "json" };
import type { OutcomeMessage, TaskMessage } from "./worker-messages.ts";

/** The most memory a thread may take for itself: many times what it needs, so that only a fault reaches it. */
const MAX_THREAD_MEGABYTES = 768;

type OneThread = Piscina<TaskMessage, OutcomeMessage>;

let ahead: OneThread | null = null;

/** Starts the thread that the next `startThread` answers. A program that has no use for it can end all the same. */
export function startThreadAhead(): void {
  ahead = newThread();
}

/** A thread that does a task at a time. */
export function startThread(): OneThread {
  const thread = ahead ?? newThread();
  ahead = null;
  return thread;
}

function newThread(): OneThread {
  applyThreadLimits();
  return new Piscina({
    filename: new URL("./calculation-worker.ts", import.meta.url).href,
    name: "work",
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    // Between tasks a thread has work of its own, such as freeing memory.
    atomics: "disabled",
    recordTiming: false,
    // No flags: those of this process may be a test runner's.
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES,
      maxYoungGenerationSizeMb: young.threadMegabytes.calculation,
    },
  });
}
