/**
 * Actions that an admin may take only as an admin, on saved scenarios and collections. Each is recorded as an event in
 * a stream of its own before it is done.
 */
import { randomUUIDv7 } from "node:crypto";
import { adminEvents } from "@etesian/contracts/events/admin";
import {
  actsAsAdmin,
  callerOf,
  type CollectionOperation,
  type SavedOperation,
  type Shared,
} from "@etesian/contracts/rights";
import { type EventStore, eventCodec } from "@etesian/event-store";
import type { Call } from "@etesian/service-kit";

export const adminStreamOf = (stream: string): string => `admin-${stream}`;

const codec = eventCodec(adminEvents);

/** `stream` is that of what is used. @throws what the store throws: then it is not to be done. */
export async function noteAdminUse(
  store: EventStore,
  operation: SavedOperation | CollectionOperation,
  stream: string,
  shared: Shared,
  call: Call,
): Promise<void> {
  const caller = callerOf(call);
  const { person } = caller;
  if (person === null || !actsAsAdmin(operation, caller, shared)) return;
  const event = {
    ...codec.encode({ type: "AdminActedOnKept", data: { person, stream, operation } }),
    id: randomUUIDv7(),
    time: new Date().toISOString(),
    actor: call.actor,
    correlationId: call.requestId,
    causationId: null,
  };
  await store.append(adminStreamOf(stream), [event], "any");
}
