/**
 * Solves in one loop that never yields to the event loop, as notebooks, sweeps and tests have them: no finalizer and no
 * microtask runs meanwhile. Memory has to stay what it is, whether solutions are given back or not.
 */
import { fork } from "node:child_process";
import { join } from "node:path";
import { type Bench, printFigure } from "@etesian/workbench/report";
import { measured } from "@etesian/workbench/server";

const SOLVES = 5_000;
/** Where memory has become what it stays. */
const WARM = 2_000;
const LIMIT_MB = 500;
const LIMIT_GROWTH_MB = 60;

export interface Work {
  readonly solves: number;
  /** The solve after which memory is read for the first time. */
  readonly warmSolves: number;
  readonly givesBack: boolean;
}

export interface Memory {
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
      const { warm, end, cpuMilliseconds } = await inProcess({ solves: SOLVES, warmSolves: WARM, givesBack });
      const name = givesBack ? "given back" : "left to the collector";
      within = printFigure(print, `${name}, resident`, end, "MB", { atMost: LIMIT_MB }) && within;
      within = printFigure(print, `  growth`, end - warm, "MB", { atMost: LIMIT_GROWTH_MB }) && within;
      printFigure(print, `  cpu time of one`, cpuMilliseconds / SOLVES, "ms");
    }
    return within;
  },
};

/** In a process of its own, whose memory is that of the loop. */
function inProcess(work: Work): Promise<Memory> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "loop-process.ts"));
    child.once("message", (memory) => resolve(memory as Memory));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the process of the loop ended with ${code}`)));
    child.send(work);
  });
}
