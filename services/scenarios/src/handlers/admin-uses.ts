/**
 * What admins do with scenarios that nobody else in their place could: an event each, before it is done. In a stream beside the
 * scenario's own, whose versions are not theirs to change by looking.
 */
import { randomUUIDv7 } from "node:crypto";
import { adminEvents } from "@etesian/contracts/events/admin";
import type { ScenarioOperation } from "@etesian/contracts/rights";
import { type EventStore, eventCodec } from "@etesian/event-store";
import type { Call } from "@etesian/service-kit";

export const adminStreamOf = (scenario: number): string => `admin-${scenario}`;

const codec = eventCodec(adminEvents);

/** @throws what the store throws: then it is not to be done. */
export async function noteAdminUse(
  store: EventStore,
  use: { readonly person: number; readonly scenario: number; readonly operation: ScenarioOperation },
  { actor, requestId }: Pick<Call, "actor" | "requestId">,
): Promise<void> {
  const event = {
    ...codec.encode({ type: "AdminActed", data: use }),
    id: randomUUIDv7(),
    time: new Date().toISOString(),
    actor,
    correlationId: requestId,
    causationId: null,
  };
  await store.append(adminStreamOf(use.scenario), [event], "any");
}
