/** Chooses the adapter by URL. */
import type { BusLog, EventBus } from "./event-bus.ts";
import { BrokeredBus } from "./brokered.ts";
import { InProcessBus } from "./in-process.ts";
import type { WorkQueue } from "./work-queue.ts";

/** URL schemes of buses, for configuration. */
export const BUS_SCHEMES = ["memory:", "nats://"] as const;

/**
 * Opens a bus: `memory:` within this process, `nats://…` between processes. If the broker is unreachable, the bus
 * retries until it is available.
 */
export async function openEventBus(url: string, log: BusLog): Promise<EventBus> {
  if (url === "memory:") return new InProcessBus(log);
  if (!url.startsWith("nats://"))
    throw new RangeError(`bus "${url}": expected memory: or a URL that starts with nats://`);
  // Loaded only when NATS is used.
  const { NatsBroker } = await import("./nats.ts");
  return new BrokeredBus(new NatsBroker(url), log);
}

/** Opens a work queue between processes; null for a bus within this process. */
export async function openWorkQueue(url: string, name: string): Promise<WorkQueue | null> {
  if (url === "memory:") return null;
  const queues = await import("./work-queue.ts");
  return new queues.WorkQueue(url, name);
}
