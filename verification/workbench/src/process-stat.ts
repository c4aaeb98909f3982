/** CPU time of processes, from `/proc`. */
import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

export interface ProcessStat {
  readonly program: string;
  /** User and system time of all its threads so far (s). */
  readonly seconds: number;
  /** User and system time of its children that have exited (s). */
  readonly secondsOfChildren: number;
}

/** The program and CPU time of a process. @throws if it has exited. */
export function statOf(pid: number): ProcessStat {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program is in parentheses, and may contain spaces.
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  const secondsIn = (user: number, system: number): number =>
    (Number(fields[user]) + Number(fields[system])) / TICKS_PER_SECOND;
  return {
    program: stat.slice(stat.indexOf("(") + 1, end),
    seconds: secondsIn(11, 12),
    secondsOfChildren: secondsIn(13, 14),
  };
}
