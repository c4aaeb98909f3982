/**
 * Runs in its own thread: requests a server's health continually, and records the longest wait that the server caused.
 * The server causes a wait while its main thread runs; the rest of the wait is due to other programs.
 */
import { parentPort, workerData } from "node:worker_threads";
import { setTimeout as sleep } from "node:timers/promises";
import { mainThreadMs } from "@etesian/workbench/main-thread";

const INTERVAL_MS = 20;

const { url, pid } = workerData as { readonly url: string; readonly pid: number };
let longest = 0;
let sent = 0;
let failed = 0;
parentPort!.on("message", (message: "report" | "end") => {
  parentPort!.postMessage({ longest, sent, failed });
  longest = 0;
  if (message === "end") {
    process.exit();
  }
});

for (;;) {
  const startedAt = performance.now();
  const previousMs = mainThreadMs(pid);
  try {
    const { ok } = await fetch(`${url}/healthz`);
    if (!ok) failed += 1;
  } catch {
    failed += 1;
  }
  longest = Math.max(longest, Math.min(performance.now() - startedAt, mainThreadMs(pid) - previousMs));
  sent += 1;
  await sleep(INTERVAL_MS);
}
