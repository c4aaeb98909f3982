/**
 * A drag of two seconds with six panes on the screen: painted updates, the delay from a move to its paint, and the
 * CPU time per update of the page's threads.
 */
import { findChromium, NO_CHROMIUM, startChromium } from "@etesian/browser";
import type { Browser, Page } from "@etesian/browser";
import {
  BACK_AND_FORTH,
  delaysOf,
  type Drag,
  dragView,
  framesWhile,
  positionsByRecipe,
  pointAtSlider,
  readyToDrag,
  recipesOf,
  stepScript,
  countUpdates,
  valuesOf,
} from "@etesian/browser/drag";
import { processorTimes, timeBetween } from "@etesian/browser/pointer";
import { type Benchmark, percentile, type Print, printDistribution, printFigure } from "@etesian/workbench/report";
import { starter } from "@etesian/workbench/server";
import { createScenario, serverWithPage } from "./page-server.ts";

/** The first drag runs code that is not compiled yet. */
const DRAGS = 4;
const STEPS = 30;
const LIMITS = { updates: 40, moveToPaintP95Ms: 120, mainMs: 30, workerMs: 35 };
const VIEWPORT = { width: 1440, height: 900 };

export const framesBenchmark: Benchmark = {
  about: `a drag of 2 s with six panes, the best of ${DRAGS}: updates, move to paint, CPU time per update`,
  run: async (print) => {
    const chromium = findChromium();
    if (chromium === null) {
      print(`  skipped: it ${NO_CHROMIUM}`);
      return true;
    }
    const server = serverWithPage(starter);
    const browser = await startChromium(chromium);
    try {
      await server.waitUntilReady();
      await server.waitUntilPageReady();
      const page = await browser.newPage({ viewport: VIEWPORT, locale: "en-GB" });
      const id = await createScenario(server.url, starter.area);
      await page.goto(`${server.url}${dragView(id)}`);
      await readyToDrag(page);
      await pointAtSlider(page);
      const areDragsWithinLimits = await measureDrags(server.url, page, id, print);
      const isTimeWithinLimits = process.platform !== "linux" || (await measureTime(browser, page, print));
      return areDragsWithinLimits && isTimeWithinLimits;
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

async function measureDrags(url: string, page: Page, id: number, print: Print): Promise<boolean> {
  const recipeOf = await recipesOf(async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}/api/v3${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }, id);
  const updates: number[] = [];
  const delays: (readonly number[])[] = [];
  let previousValue: number | null = null;
  for (let n = 0; n < DRAGS; n++) {
    const drag: Drag = await page.evaluate<Drag>(framesWhile(BACK_AND_FORTH));
    updates.push(countUpdates(drag.frames));
    delays.push(delaysOf(drag, positionsByRecipe(drag, recipeOf, previousValue)));
    previousValue = valuesOf(drag).at(-1)!;
  }
  print(`  painted updates of each drag: ${updates.join(" ")}`);
  for (const [n, wall] of delays.entries()) printDistribution(print, `  drag ${n + 1}, move to paint`, { wall });
  const p95 = delays.map((delay) =>
    percentile(
      delay.toSorted((a, b) => a - b),
      0.95,
    ),
  );
  const areUpdatesWithinLimit = printFigure(print, "painted updates", Math.max(...updates), "", {
    atLeast: LIMITS.updates,
  });
  const limit = { atMost: LIMITS.moveToPaintP95Ms };
  return printFigure(print, "move to paint, p95", Math.min(...p95), "ms", limit) && areUpdatesWithinLimit;
}

/** Other programs hardly affect CPU time. */
async function measureTime(browser: Browser, page: Page, print: Print): Promise<boolean> {
  const main: number[] = [];
  const workers: number[] = [];
  for (let run = 0; run < DRAGS; run++) {
    const previousTimes = await processorTimes(browser);
    await page.evaluate(stepScript(run, STEPS));
    const processorTimesUsed = timeBetween(previousTimes, await processorTimes(browser));
    main.push(processorTimesUsed.main / STEPS);
    workers.push(processorTimesUsed.workers / STEPS);
  }
  const isMainThreadWithinLimit = printFigure(print, "CPU time per update, main thread", Math.min(...main), "ms", {
    atMost: LIMITS.mainMs,
  });
  const worker = { atMost: LIMITS.workerMs };
  return (
    printFigure(print, "CPU time per update, worker", Math.min(...workers), "ms", worker) && isMainThreadWithinLimit
  );
}
