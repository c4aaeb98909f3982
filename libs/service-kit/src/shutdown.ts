/** Stops in the reverse order of the start, once, within a limited time. */
import type { Logger } from "./operations/logs.ts";

type Stop = () => Promise<void> | void;

const STEP_LIMIT_MS = 10_000;
const SAME_SIGNAL_MS = 1_000;

export class Shutdown {
  readonly #log: Logger;
  readonly #steps: { readonly name: string; readonly stop: Stop }[] = [];
  #stopped: Promise<void> | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Registers how to stop something that has just been started. */
  add(name: string, stop: Stop): void {
    this.#steps.push({ name, stop });
  }

  /** Stops everything; calling it again waits for the same end. */
  stop(): Promise<void> {
    this.#stopped ??= this.#run();
    return this.#stopped;
  }

  async #run(): Promise<void> {
    for (const { name, stop } of this.#steps.toReversed()) {
      const { promise: late, resolve } = Promise.withResolvers<"late">();
      const timer = setTimeout(() => resolve("late"), STEP_LIMIT_MS);
      try {
        if ((await Promise.race([late, Promise.resolve(stop())])) === "late") {
          this.#log.warn({ step: name }, `not stopped within ${STEP_LIMIT_MS} ms`);
        }
      } catch (error) {
        this.#log.error({ step: name, err: error }, "could not be stopped");
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /**
   * Stops on SIGTERM and SIGINT, or when the launcher of the process has gone, then ends the process. A second signal
   * ends it at once. One that arrives right after the first is the same signal, sent to the whole group of processes
   * and passed on by the parent.
   */
  onSignals(): void {
    let first: number | null = null;
    const end = (why: object): void => {
      first ??= Date.now();
      this.#log.info(why, "stopping");
      void this.stop().then(() => process.exit(0));
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (first === null) end({ signal });
        else if (Date.now() - first > SAME_SIGNAL_MS) process.exit(1);
      });
    }
    process.on("disconnect", () => {
      if (first === null) end({ launcher: "gone" });
    });
  }
}
