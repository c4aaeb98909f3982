/**
 * Solves in one loop that never yields to the event loop, as notebooks, sweeps and tests do: no finalizer and no
 * microtask runs meanwhile. Memory has to stay constant, whether or not solutions are released.
 */
import { fork } from "node:child_process";
import { join } from "node:path";
import { type Benchmark, printFigure } from "@etesian/workbench/report";
import { measuredModel } from "@etesian/workbench/server";

const SOLVES = 5_000;
/** Number of solves after which memory has reached its steady state. */
const WARM = 2_000;
const LIMIT_MB = 500;
const LIMIT_GROWTH_MB = 60;

export interface Work {
  readonly solves: number;
  /** Number of solves before memory is first read. */
  readonly warmSolves: number;
  readonly releases: boolean;
}

export interface Memory {
  /** Resident memory of the process (MB), after the first `warmSolves` solves and at the end. */
  readonly warm: number;
  readonly end: number;
  readonly cpuMilliseconds: number;
}

export const loopBenchmark: Benchmark = {
  isProof: true,
  about: `memory of ${SOLVES} solves of ${measuredModel.area} in a loop that never yields to the event loop`,
  run: async (print) => {
    let isWithinLimits = true;
    for (const releases of [false, true]) {
      const { warm, end, cpuMilliseconds } = await runInProcess({
        solves: SOLVES,
        warmSolves: WARM,
        releases,
      });
      const name = releases ? "released" : "left to the garbage collector";
      isWithinLimits = printFigure(print, `${name}, resident`, end, "MB", { atMost: LIMIT_MB }) && isWithinLimits;
      isWithinLimits = printFigure(print, `  growth`, end - warm, "MB", { atMost: LIMIT_GROWTH_MB }) && isWithinLimits;
      printFigure(print, `  CPU time of a solve`, cpuMilliseconds / SOLVES, "ms");
    }
    return isWithinLimits;
  },
};

/** Runs the loop in its own process, so that nothing else uses its memory. */
function runInProcess(work: Work): Promise<Memory> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "loop-process.ts"));
    child.once("message", (memory) => resolve(memory as Memory));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the loop process exited with code ${code}`)));
    child.send(work);
  });
}
