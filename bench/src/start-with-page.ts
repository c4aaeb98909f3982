/** The cost of the page for the start of a server, which builds it where none is kept: starts with and without it, in turn. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PROJECT } from "@etesian/service-kit";
import type { ServerProcess } from "@etesian/workbench/server-process";
import { mean, percentile, type Bench, type Print, printDistribution, printFigure } from "@etesian/workbench/report";
import { measured } from "@etesian/workbench/server";
import { createScenario, serverWithPage } from "./page-server.ts";

const STARTS = 7;
const LIMIT_MORE_MS = 300;
const BUILD = join(PROJECT, "clients/page/build.mjs");
/** Where the program that builds the page keeps its results. */
const BUILDS = join(PROJECT, "clients/page/dist");

export const startWithPageBenchmark: Bench = {
  about: `from the start to the first answer of the API, with the page and without it: ${STARTS} starts each, in turn`,
  run: async (print) => {
    // Moved aside, not removed: a server of this checkout may serve one of them.
    const aside = `${BUILDS}.aside`;
    const data = mkdtempSync(join(tmpdir(), "etesian-bench-"));
    try {
      await (await begin(data, false)).stop();
      await promisify(execFile)(process.execPath, [BUILD]);
      const kept = await compare("page kept", data, () => {}, print);
      renameSync(BUILDS, aside);
      const built = await compare("page built", data, () => rmSync(BUILDS, { recursive: true, force: true }), print);
      return kept && built;
    } finally {
      if (existsSync(aside)) {
        rmSync(BUILDS, { recursive: true, force: true });
        renameSync(aside, BUILDS);
      }
      rmSync(data, { recursive: true, force: true });
    }
  },
};

interface Started {
  /** ms until the first answer. */
  readonly wall: number;
  /** ms of the server's processor time until then, without that of a build. */
  readonly cpu: number;
}

async function compare(name: string, data: string, prepare: () => void, print: Print): Promise<boolean> {
  const [without, beside]: [Started[], Started[]] = [[], []];
  for (let n = 0; n < STARTS; n++) {
    for (const [hasPage, starts] of [
      [false, without],
      [true, beside],
    ] as const) {
      if (hasPage) prepare();
      const server = await begin(data, hasPage);
      starts.push(server.started);
      // A build that outlives its server would stand in the way of the next start.
      if (hasPage) await server.pageReady();
      await server.stop();
    }
  }
  const times = (starts: readonly Started[]) => ({
    wall: starts.map(({ wall }) => wall),
    cpu: starts.map(({ cpu }) => cpu),
  });
  printDistribution(print, `${name}: without it`, times(without));
  printDistribution(print, `${name}: with it`, times(beside));
  const median = (starts: readonly Started[]) =>
    percentile(
      times(starts).wall.toSorted((a, b) => a - b),
      0.5,
    );
  printFigure(
    print,
    `${name}: more of the server's processor time`,
    mean(times(beside).cpu) - mean(times(without).cpu),
    "ms",
  );
  return printFigure(print, `${name}: later with it (p50)`, median(beside) - median(without), "ms", {
    atMost: LIMIT_MORE_MS,
  });
}

async function begin(data: string, hasPage: boolean): Promise<ServerProcess & { readonly started: Started }> {
  const begun = performance.now();
  const server = serverWithPage(measured, { data, hasPage });
  await server.ready();
  await createScenario(server.url, measured.area);
  const started = { wall: performance.now() - begun, cpu: server.processorSeconds() * 1000 };
  return Object.assign(server, { started });
}
