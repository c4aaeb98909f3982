/** A thread that returns "<text> by <thread>", and fails, exits or waits if the text requests it. */
import { setTimeout } from "node:timers/promises";
import { workerData } from "node:worker_threads";

const { thread, started, broken } = workerData as {
  readonly thread: number;
  readonly started: Int32Array;
  /** Whether threads fail to start. */
  readonly broken: boolean;
};
/** Number of threads that have started, including this one. */
const number = Atomics.add(started, 0, 1) + 1;
if (broken) throw new Error("cannot start");

export async function work(text: string): Promise<string> {
  if (text === "throw") {
    // Outside the task's try block.
    setImmediate(() => {
      throw new Error("out of order");
    });
    await setTimeout(1_000);
  }
  if (text === "exit" || (text === "exit once" && number <= 2)) process.exit(3);
  // oxlint-disable-next-line no-constant-condition, no-empty -- the endless loop is the test case
  if (text.startsWith("endless")) for (;;) {}
  if (text.startsWith("slow")) await setTimeout(30);
  return `${text} by ${thread}`;
}
