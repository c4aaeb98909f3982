/** Processor time and memory of the processes of a cluster and its stores, by service. */
import { readdirSync, readFileSync } from "node:fs";
import type { Cluster } from "@etesian/standalone/cluster";

const TICKS_PER_SECOND = 100;

/** Seconds by service. */
export type Seconds = { readonly [service: string]: number };

/** Processor time so far (s): of each service's processes, and of PostgreSQL and NATS on this machine. */
export function processorSeconds(cluster: Cluster): Seconds {
  const found: { [service: string]: number } = {};
  const add = (service: string, seconds: number): void => {
    found[service] = (found[service] ?? 0) + seconds;
  };
  for (const { service, pid } of cluster.members) if (pid !== null) add(service, secondsOf(pid));
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const program = nameOf(Number(pid));
    if (program === "postgres") add("PostgreSQL", secondsOf(Number(pid)));
    if (program === "nats-server") add("NATS", secondsOf(Number(pid)));
  }
  return found;
}

/** The difference of two readings, times a factor. */
export const since = (before: Seconds, after: Seconds, factor = 1): Seconds =>
  Object.fromEntries(Object.entries(after).map(([name, seconds]) => [name, (seconds - (before[name] ?? 0)) * factor]));

export const total = (seconds: Seconds): number => Object.values(seconds).reduce((sum, each) => sum + each, 0);

/** Empty for a process that has ended meanwhile. */
function fieldsOf(pid: number): { readonly name: string; readonly fields: readonly string[] } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    return { name: stat.slice(stat.indexOf("(") + 1, end), fields: stat.slice(end + 2).split(" ") };
  } catch {
    return { name: "", fields: [] };
  }
}

const nameOf = (pid: number): string => fieldsOf(pid).name;

/** User and system time, of children that have ended as well. */
function secondsOf(pid: number): number {
  const { fields } = fieldsOf(pid);
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}
