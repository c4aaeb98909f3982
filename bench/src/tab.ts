/** Memory of a page that calculates: random moves of sliders in a worker of Chromium, by the package for others. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findChromium, NO_CHROMIUM, startChromium } from "@etesian/browser";
import { bundle } from "@etesian/engine-package/bundle";
import { type Bench, type Print, printFigure } from "@etesian/workbench/report";
import { measured, startServer } from "@etesian/workbench/server";
import type { Browser, CDPSession, Page } from "@etesian/browser";
import type { Done, Work } from "./tab-worker.ts";

const MOVES = 10_000;
const PARTS = 10;
const MB = 2 ** 20;
const LIMIT_MB = 250;
const LIMIT_GROWTH_MB = 30;

export const tabBenchmark: Bench = {
  isProof: true,
  about: `memory of a worker in Chromium over ${MOVES} random moves of sliders of ${measured.area}`,
  run: async (print) => {
    const found = findChromium();
    if (found === null) {
      print(`  left out: it ${NO_CHROMIUM}`);
      return true;
    }
    const server = await startServer(["--first-areas", measured.area]);
    const worker = await bundle(join(import.meta.dirname, "tab-worker.ts"));
    const pages = createServer(({ url = "" }, response) => {
      const isCode = url === "/worker.js";
      response.setHeader("content-type", isCode ? "text/javascript" : "text/html");
      response.end(isCode ? worker : "<!doctype html><title>moves</title>");
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    const browser = await startChromium(found);
    try {
      return await walkInPage(browser, (pages.address() as AddressInfo).port, server.url, print);
    } finally {
      await browser.close();
      pages.close();
      await server.stop();
    }
  },
};

async function walkInPage(browser: Browser, port: number, url: string, print: Print): Promise<boolean> {
  const page = await browser.newPage();
  const heap = await workerHeap(page);
  await page.goto(`http://127.0.0.1:${port}`);
  await page.evaluate(`globalThis.worker = new Worker("/worker.js", { type: "module" })`);
  let milliseconds = 0;
  const inUse: number[] = [];
  for (let part = 1; part <= PARTS; part++) {
    const begun = performance.now();
    const { refused } = await moves(page, { url, area: measured.area, moves: MOVES / PARTS, seed: part });
    milliseconds += performance.now() - begun;
    const { used, arrays } = await heap();
    inUse.push(used + arrays);
    print(
      `  ${(part * MOVES) / PARTS} moves: heap ${used.toFixed(0)} MB, arrays ${arrays.toFixed(0)} MB, ` +
        `renderer ${(await rendererMegabytes(browser)).toFixed(0)} MB resident (${refused} moves refused)`,
    );
  }
  printFigure(print, "a move with 10 queries", milliseconds / MOVES, "ms");
  const [early, late] = [inUse[1]!, Math.max(...inUse.slice(2))];
  const flat = printFigure(print, "growth of heap and arrays after 2,000 moves", late - early, "MB", {
    atMost: LIMIT_GROWTH_MB,
  });
  return printFigure(print, "heap and arrays, most of all", Math.max(...inUse), "MB", { atMost: LIMIT_MB }) && flat;
}

const moves = (page: Page, work: Work): Promise<Done> =>
  page.evaluate<Done>(
    `new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }) => ("error" in data ? reject(new Error(data.error)) : resolve(data));
      worker.postMessage(${JSON.stringify(work)});
    })`,
  );

interface Heap {
  /** Objects, MB. */
  readonly used: number;
  /** Memory of typed arrays, MB. */
  readonly arrays: number;
}

/** Reads what the worker of a page uses after a garbage collection. */
async function workerHeap(page: Page): Promise<() => Promise<Heap>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const waiting = new Map<number, (result: unknown) => void>();
  let worker = "";
  let asked = 0;
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker") worker = sessionId;
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { readonly id: number; readonly result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = (method: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, resolve);
      session
        .send("Target.sendMessageToTarget", { sessionId: worker, message: JSON.stringify({ id, method }) })
        .catch(reject);
    });
  return async () => {
    await ask("HeapProfiler.enable");
    await ask("HeapProfiler.collectGarbage");
    const usage = (await ask("Runtime.getHeapUsage")) as { usedSize: number; backingStorageSize?: number };
    return { used: usage.usedSize / MB, arrays: (usage.backingStorageSize ?? 0) / MB };
  };
}

/** Resident memory of the largest renderer; not a number where the system does not say. */
async function rendererMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => {
      try {
        return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]) / 1024;
      } catch {
        return Number.NaN;
      }
    });
  return Math.max(...sizes);
}
