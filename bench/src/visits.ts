/**
 * Visits to the page: the time from navigation to the first painted numbers, with an empty browser cache and with a
 * warm one, for the reference model and for the included one.
 */
import { join } from "node:path";
import { findChromium, NO_CHROMIUM, startChromium } from "@etesian/browser";
import { PROJECT } from "@etesian/service-kit";
import { type Benchmark, percentile, type Print, printDistribution, printFigure } from "@etesian/workbench/report";
import { measuredModel } from "@etesian/workbench/server";
import type { Browser, BrowserContext, Request } from "@etesian/browser";
import { createScenario, serverWithPage } from "./page-server.ts";

const VISITS = 10;
const VIEWPORT = { width: 1440, height: 900 };

interface Case {
  readonly name: string;
  readonly model: string;
  readonly area: string;
  readonly limitMs: number;
  /** Limit until the first number is painted. */
  readonly limitBytesUntilFirstNumber: number;
  /** Limit until the hourly chart is drawn. */
  readonly limitBytes: number;
}

const CASES: readonly Case[] = [
  {
    name: "included model",
    model: join(PROJECT, "models/starter"),
    area: "nl",
    limitMs: 500,
    limitBytesUntilFirstNumber: 0.8e6,
    limitBytes: 0.9e6,
  },
  ...(measuredModel.isReference
    ? [
        {
          name: measuredModel.area,
          model: measuredModel.model,
          area: measuredModel.area,
          limitMs: 1_000,
          limitBytesUntilFirstNumber: 0.8e6,
          limitBytes: 2.1e6,
        },
      ]
    : []),
];

export const visitsBenchmark: Benchmark = {
  about: `time from navigation to the page's first numbers: ${VISITS} visits with an empty cache, ${VISITS} with a warm one`,
  run: async (print) => {
    const chromium = findChromium();
    if (chromium === null) {
      print(`  skipped: it ${NO_CHROMIUM}`);
      return true;
    }
    const browser = await startChromium(chromium);
    try {
      let isWithinLimits = true;
      for (const visit of CASES) isWithinLimits = (await measureVisits(visit, browser, print)) && isWithinLimits;
      return isWithinLimits;
    } finally {
      await browser.close();
    }
  },
};

async function measureVisits(
  { name, model, area, limitMs, limitBytesUntilFirstNumber, limitBytes }: Case,
  browser: Browser,
  print: Print,
): Promise<boolean> {
  const server = serverWithPage({ model, area });
  try {
    await server.waitUntilReady();
    await server.waitUntilPageReady();
    const address = `${server.url}/s/${await createScenario(server.url, area)}`;
    const cold: number[] = [];
    const warm: number[] = [];
    const bytesUntilFirstNumber: number[] = [];
    const bytes: number[] = [];
    const processor: number[] = [];
    // The first visit is also the server's first, which builds parts of the model.
    for (let n = 0; n <= VISITS; n++) {
      const context = await browser.newContext({ viewport: VIEWPORT, locale: "en-GB" });
      const first = await visit(browser, context, address);
      const second = await visit(browser, context, address);
      await context.close();
      if (n === 0) {
        printFigure(print, `${name}, the very first visit`, first.milliseconds, "ms");
        continue;
      }
      cold.push(first.milliseconds);
      processor.push(first.processorMilliseconds);
      bytesUntilFirstNumber.push(first.bytesUntilFirstNumber);
      bytes.push(first.bytes);
      warm.push(second.milliseconds);
    }
    const limits = measuredModel.isReference ? { p50: limitMs } : {};
    const times = { wall: cold, cpu: processor };
    const within = printDistribution(print, `  ${name}, empty cache`, times, { limits });
    printDistribution(print, `  ${name}, warm cache`, { wall: warm });
    const printReceived = (until: string, sizes: readonly number[], atMost: number): boolean => {
      const sorted = sizes.toSorted((a, b) => a - b);
      const size = percentile(sorted, 0.5) / 1e6;
      return printFigure(print, `${name}, received until ${until}`, size, "MB", { atMost: atMost / 1e6 });
    };
    const isSmallUntilFirstNumber = printReceived(
      "the first number",
      bytesUntilFirstNumber,
      limitBytesUntilFirstNumber,
    );
    return printReceived("the hourly chart", bytes, limitBytes) && isSmallUntilFirstNumber && within;
  } finally {
    await server.stop();
  }
}

/** Resolves to the time (ms) from navigation until a headline number is painted. */
const PAINTED = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isShown = () => [...document.querySelectorAll(".headline b")].some(({ textContent }) => /\\d/.test(textContent));
  while (!isShown()) await frame();
  // The frame is painted before the next message is handled.
  return await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(null);
  });
})()`;

interface Visit {
  /** Time until a headline number was painted (ms). */
  readonly milliseconds: number;
  /** CPU time of all browser processes until then. */
  readonly processorMilliseconds: number;
  /** Bytes received until then, compressed. */
  readonly bytesUntilFirstNumber: number;
  /** Bytes received until the hourly chart was drawn. */
  readonly bytes: number;
}

async function visit(browser: Browser, context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => sizes.push(sizeOf(request)));
  const sum = async (count = sizes.length): Promise<number> =>
    (await Promise.all(sizes.slice(0, count))).reduce((bytes, size) => bytes + size, 0);
  const previousMilliseconds = await processorMilliseconds(browser);
  await page.goto(address, { waitUntil: "commit" });
  const milliseconds = await page.evaluate<number>(PAINTED);
  const bytesUntilFirstNumber = await sum();
  const processor = (await processorMilliseconds(browser)) - previousMilliseconds;
  // The worker receives its model after the first numbers, for the hourly chart.
  await page.locator(".pane canvas").first().waitFor();
  const bytes = await sum();
  await page.close();
  return { milliseconds, processorMilliseconds: processor, bytesUntilFirstNumber, bytes };
}

/**
 * Bytes of a response. Chromium reports no size for a worker's script, so its size is read from the response header.
 */
async function sizeOf(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const length = Number((await (await request.response())?.headerValue("content-length")) ?? 0);
  return responseHeadersSize + Math.max(responseBodySize, length);
}

async function processorMilliseconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}
