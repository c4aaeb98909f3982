/** gRPC handlers of collections. */
import { LISTS } from "@etesian/contracts/limits";
import { callerOf, type CollectionOperation, denialWithoutResource } from "@etesian/contracts/rights";
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
  toShared,
} from "./collection.ts";
import { COLLECTION_SEQUENCE, collectionIdOf, collectionsOf, collectionStreamOf } from "./collection-list.ts";
import { readCollectionFields } from "./fields.ts";
import { toRpcError } from "./refusals.ts";

export type Collections = Aggregates<CollectionState, CollectionCommand, CollectionEvent, CollectionRefusal>;

/** Looks up members of a collection; null for a member that the caller may not see. */
export interface MemberLookup {
  readonly scenario: (id: number, call: Call) => Promise<MemberFacts | null>;
  readonly savedScenario: (id: number, call: Call) => Promise<MemberFacts | null>;
}

export interface MemberFacts {
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
  lookup: MemberLookup,
): CollectionHandlers {
  const { store, readModels, list } = parts;
  const creations = new Creations({
    aggregates: collections,
    store,
    sequences: readModels,
    sequence: COLLECTION_SEQUENCE,
    idOf: collectionIdOf,
  });

  /**
   * Returns the collection, or a refusal if the caller may not use it. Access that only admins have is recorded before
   * it is granted.
   */
  async function authorize(operation: CollectionOperation, id: number, call: Call) {
    const { state, version } = await collections.load(id);
    const access = checkCollectionUse(operation, callerOf(call), state);
    if ("refusal" in access) return access;
    await recordAdminUse(store, operation, collectionStreamOf(id), toShared(access.collection), call);
    return { version, collection: access.collection };
  }

  /** Like `authorize`, but throws the refusal. */
  async function find(operation: CollectionOperation, id: number, call: Call) {
    const access = await authorize(operation, id, call);
    if ("refusal" in access) throw toRpcError(access.refusal, "Collection");
    return access;
  }

  async function readCollection(id: number, call: Call): Promise<CollectionMessage> {
    const { version, collection } = await find("collection-read", id, call);
    return toMessage(id, version, collection);
  }

  /** Looks up members in the given order. The problems name members that the caller may not see. */
  async function lookUp(attribute: string, ids: readonly number[], findMember: MemberLookup["scenario"], call: Call) {
    const members = await Promise.all(ids.map((id) => findMember(id, call)));
    const problems = ids.flatMap((id, index): Problem[] =>
      members[index] === null ? [{ attribute, message: `${id} does not exist` }] : [],
    );
    return { members: members.filter((member) => member !== null), problems };
  }

  async function lookUpAll(fields: ReturnType<typeof readCollectionFields>["fields"], call: Call) {
    const { savedScenarios = [], scenarios = [] } = fields;
    const savedLookup = await lookUp("saved_scenario_ids", savedScenarios, lookup.savedScenario, call);
    const scenarioLookup = await lookUp("scenario_ids", scenarios, lookup.scenario, call);
    return {
      members: [...savedLookup.members, ...scenarioLookup.members],
      problems: [...savedLookup.problems, ...scenarioLookup.problems],
    };
  }

  return {
    async createCollection({ fields: collectionFields }, call) {
      const { person } = callerOf(call);
      if (person === null || denialWithoutResource("collect", callerOf(call)) !== null) {
        throw new RpcError(status.PERMISSION_DENIED, "The token does not allow creating collections");
      }
      const existingId = await creations.findEarlier(causeOf(call));
      if (existingId !== null) return collectionResponse(await readCollection(existingId, call));
      const { fields, problems } = readCollectionFields(collectionFields, ["title"]);
      const lookupResult = await lookUpAll(fields, call);
      const { title, interpolation = false, savedScenarios = [], scenarios = [] } = fields;
      const allProblems = [...problems, ...lookupResult.problems];
      if (allProblems.length > 0 || title === undefined) return rejectionResponse(allProblems);
      const [first] = lookupResult.members;
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
      return outcome === null ? collectionResponse(await readCollection(id, call)) : toResponse(id, outcome);
    },

    getCollection: ({ id }, call) => readCollection(id, call),

    async listCollections(_, call) {
      const { person } = callerOf(call);
      if (person === null) return { collections: [] };
      await list.catchUp();
      const ids = await collectionsOf(readModels, person, LISTS.collections);
      const collectionsWithIds = await Promise.all(ids.map(async (id) => ({ id, ...(await collections.load(id)) })));
      const messages = collectionsWithIds.flatMap(({ id, state, version }) =>
        state.status === "present" ? [toMessage(id, version, state)] : [],
      );
      return { collections: messages };
    },

    async updateCollection({ id, fields: collectionFields }, call) {
      const { collection } = await find("collection-update", id, call);
      const { fields, problems } = readCollectionFields(collectionFields, []);
      // Existing members are kept even if the owner may no longer see them.
      const { savedScenarios, scenarios } = fields;
      const newMembers = {
        ...fields,
        savedScenarios: savedScenarios?.filter((scenario) => !collection.savedScenarios.includes(scenario)),
        scenarios: scenarios?.filter((scenario) => !collection.scenarios.includes(scenario)),
      };
      const lookupResult = await lookUpAll(newMembers, call);
      const allProblems = [...problems, ...lookupResult.problems];
      if (allProblems.length > 0) return rejectionResponse(allProblems);
      const { title, discarded } = fields;
      const command = { type: "Change", caller: callerOf(call), title, savedScenarios, scenarios, discarded } as const;
      return toResponse(id, await collections.handle(id, command, causeOf(call)));
    },

    async deleteCollection({ id }, call) {
      // The command itself makes the final check, because it recognises a repeated deletion.
      await authorize("collection-delete", id, call);
      const outcome = await collections.handle(id, { type: "Delete", caller: callerOf(call) }, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal, "Collection");
      return {};
    },
  };
}

const collectionResponse = (value: CollectionMessage) => ({ outcome: { $case: "collection" as const, value } });

const rejectionResponse = (problems: readonly Problem[]) => ({
  outcome: { $case: "rejection" as const, value: { problems: [...problems] } },
});

function toResponse(id: number, outcome: Outcome<CollectionState, CollectionRefusal>) {
  if ("refusal" in outcome) {
    const { refusal } = outcome;
    if (refusal.reason === "invalid") return rejectionResponse([refusal]);
    throw toRpcError(refusal, "Collection");
  }
  if (outcome.state.status !== "present") throw new Error(`collection ${id} no longer exists after it was changed`);
  return collectionResponse(toMessage(id, outcome.version, outcome.state));
}

/** Converts a collection to the contract's message. */
function toMessage(id: number, version: number, collection: Collection): CollectionMessage {
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
