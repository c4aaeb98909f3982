/**
 * Measures how much the page delays the start of a server, which builds the page unless a build is cached. Alternates
 * starts with and without the page.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PROJECT } from "@etesian/service-kit";
import type { ServerProcess } from "@etesian/workbench/server-process";
import {
  mean,
  percentile,
  type Benchmark,
  type Print,
  printDistribution,
  printFigure,
} from "@etesian/workbench/report";
import { measuredModel } from "@etesian/workbench/server";
import { createScenario, serverWithPage } from "./page-server.ts";

const STARTS = 7;
const LIMIT_EXTRA_MS = 300;
const BUILD = join(PROJECT, "clients/page/build.mjs");
/** The directory in which the build program caches its results. */
const BUILDS = join(PROJECT, "clients/page/dist");

export const startWithPageBenchmark: Benchmark = {
  about: `time from the start to the first response of the API, with the page and without it: ${STARTS} alternating starts each`,
  run: async (print) => {
    // Moved aside, not removed, because a running server of this checkout may serve one of the builds.
    const asidePath = `${BUILDS}.aside`;
    const data = mkdtempSync(join(tmpdir(), "etesian-bench-"));
    try {
      await (await startAndAwaitResponse(data, false)).stop();
      await promisify(execFile)(process.execPath, [BUILD]);
      const isCachedPageWithinLimits = await compare("page cached", data, () => {}, print);
      renameSync(BUILDS, asidePath);
      const isBuiltPageWithinLimits = await compare(
        "page built",
        data,
        () => rmSync(BUILDS, { recursive: true, force: true }),
        print,
      );
      return isCachedPageWithinLimits && isBuiltPageWithinLimits;
    } finally {
      if (existsSync(asidePath)) {
        rmSync(BUILDS, { recursive: true, force: true });
        renameSync(asidePath, BUILDS);
      }
      rmSync(data, { recursive: true, force: true });
    }
  },
};

interface StartTime {
  /** Time until the first response (ms). */
  readonly wall: number;
  /** The server's CPU time until then (ms), without the build's. */
  readonly cpu: number;
}

async function compare(name: string, data: string, prepare: () => void, print: Print): Promise<boolean> {
  const [startsWithoutPage, startsWithPage]: [StartTime[], StartTime[]] = [[], []];
  for (let n = 0; n < STARTS; n++) {
    for (const [hasPage, starts] of [
      [false, startsWithoutPage],
      [true, startsWithPage],
    ] as const) {
      if (hasPage) prepare();
      const server = await startAndAwaitResponse(data, hasPage);
      starts.push(server.startTime);
      // A build that outlives its server would slow down the next start.
      if (hasPage) await server.waitUntilPageReady();
      await server.stop();
    }
  }
  const times = (starts: readonly StartTime[]) => ({
    wall: starts.map(({ wall }) => wall),
    cpu: starts.map(({ cpu }) => cpu),
  });
  printDistribution(print, `${name}: without the page`, times(startsWithoutPage));
  printDistribution(print, `${name}: with the page`, times(startsWithPage));
  const median = (starts: readonly StartTime[]) =>
    percentile(
      times(starts).wall.toSorted((a, b) => a - b),
      0.5,
    );
  printFigure(
    print,
    `${name}: additional CPU time of the server`,
    mean(times(startsWithPage).cpu) - mean(times(startsWithoutPage).cpu),
    "ms",
  );
  return printFigure(
    print,
    `${name}: delay with the page (p50)`,
    median(startsWithPage) - median(startsWithoutPage),
    "ms",
    {
      atMost: LIMIT_EXTRA_MS,
    },
  );
}

async function startAndAwaitResponse(
  data: string,
  hasPage: boolean,
): Promise<ServerProcess & { readonly startTime: StartTime }> {
  const startedAt = performance.now();
  const server = serverWithPage(measuredModel, { data, hasPage });
  await server.waitUntilReady();
  await createScenario(server.url, measuredModel.area);
  const startTime = { wall: performance.now() - startedAt, cpu: server.processorSeconds() * 1000 };
  return Object.assign(server, { startTime });
}
