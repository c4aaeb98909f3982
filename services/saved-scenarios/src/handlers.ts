/** gRPC handlers of saved scenarios; their only state is events. */
import { LISTS } from "@etesian/contracts/limits";
import {
  callerOf,
  deniedWithoutResource,
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
import { collectionHandlers, type CollectionHandlers, type Collections, type Lookup } from "./collection-handlers.ts";
import { readFields } from "./fields.ts";
import { personHandlers, type PersonHandlers } from "./person-handlers.ts";
import { toRpcError } from "./refusals.ts";
import {
  type Refusal,
  type SavedFacts,
  type SavedScenario,
  type SavedScenarios,
  type SavedScenarioState,
  changeRoles,
  checkUse,
  operationsOf,
  savedScenario,
  type Version,
} from "./saved-scenario.ts";
import { codec, ID_SEQUENCE, idOf, listOf, streamOf } from "./saved-scenario-list.ts";

/** Calls to the scenarios service. */
export type ScenariosClient = Pick<
  Calls<ScenariosServiceDefinition>,
  "getScenario" | "updateScenario" | "shareThroughSaved" | "couplePerson"
>;

export interface SavedScenariosOptions {
  readonly store: EventStore;
  readonly readModels: ReadDatabase;
  readonly saved: SavedScenarios;
  readonly list: Projector;
  readonly collections: Collections;
  readonly collectionList: Projector;
  readonly scenarios: ScenariosClient;
}

/** Version of the model that is served. */
const MODEL_VERSION = "latest";

export function savedScenariosService({
  store,
  readModels,
  saved: savedScenarios,
  list,
  collections,
  collectionList,
  scenarios,
}: SavedScenariosOptions): ServedService {
  const subscriptions = new Subscriptions(store);
  const creations = new Creations({
    aggregates: savedScenarios,
    store,
    numbers: readModels,
    sequence: ID_SEQUENCE,
    idOf,
  });

  /**
   * A saved scenario that the caller may use, or a refusal; access that only admins have is recorded before it is
   * granted.
   */
  async function use(operation: SavedOperation, id: number, call: Call) {
    const { state, version } = await savedScenarios.load(id);
    const seen = checkUse(operation, callerOf(call), state);
    if ("refusal" in seen) return seen;
    await recordAdminUse(store, operation, streamOf(id), { ...seen.saved, readOnly: false }, call);
    return { saved: seen.saved, version };
  }

  /** Like `use`; throws the refusal. */
  async function find(operation: SavedOperation, id: number, call: Call) {
    const used = await use(operation, id, call);
    if ("refusal" in used) throw toRpcError(used.refusal);
    return used;
  }

  /** Current facts about a scenario to save; null if the caller may not read it or it does not exist. */
  async function factsOf(scenario: number, call: Call): Promise<SavedFacts | null> {
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

  async function shown(id: number, call: Call) {
    const { saved, version } = await find("saved-read", id, call);
    return message(id, version, saved);
  }

  const handlers: Omit<Handlers<SavedScenariosServiceDefinition>, keyof CollectionHandlers | keyof PersonHandlers> = {
    async createSavedScenario({ fields: sent, privateByDefault }, call) {
      const { person } = callerOf(call);
      if (person === null || deniedWithoutResource("save", callerOf(call)) !== null) {
        throw new RpcError(status.PERMISSION_DENIED, "The token does not allow saving scenarios");
      }
      const before = await creations.before(causeOf(call));
      if (before !== null) return answer(await shown(before, call));
      const { fields, problems } = readFields(sent, ["scenario_id", "title"]);
      const version = fields.scenario === undefined ? null : await factsOf(fields.scenario, call);
      const missing = fields.scenario !== undefined && version === null ? [NO_SCENARIO] : [];
      const { title, description = null, private: isPrivate = privateByDefault } = fields;
      if (problems.length + missing.length > 0 || version === null || title === undefined) {
        return rejection([...problems, ...missing]);
      }
      const command = { type: "Save", owner: person, version, title, description, private: isPrivate } as const;
      const { id, outcome } = await creations.create(() => command, causeOf(call));
      return answer(outcome === null ? await shown(id, call) : changed(id, outcome));
    },

    getSavedScenario: ({ id }, call) => shown(id, call),

    async listSavedScenarios({ page, limit, discarded, all }, call) {
      const { person, admin } = callerOf(call);
      if (person === null) return { savedScenarios: [], total: 0 };
      if (all && !admin)
        throw new RpcError(status.PERMISSION_DENIED, "Only admins may list saved scenarios of other users");
      await list.catchUp();
      const { ids, total } = await listOf(readModels, {
        person: all ? null : person,
        discarded,
        page: Math.max(1, page),
        limit: Math.min(Math.max(1, limit), LISTS.perPage),
      });
      const found = await Promise.all(ids.map(async (id) => ({ id, ...(await savedScenarios.load(id)) })));
      const rows = found.flatMap(({ id, state, version }) =>
        state.status === "present" ? [{ id, state, version }] : [],
      );
      for (const { id, state } of rows) {
        await recordAdminUse(store, "saved-read", streamOf(id), { ...state, readOnly: false }, call);
      }
      return { savedScenarios: rows.map(({ id, state, version }) => message(id, version, state)), total };
    },

    async updateSavedScenario({ id, fields: sent, expectedVersion = null, restore }, call) {
      const { saved } = await find("saved-update", id, call);
      const { fields, problems } = readFields(sent, restore ? ["scenario_id"] : []);
      const { scenario, ...others } = fields;
      const isOther = scenario !== undefined && scenario !== saved.present.scenario;
      const version = isOther ? await factsOf(scenario, call) : undefined;
      const wrong = [...problems];
      if (isOther && version === null) wrong.push(NO_SCENARIO);
      else if (restore && isOther && !saved.history.some((each) => each.scenario === scenario)) {
        wrong.push({ attribute: "scenario_id", message: "is not one of the earlier versions" });
      }
      if (wrong.length > 0 || version === null) return rejection(wrong);
      // The command decides, because it sees the state that it changes.
      for (const operation of operationsOf(others, saved).slice(1)) await use(operation, id, call);
      const command = { type: "Update", caller: callerOf(call), version, ...others } as const;
      return answer(changed(id, await savedScenarios.handle(id, command, causeOf(call), expectedVersion)));
    },

    async discardSavedScenario({ id }, call) {
      await find("saved-delete", id, call);
      const command = { type: "Discard", caller: callerOf(call) } as const;
      return changed(id, await savedScenarios.handle(id, command, causeOf(call)));
    },

    async deleteSavedScenario({ id }, call) {
      // The command decides, because it recognises a repeated deletion.
      await use("saved-delete", id, call);
      const outcome = await savedScenarios.handle(id, { type: "Delete", caller: callerOf(call) }, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      return {};
    },

    async *followSavedScenario({ id, after }, call) {
      const { version } = await find("saved-read", id, call);
      const from = Math.min(after ?? version, version);
      const begin = from === version ? version : await versionBeforeAppend(store, streamOf(id), from + 1);
      let { state } = (await savedScenarios.at(id, begin)) ?? { state: savedScenario.initial };
      let isNoted = false;
      for await (const request of subscriptions.of(streamOf(id), begin, call.signal)) {
        // The scenario was private at that time, is private now, or was deleted.
        const seen = checkUse("saved-read", callerOf(call), (await savedScenarios.load(id)).state);
        if ("refusal" in seen) return;
        const shared = { ...seen.saved, readOnly: false };
        const isMember = hasAnyRole("saved-read", callerOf(call), shared);
        for (const event of request) {
          state = savedScenario.evolve(state, codec.decode(event), event.time);
          if (event.version <= from) continue;
          const isPrivate = state.status !== "present" || state.private;
          const open = isVersionPublic(event.version, isPrivate, request);
          if (!open && !isMember) continue;
          if (!open && !isNoted)
            await recordAdminUse(store, "saved-read", streamOf(id), { ...shared, private: true }, call);
          isNoted ||= !open;
          yield changeMessage(event);
        }
      }
    },

    async listRoles({ id, toChange }, call) {
      // The first attempt of a repeated change may have removed its caller's right to make it.
      const before = toChange ? await savedScenarios.before(id, causeOf(call)) : null;
      if (before?.status === "present") return { members: membersOf(before) };
      const { saved } = await find(toChange ? "saved-share" : "saved-users", id, call);
      return { members: membersOf(saved) };
    },

    async changeRoles({ id, changes: sent, invited }, call) {
      const changes = sent.map(({ person, role: named, isMember }) => {
        const role = named === undefined ? null : ROLES.find((role) => role === named);
        if (role === undefined) throw new RpcError(status.INVALID_ARGUMENT, `unknown role: ${named}`);
        return { person, role, isMember };
      });
      // The command decides, because it recognises a repeated change.
      await use("saved-share", id, call);
      const command = { type: "ChangeRoles", caller: callerOf(call), changes, invited } as const;
      const outcome = await savedScenarios.handle(id, command, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      if (outcome.before.status !== "present")
        throw new Error(`roles of saved scenario ${id} changed before it existed`);
      const { problems } = changeRoles(command, outcome.before);
      return { outcomes: problems.map((problem) => ({ problem: problem ?? undefined })) };
    },
  };

  const lookup: Lookup = {
    scenario: factsOf,
    savedScenario: async (id, call) => {
      const { state } = await savedScenarios.load(id);
      const seen = checkUse("saved-read", callerOf(call), state);
      return "refusal" in seen ? null : seen.saved.present;
    },
  };
  const all = {
    ...handlers,
    ...collectionHandlers(collections, { store, readModels, list: collectionList }, lookup),
    ...personHandlers({ readModels, saved: savedScenarios, list, collections, collectionList }),
  };
  return serve(SavedScenariosServiceDefinition, all, storeErrors);
}

const NO_SCENARIO: Problem = { attribute: "scenario_id", message: "does not exist" };

const answer = (value: SavedScenarioMessage) => ({ outcome: { $case: "savedScenario" as const, value } });

const rejection = (problems: readonly Problem[]) => ({
  outcome: { $case: "rejection" as const, value: { problems: [...problems] } },
});

function changed(id: number, outcome: Outcome<SavedScenarioState, Refusal>): SavedScenarioMessage {
  if ("refusal" in outcome) throw toRpcError(outcome.refusal);
  const { state, version }: Aggregate<SavedScenarioState> = outcome;
  if (state.status !== "present") throw new Error(`saved scenario ${id} no longer exists after it was changed`);
  return message(id, version, state);
}

const membersOf = ({ roles }: SavedScenario) =>
  Object.entries(roles).map(([person, role]) => ({ person: Number(person), role }));

/** Converts a saved scenario to the contract's message. */
function message(id: number, version: number, saved: SavedScenario): SavedScenarioMessage {
  const { title, description, discardedAt } = saved;
  return {
    id,
    version,
    title,
    description: description ?? undefined,
    private: saved.private,
    present: versionMessage(saved.present),
    history: saved.history.map(versionMessage),
    discardedAt: discardedAt === null ? undefined : new Date(discardedAt),
    createdAt: new Date(saved.createdAt),
    updatedAt: new Date(saved.updatedAt),
    members: membersOf(saved),
  };
}

const versionMessage = ({
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
function changeMessage(recorded: RecordedEvent): ScenarioChange {
  const { version, time, actor } = recorded;
  const { type, data } = codec.decode(recorded);
  return { version, time: new Date(time), actor, type, dataJson: JSON.stringify(data) };
}
