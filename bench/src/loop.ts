/**
 * Solves in one loop that never yields to the event loop, as notebooks, sweeps and tests do: no finalizer and no
 * microtask runs meanwhile. Memory has to stay constant, whether or not solutions are released.
 */
import { fork } from "node:child_process";
import { join } from "node:path";
import { type Benchmark, printFigure } from "@etesian/workbench/report";
import { measured } from "@etesian/workbench/server";

const SOLVES = 5_000;
/** The solve after which memory has reached its steady state. */
const WARM = 2_000;
const LIMIT_MB = 500;
const LIMIT_GROWTH_MB = 60;

export interface Work {
  readonly solves: number;
  /** The solve after which memory is first read. */
  readonly warmSolves: number;
  readonly givesBack: boolean;
}

export interface Memory {
  /** Resident memory of the process (MB), after a fifth of the solves and at the end. */
  readonly warm: number;
  readonly end: number;
  readonly cpuMilliseconds: number;
}

export const loopBenchmark: Benchmark = {
  isProof: true,
  about: `memory of ${SOLVES} solves of ${measured.area} in a loop without a turn of the event loop`,
  run: async (print) => {
    let within = true;
    for (const givesBack of [false, true]) {
      const { warm, end, cpuMilliseconds } = await inProcess({ solves: SOLVES, warmSolves: WARM, givesBack });
      const name = givesBack ? "given back" : "left to the collector";
      within = printFigure(print, `${name}, resident`, end, "MB", { atMost: LIMIT_MB }) && within;
      within = printFigure(print, `  growth`, end - warm, "MB", { atMost: LIMIT_GROWTH_MB }) && within;
      printFigure(print, `  cpu time of one`, cpuMilliseconds / SOLVES, "ms");
    }
    return within;
  },
};

/** A process of its own, so that its memory is the loop's alone. */
function inProcess(work: Work): Promise<Memory> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "loop-process.ts"));
    child.once("message", (memory) => resolve(memory as Memory));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the process of the loop ended with ${code}`)));
    child.send(work);
  });
}
