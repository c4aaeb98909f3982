/** Memory of a page that calculates: random slider moves in a Chromium worker, through the published package. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findChromium, NO_CHROMIUM, startChromium } from "@etesian/browser";
import { bundle } from "@etesian/engine-package/bundle";
import { type Benchmark, type Print, printFigure } from "@etesian/workbench/report";
import { measuredModel, startServer } from "@etesian/workbench/server";
import type { Browser, Page } from "@etesian/browser";
import { rendererMemory, workerHeap } from "./renderer-memory.ts";
import type { WalkResult, Work } from "./tab-worker.ts";

const MOVES = 10_000;
const PARTS = 10;
const LIMIT_MB = 250;
const LIMIT_GROWTH_MB = 30;

export const tabBenchmark: Benchmark = {
  isProof: true,
  about: `memory of a Chromium worker over ${MOVES} random moves of sliders of ${measuredModel.area}`,
  run: async (print) => {
    const chromium = findChromium();
    if (chromium === null) {
      print(`  skipped: it ${NO_CHROMIUM}`);
      return true;
    }
    const server = await startServer(["--first-areas", measuredModel.area]);
    const worker = await bundle(join(import.meta.dirname, "tab-worker.ts"));
    const pages = createServer(({ url = "" }, response) => {
      const isCode = url === "/worker.js";
      response.setHeader("content-type", isCode ? "text/javascript" : "text/html");
      response.end(isCode ? worker : "<!doctype html><title>moves</title>");
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    const browser = await startChromium(chromium);
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
  const usedMegabytes: number[] = [];
  for (let part = 1; part <= PARTS; part++) {
    const startedAt = performance.now();
    const { refused } = await runMoves(page, { url, area: measuredModel.area, moves: MOVES / PARTS, seed: part });
    milliseconds += performance.now() - startedAt;
    const { used, arrays } = await heap();
    usedMegabytes.push(used + arrays);
    print(
      `  ${(part * MOVES) / PARTS} moves: heap ${used.toFixed(0)} MB, arrays ${arrays.toFixed(0)} MB, ` +
        `renderer ${(await rendererMemory(browser)).total.toFixed(0)} MB resident (${refused} moves refused)`,
    );
  }
  printFigure(print, "a move with 10 queries", milliseconds / MOVES, "ms");
  const [earlyMegabytes, lateMegabytes] = [usedMegabytes[1]!, Math.max(...usedMegabytes.slice(2))];
  const isFlat = printFigure(
    print,
    "growth of heap and arrays after 2,000 moves",
    lateMegabytes - earlyMegabytes,
    "MB",
    {
      atMost: LIMIT_GROWTH_MB,
    },
  );
  return (
    printFigure(print, "heap and arrays, maximum", Math.max(...usedMegabytes), "MB", { atMost: LIMIT_MB }) && isFlat
  );
}

const runMoves = (page: Page, work: Work): Promise<WalkResult> =>
  page.evaluate<WalkResult>(
    `new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }) => ("error" in data ? reject(new Error(data.error)) : resolve(data));
      worker.postMessage(${JSON.stringify(work)});
    })`,
  );
