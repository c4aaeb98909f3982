import type { Backend } from "../backend.ts";
import { type Position, START } from "../event.ts";
import type { EventStore } from "../event-store.ts";
import { SNAPSHOT_PAGE, type StoreSnapshot } from "../snapshot.ts";

/** EventStoreDB and KurrentDB. */
export const eventStoreDb: Backend = {
  name: "eventstoredb",
  schemes: ["esdb://", "esdb+discover://"],
  pathOf: null,
  preservesOrder: true,
  openEventStore: async (url, inOrder) => (await import("./event-store.ts")).openEventStoreDb(url, inOrder),
  openReadDatabase: null,
  openSnapshot: async (url) => openLogSnapshot(await (await import("./event-store.ts")).openEventStoreDb(url, false)),
  openRecord: async (url) => (await import("./record.ts")).eventStoreDbRecord(url),
  createDatabase: async () => {},
};

/** A log needs no snapshot: events before its current end never change. */
async function openLogSnapshot(store: EventStore): Promise<StoreSnapshot> {
  const head = await store.head();
  return {
    async *events() {
      for (let position: Position = START; position < head;) {
        const page = await store.readAll(position, SNAPSHOT_PAGE);
        const last = page.at(-1);
        if (last === undefined) return;
        yield page.filter((event) => event.position <= head);
        ({ position } = last);
      }
    },
    async *rows() {},
    close: () => store.close(),
  };
}
