/** The event bus setting of services, and the relay of their events. */
import type { EventStore, ReadDatabase } from "@etesian/event-store";
import { addDetails, type Logger, setting } from "@etesian/service-kit";
import { checkpointIn } from "./checkpoint.ts";
import { BUS_SCHEMES, openEventBus } from "./open.ts";

/** The setting shared by all services. */
export const BUS = addDetails(
  setting.url("event bus that delivers events to other processes; by default there is none", BUS_SCHEMES, "memory:"),
  "`nats://host:port`, `nats://user:password@host:port`, or `nats://host:port/namespace` where several systems share a server, " +
    "`?replicas=3` in a cluster. " +
    "Events stay in the store until the broker is reachable",
);

/** Publishes the events of all services until the service stops, starting after the broker's last event. */
export async function relayEvents(
  { store, database }: { readonly store: EventStore; readonly database: ReadDatabase },
  context: {
    readonly values: { readonly bus: string };
    readonly log: Logger;
    onStop(this: void, name: string, stop: () => Promise<void>): void;
  },
): Promise<void> {
  const { values, log, onStop } = context;
  const bus = await openEventBus(values.bus, log.child({ part: "event bus" }));
  onStop("event bus", () => bus.close());
  bus.relay(store, checkpointIn(database, "relay"));
}
