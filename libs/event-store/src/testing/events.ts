/** Events for tests. */
import { randomUUID } from "node:crypto";
import type { EventStore } from "../event-store.ts";
import type { NewEvent } from "../event.ts";

export const event = (data: unknown = {}, facts: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: "SomethingHappened",
  schemaVersion: 1,
  time: "2026-11-21T09:23:00.123Z",
  actor: "anonymous",
  correlationId: "request-1",
  causationId: null,
  data,
  ...facts,
});

export const events = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => event({ n }));

/** Names of all streams of a store, sorted. */
export async function streamsOf(store: EventStore): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const name of store.streams()) names.push(name);
  return names.sort();
}
