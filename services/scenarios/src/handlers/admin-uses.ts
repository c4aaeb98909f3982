/**
 * Records actions that require admin rights, as events, before they are carried out. The events have a separate stream,
 * because reading must not change the version of a scenario.
 */
import { randomUUIDv7 } from "node:crypto";
import { adminEvents } from "@etesian/contracts/events/admin";
import type { ScenarioOperation } from "@etesian/contracts/rights";
import { type EventStore, eventCodec } from "@etesian/event-store";
import type { Call } from "@etesian/service-kit";

export const adminStreamOf = (scenario: number): string => `admin-${scenario}`;

const codec = eventCodec(adminEvents);

/** @throws if the store fails; the action then also fails. */
export async function recordAdminUse(
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
