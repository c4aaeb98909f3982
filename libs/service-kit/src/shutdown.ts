/** Stops in the reverse order of the start, once, within a time limit. */
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

  /** Registers how to stop something that was started. */
  add(name: string, stop: Stop): void {
    this.#steps.push({ name, stop });
  }

  /** Stops everything; repeated calls wait for the same end. */
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
        this.#log.error({ step: name, err: error }, "stopping failed");
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /**
   * Stops on SIGTERM and SIGINT, or when the launcher of the process exits, and then ends the process. A second
   * signal ends it at once, unless it arrives right after the first: then it is the same signal, sent to the process
   * group and passed on by the parent.
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
