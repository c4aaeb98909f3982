import { readFileSync } from "node:fs";

/**
 * CPU time of a process's main thread (ms), which excludes other programs. On systems without Linux's `schedstat`
 * it is wall-clock time.
 */
export function mainThreadMs(pid: number): number {
  if (process.platform !== "linux") return performance.now();
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}
