import { readFileSync } from "node:fs";

/**
 * Processor time that the main thread of a process has used, in ms: unlike the clock, it does not count other programs.
 * It is the clock's time (ms) on systems without Linux's `schedstat`.
 */
export function mainThreadMs(pid: number): number {
  if (process.platform !== "linux") return performance.now();
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}
