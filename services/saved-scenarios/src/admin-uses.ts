/**
 * Records an admin's privileged actions on saved scenarios and collections, as events in a separate stream, before they
 * are carried out.
 */
import { randomUUIDv7 } from "node:crypto";
import { adminEvents } from "@etesian/contracts/events/admin";
import {
  actsAsAdmin,
  callerOf,
  type CollectionOperation,
  type SavedOperation,
  type Sharing,
} from "@etesian/contracts/rights";
import { type EventStore, eventCodec } from "@etesian/event-store";
import type { Call } from "@etesian/service-kit";

export const adminStreamOf = (stream: string): string => `admin-${stream}`;

const codec = eventCodec(adminEvents);

/**
 * Records an admin's action on the resource of `stream`. @throws if the store fails; the action must then not be
 * carried out.
 */
export async function recordAdminUse(
  store: EventStore,
  operation: SavedOperation | CollectionOperation,
  stream: string,
  shared: Sharing,
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
