/**
 * Solves in one loop that never yields to the event loop, as notebooks, sweeps and tests have them: no finalizer and no
 * microtask runs meanwhile. Memory has to stay what it is, whether solutions are given back or not.
 */
import { type Bench, printFigure } from "@etesian/workbench/report";
import { blank, dashboardQueries, openWorkbench, withOneSliderMoved } from "@etesian/workbench/scenarios";
import { measured } from "@etesian/workbench/server";
import { inThread } from "@etesian/workbench/threads";

const SOLVES = 5_000;
/** Where memory has become what it stays. */
const WARM = 1_000;
const MB = 2 ** 20;
const LIMIT_MB = 500;
const LIMIT_GROWTH_MB = 60;

interface Work {
  readonly givesBack: boolean;
}

interface Memory {
  /** Resident memory of the process (MB), after a fifth of the solves and at the end. */
  readonly warm: number;
  readonly end: number;
  readonly cpuMilliseconds: number;
}

export const loopBenchmark: Bench = {
  isProof: true,
  about: `memory of ${SOLVES} solves of ${measured.area} in a loop without a turn of the event loop`,
  run: async (print) => {
    let within = true;
    for (const givesBack of [false, true]) {
      const { warm, end, cpuMilliseconds } = await inThread<Memory>(import.meta.url, solveOnAndOn.name, { givesBack });
      const name = givesBack ? "given back" : "left to the collector";
      within = printFigure(print, `${name}, resident`, end, "MB", { atMost: LIMIT_MB }) && within;
      within = printFigure(print, `  growth`, end - warm, "MB", { atMost: LIMIT_GROWTH_MB }) && within;
      printFigure(print, `  cpu time of one`, cpuMilliseconds / SOLVES, "ms");
    }
    return within;
  },
};

/** In a thread of its own: the memory of the process is nearly all its own, as others do nothing. */
export async function solveOnAndOn({ givesBack }: Work): Promise<Memory> {
  const workbench = await openWorkbench();
  const { engine, dataset } = workbench;
  const keys = dashboardQueries(workbench);
  const recipe = withOneSliderMoved(workbench, blank);
  let warm = 0;
  const before = process.threadCpuUsage();
  for (let n = 0; n < SOLVES; n++) {
    const solution = engine.solve(dataset, recipe(n));
    for (const key of keys) solution.query(key);
    if (givesBack) solution.giveBack();
    if (n === WARM) warm = process.memoryUsage.rss() / MB;
  }
  const { user, system } = process.threadCpuUsage(before);
  return { warm, end: process.memoryUsage.rss() / MB, cpuMilliseconds: (user + system) / 1000 };
}
