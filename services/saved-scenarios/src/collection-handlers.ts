/** gRPC handlers of collections. */
import { LISTS } from "@etesian/contracts/limits";
import { callerOf, type CollectionOperation, deniedWithoutResource } from "@etesian/contracts/rights";
import type {
  Collection as CollectionMessage,
  SavedScenariosServiceDefinition,
} from "@etesian/contracts/saved-scenarios";
import type { Problem } from "@etesian/contracts/scenarios";
import {
  type Aggregates,
  Creations,
  type EventStore,
  type Outcome,
  type Projector,
  type ReadDatabase,
} from "@etesian/event-store";
import { causeOf } from "@etesian/event-store/rpc";
import { type Call, type Handlers, RpcError, status } from "@etesian/service-kit";
import { recordAdminUse } from "./admin-uses.ts";
import {
  checkCollectionUse,
  type Collection,
  type CollectionCommand,
  type CollectionEvent,
  type CollectionRefusal,
  type CollectionState,
  sharedAs,
} from "./collection.ts";
import { COLLECTION_SEQUENCE, collectionIdOf, collectionsOf, collectionStreamOf } from "./collection-list.ts";
import { readCollectionFields } from "./fields.ts";
import { toRpcError } from "./refusals.ts";

export type Collections = Aggregates<CollectionState, CollectionCommand, CollectionEvent, CollectionRefusal>;

/** Looks up members of a collection as the caller sees them; null for those the caller may not see. */
export interface Lookup {
  readonly scenario: (id: number, call: Call) => Promise<Place | null>;
  readonly savedScenario: (id: number, call: Call) => Promise<Place | null>;
}

export interface Place {
  readonly area: string;
  readonly endYear: number;
  readonly modelVersion: string;
}

export type CollectionHandlers = Pick<
  Handlers<SavedScenariosServiceDefinition>,
  "createCollection" | "getCollection" | "listCollections" | "updateCollection" | "deleteCollection"
>;

