/** Tests the memory limits of threads. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const MB = 2 ** 20;
/** V8 counts the young generation as three semi-spaces. */
const SEMI_SPACES = 3;

const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/** Semi-space size (MB) of a thread in a process with these flags. */
function semiSpaceOfThread(flags: readonly string[]): number {
  const program = `
    import { startWorker } from ${JSON.stringify(new URL("./worker.ts", import.meta.url).href)};
    const thread = startWorker(
      new URL("data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => {})"),
      ${JSON.stringify(LIMITS)},
    );
    thread.once("online", async () => {
      console.log((await thread.getHeapStatistics()).heap_size_limit);
      await thread.terminate();
    });
  `;
  const limit = execFileSync(process.execPath, [...flags, "--input-type=module-typescript", "--eval", program]);
  return (Number(limit) / MB - LIMITS.maxOldGenerationSizeMb) / SEMI_SPACES;
}

test("a thread has its own young generation size, not the main thread's", () => {
  expect(semiSpaceOfThread(["--max-semi-space-size=2"])).toBe(8);
  expect(semiSpaceOfThread(["--max-semi-space-size=32"])).toBe(8);
});
