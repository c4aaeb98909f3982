/** Processor time that processes have used, thread by thread, from /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Ticks a second, on every Linux there is. */
const TICKS = 100;

/** Seconds by thread, by the part that its process belongs to. */
export type Reading = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface Usage {
  /** Seconds of all threads. */
  readonly all: number;
  /** Of each process the thread that was busiest, together. */
  readonly busiest: number;
}

/** What the processes of each part have used so far. */
export function readUsage(parts: ReadonlyMap<string, readonly number[]>): Reading {
  const reading = new Map<string, ReadonlyMap<string, number>>();
  for (const [part, pids] of parts) reading.set(part, new Map(pids.flatMap(threadsOf)));
  return reading;
}

export function usedBetween(before: Reading, after: Reading): ReadonlyMap<string, Usage> {
  const used = new Map<string, Usage>();
  for (const [part, threads] of after) {
    const busiest = new Map<string, number>();
    let all = 0;
    for (const [thread, seconds] of threads) {
      const spent = seconds - (before.get(part)?.get(thread) ?? 0);
      const pid = thread.slice(0, thread.indexOf("/"));
      busiest.set(pid, Math.max(spent, busiest.get(pid) ?? 0));
      all += spent;
    }
    used.set(part, { all, busiest: [...busiest.values()].reduce((sum, each) => sum + each, 0) });
  }
  return used;
}

/** Processes that a process has started. */
export function childrenOf(pid: number): readonly number[] {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.filter((each) => fieldsOf(`/proc/${each}/stat`)?.[1] === String(pid)).map(Number);
}

function threadsOf(pid: number): (readonly [thread: string, seconds: number])[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const fields = fieldsOf(`/proc/${pid}/task/${thread}/stat`);
    return fields === null ? [] : [[`${pid}/${thread}`, (Number(fields[11]) + Number(fields[12])) / TICKS] as const];
  });
}

/** What stands behind the name of a process or thread, which may have blanks in it; null when it has just ended. */
function fieldsOf(path: string): readonly string[] | null {
  try {
    const text = readFileSync(path, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