export function collectionHandlers(
  collections: Collections,
  parts: { readonly store: EventStore; readonly readModels: ReadDatabase; readonly list: Projector },
  lookup: Lookup,
): CollectionHandlers {
  const { store, readModels, list } = parts;
  const creations = new Creations({
    aggregates: collections,
    store,
    numbers: readModels,
    sequence: COLLECTION_SEQUENCE,
    idOf: collectionIdOf,
  });

  /**
   * A collection that the caller may use, or a refusal; access that only admins have is recorded before it is granted.
   */
  async function use(operation: CollectionOperation, id: number, call: Call) {
    const { state, version } = await collections.load(id);
    const seen = checkCollectionUse(operation, callerOf(call), state);
    if ("refusal" in seen) return seen;
    await recordAdminUse(store, operation, collectionStreamOf(id), sharedAs(seen.collection), call);
    return { version, collection: seen.collection };
  }

  /** Like `use`; throws the refusal. */
  async function find(operation: CollectionOperation, id: number, call: Call) {
    const used = await use(operation, id, call);
    if ("refusal" in used) throw toRpcError(used.refusal, "Collection");
    return used;
  }

  async function shown(id: number, call: Call): Promise<CollectionMessage> {
    const { version, collection } = await find("collection-read", id, call);
    return message(id, version, collection);
  }

  /** The given members in order; a refusal names the members that the caller may not see. */
  async function lookUp(attribute: string, ids: readonly number[], find: Lookup["scenario"], call: Call) {
    const found = await Promise.all(ids.map((id) => find(id, call)));
    const problems = ids.flatMap((id, index): Problem[] =>
      found[index] === null ? [{ attribute, message: `${id} does not exist` }] : [],
    );
    return { places: found.filter((place) => place !== null), problems };
  }

  async function lookUpAll(fields: ReturnType<typeof readCollectionFields>["fields"], call: Call) {
    const { savedScenarios = [], scenarios = [] } = fields;
    const saved = await lookUp("saved_scenario_ids", savedScenarios, lookup.savedScenario, call);
    const plain = await lookUp("scenario_ids", scenarios, lookup.scenario, call);
    return { places: [...saved.places, ...plain.places], problems: [...saved.problems, ...plain.problems] };
  }

  return {
    async createCollection({ fields: sent }, call) {
      const { person } = callerOf(call);
      if (person === null || deniedWithoutResource("collect", callerOf(call)) !== null) {
        throw new RpcError(status.PERMISSION_DENIED, "The token does not allow creating collections");
      }
      const before = await creations.before(causeOf(call));
      if (before !== null) return answer(await shown(before, call));
      const { fields, problems } = readCollectionFields(sent, ["title"]);
      const found = await lookUpAll(fields, call);
      const { title, interpolation = false, savedScenarios = [], scenarios = [] } = fields;
      const wrong = [...problems, ...found.problems];
      if (wrong.length > 0 || title === undefined) return rejection(wrong);
      const [first] = found.places;
      const command = {
        type: "Make",
        owner: person,
        title,
        interpolation,
        area: fields.area ?? first?.area ?? null,
        endYear: fields.endYear ?? first?.endYear ?? null,
        modelVersion: first?.modelVersion ?? "latest",
        savedScenarios,
        scenarios,
      } as const;
      const { id, outcome } = await creations.create(() => command, causeOf(call));
      return outcome === null ? answer(await shown(id, call)) : outcomeOf(id, outcome);
    },

    getCollection: ({ id }, call) => shown(id, call),

    async listCollections(_, call) {
      const { person } = callerOf(call);
      if (person === null) return { collections: [] };
      await list.catchUp();
      const ids = await collectionsOf(readModels, person, LISTS.collections);
      const found = await Promise.all(ids.map(async (id) => ({ id, ...(await collections.load(id)) })));
      const shown = found.flatMap(({ id, state, version }) =>
        state.status === "present" ? [message(id, version, state)] : [],
      );
      return { collections: shown };
    },

    async updateCollection({ id, fields: sent }, call) {
      const { collection } = await find("collection-update", id, call);
      const { fields, problems } = readCollectionFields(sent, []);
      // Existing members are kept even if the owner may no longer see them.
      const { savedScenarios, scenarios } = fields;
      const added = {
        ...fields,
        savedScenarios: savedScenarios?.filter((each) => !collection.savedScenarios.includes(each)),
        scenarios: scenarios?.filter((each) => !collection.scenarios.includes(each)),
      };
      const found = await lookUpAll(added, call);
      const wrong = [...problems, ...found.problems];
      if (wrong.length > 0) return rejection(wrong);
      const { title, discarded } = fields;
      const command = { type: "Change", caller: callerOf(call), title, savedScenarios, scenarios, discarded } as const;
      return outcomeOf(id, await collections.handle(id, command, causeOf(call)));
    },

    async deleteCollection({ id }, call) {
      // The command decides, because it recognises a repeated deletion.
      await use("collection-delete", id, call);
      const outcome = await collections.handle(id, { type: "Delete", caller: callerOf(call) }, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal, "Collection");
      return {};
    },
  };
}

const answer = (value: CollectionMessage) => ({ outcome: { $case: "collection" as const, value } });

const rejection = (problems: readonly Problem[]) => ({
  outcome: { $case: "rejection" as const, value: { problems: [...problems] } },
});

function outcomeOf(id: number, outcome: Outcome<CollectionState, CollectionRefusal>) {
  if ("refusal" in outcome) {
    const { refusal } = outcome;
    if (refusal.reason === "invalid") return rejection([refusal]);
    throw toRpcError(refusal, "Collection");
  }
  if (outcome.state.status !== "present") throw new Error(`collection ${id} no longer exists after it was changed`);
  return answer(message(id, outcome.version, outcome.state));
}

/** Converts a collection to the contract's message. */
function message(id: number, version: number, collection: Collection): CollectionMessage {
  const { owner, title, interpolation, area, endYear, modelVersion, discardedAt } = collection;
  return {
    id,
    version,
    owner,
    title,
    interpolation,
    area: area ?? undefined,
    endYear: endYear ?? undefined,
    modelVersion,
    savedScenarioIds: [...collection.savedScenarios],
    scenarioIds: [...collection.scenarios],
    discardedAt: discardedAt === null ? undefined : new Date(discardedAt),
    createdAt: new Date(collection.createdAt),
    updatedAt: new Date(collection.updatedAt),
  };
}
