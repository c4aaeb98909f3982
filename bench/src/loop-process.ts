/**
 * Solves in one loop that never yields to the event loop, in its own process; sends the memory and time used to its
 * parent.
 */
import { once } from "node:events";
import { blankScenario, dashboardQueries, openWorkbench, withOneSliderMoved } from "@etesian/workbench/scenarios";
import type { Memory, Work } from "./loop.ts";

const MB = 2 ** 20;

const [work] = (await once(process, "message")) as [Work];
process.send?.(await solveRepeatedly(work));
process.disconnect?.();

async function solveRepeatedly({ releases: releasesResults, solves, warmSolves }: Work): Promise<Memory> {
  const workbench = await openWorkbench();
  const { engine, dataset } = workbench;
  const keys = dashboardQueries(workbench);
  const recipe = withOneSliderMoved(workbench, blankScenario);
  let warmMegabytes = 0;
  const previousUsage = process.threadCpuUsage();
  for (let n = 0; n < solves; n++) {
    const solution = engine.solve(dataset, recipe(n));
    for (const key of keys) solution.query(key);
    if (releasesResults) solution.release();
    if (n === warmSolves) warmMegabytes = process.memoryUsage.rss() / MB;
  }
  const { user, system } = process.threadCpuUsage(previousUsage);
  return { warm: warmMegabytes, end: process.memoryUsage.rss() / MB, cpuMilliseconds: (user + system) / 1000 };
}
