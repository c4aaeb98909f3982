/** gRPC handlers, only for services, that merge a person into another or release an erased person's resources. */
import { dispositionOf } from "@etesian/contracts/legacy";
import type { SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import type { Projector, ReadDatabase } from "@etesian/event-store";
import { causeOf } from "@etesian/event-store/rpc";
import { type Call, type Handlers, requireServiceCaller } from "@etesian/service-kit";
import type { Collections } from "./collection-handlers.ts";
import { allCollectionsOf } from "./collection-list.ts";
import { toRpcError } from "./refusals.ts";
import type { SavedScenarioCommand, SavedScenarios } from "./saved-scenario.ts";
import { savedScenariosOf } from "./saved-scenario-list.ts";

export type PersonHandlers = Pick<Handlers<SavedScenariosServiceDefinition>, "couplePerson" | "releasePerson">;

/** Number of resources per call; the caller repeats the call for the rest. */
const BATCH = 100;

interface PersonHandlersOptions {
  readonly readModels: ReadDatabase;
  readonly savedScenarios: SavedScenarios;
  readonly list: Projector;
  readonly collections: Collections;
  readonly collectionList: Projector;
}

export function personHandlers({
  readModels,
  savedScenarios,
  list,
  collections,
  collectionList,
}: PersonHandlersOptions): PersonHandlers {
  /** Applies a command to some of a person's resources; returns whether any remain. */
  async function applyToBatch(
    person: number,
    command: SavedScenarioCommand,
    to: number | null,
    call: Call,
  ): Promise<boolean> {
    requireServiceCaller(call);
    // Without the caller's idempotency key: a repeated call must check again.
    const cause = { ...causeOf(call), idempotencyKey: null };
    await Promise.all([list.catchUp(), collectionList.catchUp()]);
    const ids = await savedScenariosOf(readModels, person, BATCH);
    for (const id of ids) {
      const outcome = await savedScenarios.handle(id, command, cause);
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
    }
    const collectionIds = await allCollectionsOf(readModels, person, BATCH);
    for (const id of collectionIds) await collections.handle(id, { type: "HandOver", from: person, to }, cause);
    return Math.max(ids.length, collectionIds.length) === BATCH;
  }

  return {
    async couplePerson({ person, into }, call) {
      while (await applyToBatch(person, { type: "CouplePerson", person, into }, into, call));
      return {};
    },

    async releasePerson({ person, disposition: dispositionMessage }, call) {
      const disposition = dispositionOf(dispositionMessage);
      return { more: await applyToBatch(person, { type: "ReleasePerson", person, disposition }, disposition.to, call) };
    },
  };
}
