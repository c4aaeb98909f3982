/** In a thread of its own: asks for a server's health again and again, and keeps the longest wait. */
import { parentPort, workerData } from "node:worker_threads";
import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 20;

const { url } = workerData as { readonly url: string };
let longest = 0;
let asked = 0;
let failed = 0;
parentPort!.on("message", (message: "tell" | "end") => {
  parentPort!.postMessage({ longest, asked, failed });
  longest = 0;
  if (message === "end") {
    process.exit();
  }
});

for (;;) {
  const begun = performance.now();
  try {
    const { ok } = await fetch(`${url}/healthz`);
    if (!ok) failed += 1;
  } catch {
    failed += 1;
  }
  longest = Math.max(longest, performance.now() - begun);
  asked += 1;
  await sleep(EVERY_MS);
}
