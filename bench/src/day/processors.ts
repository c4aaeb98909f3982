/** CPU time of the processes of a cluster and its stores, by service. */
import { readdirSync } from "node:fs";
import type { Cluster } from "@etesian/standalone/cluster";
import { type ProcessStat, statOf } from "@etesian/workbench/process-stat";

/** Programs on this machine that are counted as stores. */
const STORES: { readonly [program: string]: string } = { postgres: "PostgreSQL", "nats-server": "NATS" };

/** Seconds by service. */
export type Seconds = { readonly [service: string]: number };

/**
 * Total CPU time (s) of each service's processes, and of PostgreSQL and NATS, including child processes that have
 * ended.
 */
export function processorSeconds(cluster: Cluster): Seconds {
  const secondsOf: { [service: string]: number } = {};
  const add = (service: string, { seconds, secondsOfChildren }: ProcessStat): void => {
    secondsOf[service] = (secondsOf[service] ?? 0) + seconds + secondsOfChildren;
  };
  for (const { service, pid } of cluster.members) if (pid !== null) add(service, statOf(pid));
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = statOfRunning(Number(pid));
    const store = stat === null ? undefined : STORES[stat.program];
    if (store !== undefined) add(store, stat!);
  }
  return secondsOf;
}

/** Null for a process that has ended since it was listed. */
function statOfRunning(pid: number): ProcessStat | null {
  try {
    return statOf(pid);
  } catch {
    return null;
  }
}

/** The difference between two readings, times a factor. */
export const difference = (before: Seconds, after: Seconds, factor = 1): Seconds =>
  Object.fromEntries(Object.entries(after).map(([name, seconds]) => [name, (seconds - (before[name] ?? 0)) * factor]));

export const total = (seconds: Seconds): number => Object.values(seconds).reduce((sum, value) => sum + value, 0);
