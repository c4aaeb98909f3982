/** gRPC handlers of saved scenarios; their only state is events. */
import { LISTS } from "@etesian/contracts/limits";
import {
  callerOf,
  denialWithoutResource,
  isVersionPublic,
  ROLES,
  type SavedOperation,
  hasAnyRole,
} from "@etesian/contracts/rights";
import {
  type SavedScenario as SavedScenarioMessage,
  SavedScenariosServiceDefinition,
  type SavedVersion,
} from "@etesian/contracts/saved-scenarios";
import type { Problem, ScenarioChange, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import {
  type Aggregate,
  Creations,
  type EventStore,
  Subscriptions,
  type Outcome,
  type Projector,
  type ReadDatabase,
  type RecordedEvent,
  versionBeforeAppend,
} from "@etesian/event-store";
import { causeOf, storeErrors } from "@etesian/event-store/rpc";
import {
  type Call,
  type Calls,
  type Handlers,
  RpcError,
  serve,
  type ServedService,
  status,
} from "@etesian/service-kit";
import { recordAdminUse } from "./admin-uses.ts";
import {
  collectionHandlers,
  type CollectionHandlers,
  type Collections,
  type MemberLookup,
} from "./collection-handlers.ts";
import { readFields } from "./fields.ts";
import { personHandlers, type PersonHandlers } from "./person-handlers.ts";
import { toRpcError } from "./refusals.ts";
import {
  type Refusal,
  type VersionDetails,
  type SavedScenario,
  type SavedScenarios,
  type SavedScenarioState,
  changeRoles,
  checkSavedScenarioUse,
  operationsOf,
  savedScenario as decider,
  type Version,
} from "./saved-scenario.ts";
import { codec, ID_SEQUENCE, idOf, listSavedScenarios, streamOf } from "./saved-scenario-list.ts";

/** Calls to the scenarios service. */
export type ScenariosClient = Pick<
  Calls<ScenariosServiceDefinition>,
  "getScenario" | "updateScenario" | "shareThroughSaved" | "couplePerson"
>;

export interface SavedScenariosOptions {
  readonly store: EventStore;
  readonly readModels: ReadDatabase;
  readonly savedScenarios: SavedScenarios;
  readonly list: Projector;
  readonly collections: Collections;
  readonly collectionList: Projector;
  readonly scenarios: ScenariosClient;
}

/** The model version that new versions of saved scenarios record. */
const MODEL_VERSION = "latest";

export function savedScenariosService({
  store,
  readModels,
  savedScenarios,
  list,
  collections,
  collectionList,
  scenarios,
}: SavedScenariosOptions): ServedService {
  const subscriptions = new Subscriptions(store);
  const creations = new Creations({
    aggregates: savedScenarios,
    store,
    sequences: readModels,
    sequence: ID_SEQUENCE,
    idOf,
  });

  /**
   * Returns the saved scenario, or a refusal if the caller may not use it. Access that only admins have is recorded
   * before it is granted.
   */
  async function authorize(operation: SavedOperation, id: number, call: Call) {
    const { state, version } = await savedScenarios.load(id);
    const access = checkSavedScenarioUse(operation, callerOf(call), state);
    if ("refusal" in access) return access;
    await recordAdminUse(store, operation, streamOf(id), { ...access.savedScenario, readOnly: false }, call);
    return { savedScenario: access.savedScenario, version };
  }

  /** Like `authorize`, but throws the refusal. */
  async function find(operation: SavedOperation, id: number, call: Call) {
    const access = await authorize(operation, id, call);
    if ("refusal" in access) throw toRpcError(access.refusal);
    return access;
  }

  /** The current details of a scenario to save; null if it does not exist or the caller may not read it. */
  async function readVersionDetails(scenario: number, call: Call): Promise<VersionDetails | null> {
    if (scenario === 0) return null;
    try {
      const { recipe, version, creation } = await scenarios.getScenario({ id: scenario }, call);
      if (recipe === undefined) throw new Error(`scenario ${scenario} was returned without its recipe`);
      const { area, endYear } = recipe;
      return { scenario, scenarioVersion: version, area, endYear, modelVersion: MODEL_VERSION, creation };
    } catch (error) {
      if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
      throw error;
    }
  }

  async function readSavedScenario(id: number, call: Call) {
    const { savedScenario, version } = await find("saved-read", id, call);
    return toMessage(id, version, savedScenario);
  }

  const handlers: Omit<Handlers<SavedScenariosServiceDefinition>, keyof CollectionHandlers | keyof PersonHandlers> = {
    async createSavedScenario({ fields: requestFields, privateByDefault }, call) {
      const { person } = callerOf(call);
      if (person === null || denialWithoutResource("save", callerOf(call)) !== null) {
        throw new RpcError(status.PERMISSION_DENIED, "The token does not allow saving scenarios");
      }
      const existingId = await creations.findEarlier(causeOf(call));
      if (existingId !== null) return savedScenarioResponse(await readSavedScenario(existingId, call));
      const { fields, problems } = readFields(requestFields, ["scenario_id", "title"]);
      const version = fields.scenario === undefined ? null : await readVersionDetails(fields.scenario, call);
      const scenarioProblems = fields.scenario !== undefined && version === null ? [NO_SCENARIO] : [];
      const { title, description = null, private: isPrivate = privateByDefault } = fields;
      if (problems.length + scenarioProblems.length > 0 || version === null || title === undefined) {
        return rejectionResponse([...problems, ...scenarioProblems]);
      }
      const command = { type: "Save", owner: person, version, title, description, private: isPrivate } as const;
      const { id, outcome } = await creations.create(() => command, causeOf(call));
      return savedScenarioResponse(outcome === null ? await readSavedScenario(id, call) : messageOrThrow(id, outcome));
    },

    getSavedScenario: ({ id }, call) => readSavedScenario(id, call),

    async listSavedScenarios({ page, limit, discarded, all }, call) {
      const { person, admin } = callerOf(call);
      if (person === null) return { savedScenarios: [], total: 0 };
      if (all && !admin)
        throw new RpcError(status.PERMISSION_DENIED, "Only admins may list saved scenarios of other users");
      await list.catchUp();
      const { ids, total } = await listSavedScenarios(readModels, {
        person: all ? null : person,
        discarded,
        page: Math.max(1, page),
        limit: Math.min(Math.max(1, limit), LISTS.perPage),
      });
      const savedScenariosWithIds = await Promise.all(
        ids.map(async (id) => ({ id, ...(await savedScenarios.load(id)) })),
      );
      const rows = savedScenariosWithIds.flatMap(({ id, state, version }) =>
        state.status === "present" ? [{ id, state, version }] : [],
      );
      for (const { id, state } of rows) {
        await recordAdminUse(store, "saved-read", streamOf(id), { ...state, readOnly: false }, call);
      }
      return { savedScenarios: rows.map(({ id, state, version }) => toMessage(id, version, state)), total };
    },

    async updateSavedScenario({ id, fields: requestFields, expectedVersion = null, restore }, call) {
      const { savedScenario } = await find("saved-update", id, call);
      const { fields, problems } = readFields(requestFields, restore ? ["scenario_id"] : []);
      const { scenario, ...others } = fields;
      const isOtherScenario = scenario !== undefined && scenario !== savedScenario.currentVersion.scenario;
      const version = isOtherScenario ? await readVersionDetails(scenario, call) : undefined;
      const allProblems = [...problems];
      if (isOtherScenario && version === null) allProblems.push(NO_SCENARIO);
      else if (restore && isOtherScenario && !savedScenario.history.some((version) => version.scenario === scenario)) {
        allProblems.push({ attribute: "scenario_id", message: "is not one of the earlier versions" });
      }
      if (allProblems.length > 0 || version === null) return rejectionResponse(allProblems);
      // The command itself makes the final check, because it sees the state that it changes.
      for (const operation of operationsOf(others, savedScenario).slice(1)) await authorize(operation, id, call);
      const command = { type: "Update", caller: callerOf(call), version, ...others } as const;
      return savedScenarioResponse(
        messageOrThrow(id, await savedScenarios.handle(id, command, causeOf(call), expectedVersion)),
      );
    },

    async discardSavedScenario({ id }, call) {
      await find("saved-delete", id, call);
      const command = { type: "Discard", caller: callerOf(call) } as const;
      return messageOrThrow(id, await savedScenarios.handle(id, command, causeOf(call)));
    },

    async deleteSavedScenario({ id }, call) {
      // The command itself makes the final check, because it recognises a repeated deletion.
      await authorize("saved-delete", id, call);
      const outcome = await savedScenarios.handle(id, { type: "Delete", caller: callerOf(call) }, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      return {};
    },

    async *followSavedScenario({ id, after }, call) {
      const { version } = await find("saved-read", id, call);
      const afterVersion = Math.min(after ?? version, version);
      const startVersion =
        afterVersion === version ? version : await versionBeforeAppend(store, streamOf(id), afterVersion + 1);
      let { state } = (await savedScenarios.loadVersion(id, startVersion)) ?? { state: decider.initial };
      let isRecorded = false;
      for await (const batch of subscriptions.subscribe(streamOf(id), startVersion, call.signal)) {
        // The saved scenario may have been deleted or made private since.
        const access = checkSavedScenarioUse("saved-read", callerOf(call), (await savedScenarios.load(id)).state);
        if ("refusal" in access) return;
        const shared = { ...access.savedScenario, readOnly: false };
        const isMember = hasAnyRole("saved-read", callerOf(call), shared);
        for (const event of batch) {
          state = decider.evolve(state, codec.decode(event), event.time);
          if (event.version <= afterVersion) continue;
          const isPrivate = state.status !== "present" || state.private;
          const isPublic = isVersionPublic(event.version, isPrivate, batch);
          if (!isPublic && !isMember) continue;
          if (!isPublic && !isRecorded)
            await recordAdminUse(store, "saved-read", streamOf(id), { ...shared, private: true }, call);
          isRecorded ||= !isPublic;
          yield toChangeMessage(event);
        }
      }
    },

    async listRoles({ id, toChange }, call) {
      // The first attempt of a repeated change may have removed its caller's right to make it.
      const previousState = toChange ? await savedScenarios.findPreviousState(id, causeOf(call)) : null;
      if (previousState?.status === "present") return { members: membersOf(previousState) };
      const { savedScenario } = await find(toChange ? "saved-share" : "saved-users", id, call);
      return { members: membersOf(savedScenario) };
    },

    async changeRoles({ id, changes: roleChanges, invited }, call) {
      const changes = roleChanges.map(({ person, role: roleName, isMember }) => {
        const role = roleName === undefined ? null : ROLES.find((role) => role === roleName);
        if (role === undefined) throw new RpcError(status.INVALID_ARGUMENT, `unknown role: ${roleName}`);
        return { person, role, isMember };
      });
      // The command itself makes the final check, because it recognises a repeated change.
      await authorize("saved-share", id, call);
      const command = { type: "ChangeRoles", caller: callerOf(call), changes, invited } as const;
      const outcome = await savedScenarios.handle(id, command, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      if (outcome.previousState.status !== "present")
        throw new Error(`roles of saved scenario ${id} changed before it existed`);
      const { problems } = changeRoles(command, outcome.previousState);
      return { outcomes: problems.map((problem) => ({ problem: problem ?? undefined })) };
    },
  };

  const memberLookup: MemberLookup = {
    scenario: readVersionDetails,
    savedScenario: async (id, call) => {
      const { state } = await savedScenarios.load(id);
      const access = checkSavedScenarioUse("saved-read", callerOf(call), state);
      return "refusal" in access ? null : access.savedScenario.currentVersion;
    },
  };
  const allHandlers = {
    ...handlers,
    ...collectionHandlers(collections, { store, readModels, list: collectionList }, memberLookup),
    ...personHandlers({ readModels, savedScenarios, list, collections, collectionList }),
  };
  return serve(SavedScenariosServiceDefinition, allHandlers, storeErrors);
}

const NO_SCENARIO: Problem = { attribute: "scenario_id", message: "does not exist" };

const savedScenarioResponse = (value: SavedScenarioMessage) => ({
  outcome: { $case: "savedScenario" as const, value },
});

const rejectionResponse = (problems: readonly Problem[]) => ({
  outcome: { $case: "rejection" as const, value: { problems: [...problems] } },
});

function messageOrThrow(id: number, outcome: Outcome<SavedScenarioState, Refusal>): SavedScenarioMessage {
  if ("refusal" in outcome) throw toRpcError(outcome.refusal);
  const { state, version }: Aggregate<SavedScenarioState> = outcome;
  if (state.status !== "present") throw new Error(`saved scenario ${id} no longer exists after it was changed`);
  return toMessage(id, version, state);
}

const membersOf = ({ roles }: SavedScenario) =>
  Object.entries(roles).map(([person, role]) => ({ person: Number(person), role }));

/** Converts a saved scenario to the contract's message. */
function toMessage(id: number, version: number, savedScenario: SavedScenario): SavedScenarioMessage {
  const { title, description, discardedAt } = savedScenario;
  return {
    id,
    version,
    title,
    description: description ?? undefined,
    private: savedScenario.private,
    present: toVersionMessage(savedScenario.currentVersion),
    history: savedScenario.history.map(toVersionMessage),
    discardedAt: discardedAt === null ? undefined : new Date(discardedAt),
    createdAt: new Date(savedScenario.createdAt),
    updatedAt: new Date(savedScenario.updatedAt),
    members: membersOf(savedScenario),
  };
}

const toVersionMessage = ({
  scenario,
  scenarioVersion,
  area,
  endYear,
  modelVersion,
  creation,
  savedAt,
}: Version): SavedVersion => ({
  scenarioId: scenario,
  scenarioVersion,
  area,
  endYear,
  modelVersion,
  savedAt: new Date(savedAt),
  creation: creation ?? undefined,
});

/** Converts an event to the contract's message, migrated to the current schema. */
function toChangeMessage(recorded: RecordedEvent): ScenarioChange {
  const { version, time, actor } = recorded;
  const { type, data } = codec.decode(recorded);
  return { version, time: new Date(time), actor, type, dataJson: JSON.stringify(data) };
}
