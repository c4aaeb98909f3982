/** How much memory a thread may take. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const MB = 2 ** 20;
/** V8 counts three rooms of young objects to the limit of a heap. */
const SEMI_SPACES = 3;

const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/** MB of a room of young objects in a thread that is started in a process with these flags. */
function youngOfThread(flags: readonly string[]): number {
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

test("a thread has the room for young objects that it is given, not that of the main thread", () => {
  expect(youngOfThread(["--max-semi-space-size=2"])).toBe(8);
  expect(youngOfThread(["--max-semi-space-size=32"])).toBe(8);
});
