/** A thread that answers "<text> by <thread>", but fails, ends, or waits when the text says so. */
import { setTimeout } from "node:timers/promises";
import { workerData } from "node:worker_threads";

const { thread, started, broken } = workerData as {
  readonly thread: number;
  readonly started: Int32Array;
  /** Whether no thread can begin. */
  readonly broken: boolean;
};
/** How many threads there were when this one began, itself among them. */
const number = Atomics.add(started, 0, 1) + 1;
if (broken) throw new Error("cannot begin");

export async function work(text: string): Promise<string> {
  if (text === "throw") {
    // Where no task could catch it.
    setImmediate(() => {
      throw new Error("out of order");
    });
    await setTimeout(1_000);
  }
  if (text === "exit" || (text === "exit once" && number <= 2)) process.exit(3);
  // oxlint-disable-next-line no-constant-condition, no-empty -- that is what is tried
  if (text.startsWith("endless")) for (;;) {}
  if (text.startsWith("slow")) await setTimeout(30);
  return `${text} by ${thread}`;
}
