/** Stops the parts of a program once, in reverse order of startup, each within a time limit. */
import type { Logger } from "./operations/logs.ts";

type Stop = () => Promise<void> | void;

const STEP_LIMIT_MS = 10_000;
const SAME_SIGNAL_MS = 1_000;

export class Shutdown {
  readonly #log: Logger;
  readonly #steps: { readonly name: string; readonly stop: Stop }[] = [];
  #stopping: Promise<void> | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Registers how to stop a part that was started. */
  add(name: string, stop: Stop): void {
    this.#steps.push({ name, stop });
  }

  /** Stops all parts; repeated calls wait for the first one. */
  stop(): Promise<void> {
    this.#stopping ??= this.#run();
    return this.#stopping;
  }

  async #run(): Promise<void> {
    for (const { name, stop } of this.#steps.toReversed()) {
      const { promise: timeout, resolve } = Promise.withResolvers<"late">();
      const timer = setTimeout(() => resolve("late"), STEP_LIMIT_MS);
      try {
        if ((await Promise.race([timeout, Promise.resolve(stop())])) === "late") {
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
   * Stops on SIGTERM and SIGINT, or when the launcher of the process exits, and then ends the process. A second signal
   * ends it immediately, unless it arrives right after the first: then it is the same signal, sent to the process group
   * and also forwarded by the parent.
   */
  onSignals(): void {
    let firstSignalAt: number | null = null;
    const end = (reason: object): void => {
      firstSignalAt ??= Date.now();
      this.#log.info(reason, "stopping");
      void this.stop().then(() => process.exit(0));
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (firstSignalAt === null) end({ signal });
        else if (Date.now() - firstSignalAt > SAME_SIGNAL_MS) process.exit(1);
      });
    }
    process.on("disconnect", () => {
      if (firstSignalAt === null) end({ launcher: "gone" });
    });
  }
}
