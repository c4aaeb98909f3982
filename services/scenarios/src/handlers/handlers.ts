/** gRPC handlers of scenarios; their only state is events. */
import { inputFactsCodec, ordersCodec, scalarCodec } from "@etesian/contracts/codecs";
import {
  type InputState,
  type LoadedFile,
  type Scenario as ScenarioMessage,
  type ScenarioChange,
  type UpdateScenarioRequest,
  ScenariosServiceDefinition,
} from "@etesian/contracts/scenarios";
import {
  type Aggregate,
  type Append,
  Creations,
  type EventStore,
  Subscriptions,
  type Outcome,
  Projector,
  type ReadDatabase,
  readAppends,
  type RecordedEvent,
  versionBeforeAppend,
} from "@etesian/event-store";
import { dispositionOf } from "@etesian/contracts/legacy";
import {
  actsAsAdmin,
  callerOf,
  denied,
  isVersionPublic,
  type Role,
  ROLES,
  type ScenarioOperation,
  hasAnyRole,
} from "@etesian/contracts/rights";
import { causeOf, commandIn, storeErrors } from "@etesian/event-store/rpc";
import {
  type Call,
  type Handlers,
  refusePeople,
  RpcError,
  serve,
  type ServedService,
  status,
} from "@etesian/service-kit";
import { effectiveOrder, type InputTable, isDisabledByCoupling, isDisabledInScenario } from "@etesian/sliders";
import { recordAdminUse } from "./admin-uses.ts";
import { curvesOnSliders } from "../deciding/attached-curves.ts";
import { creationHandlers } from "./creation-handlers.ts";
import { type CurveChange, curveHandlers, type CurvesClient } from "./curve-handlers.ts";
import { Contents } from "./contents.ts";
import { featuredIds, featuredList } from "../lists/featured-list.ts";
import { attributes, esdlMessage, scenarioMessage, sliderValues } from "../messages.ts";
import { upToDate } from "../deciding/migration.ts";
import { type ComputeClient, ModelFacts, NO_INPUTS } from "../model.ts";
import { toRpcError } from "./refusals.ts";
import type { CreateScenario, Refusal, UpdateScenario } from "../deciding/scenario-commands.ts";
import type { Scenario, ScenarioEvent, ScenarioState, Template } from "../deciding/scenario-state.ts";
import { changeRoles } from "../deciding/roles.ts";
import { checkUse, type CallerCommand, operationsOf, scenario as decider } from "../deciding/scenario.ts";
import { allOf, ID_SEQUENCE, idOf, listOf, scenarioList, streamOf } from "../lists/scenario-list.ts";
import { codec, storedScenarios } from "../stored.ts";
import { adminOperationFor, visibleEvent } from "../deciding/visibility.ts";

export interface ScenariosOptions {
  readonly store: EventStore;
  /** For the list of scenarios and their ids; may be the same file or server as the store. */
  readonly readModels: ReadDatabase;
  readonly compute: ComputeClient;
  readonly curves: CurvesClient;
}

const MAX_LIMIT = 100;
/** Maximum number of scenarios that one call releases from a person. */
const RELEASE_BATCH = 200;

interface Found {
  readonly scenario: Scenario;
  readonly version: number;
}

/** Creates the service. Its list is brought up to date in the background, and requests for the list wait for that. */
export async function scenariosService({
  store,
  readModels,
  compute,
  curves,
}: ScenariosOptions): Promise<ServedService> {
  const scenarios = storedScenarios(store);
  const creations = new Creations({ aggregates: scenarios, store, numbers: readModels, sequence: ID_SEQUENCE, idOf });
  const subscriptions = new Subscriptions(store);
  const list = await Projector.open(store, readModels, scenarioList);
  // A failure is reported by requests for the list and by the store's readiness check.
  list.catchUp().catch(() => {});
  const featured = await Projector.open(store, readModels, featuredList);
  featured.catchUp().catch(() => {});
  const contents = new Contents(store);
  const model = new ModelFacts(compute);

  /** A scenario that the caller may use, or a refusal; an access allowed only to admins is recorded before it is granted. */
  async function use(
    operation: ScenarioOperation,
    id: number,
    call: Call,
  ): Promise<Found | { readonly refusal: Refusal }> {
    const { state, version } = await scenarios.load(id);
    const seen = checkUse(operation, callerOf(call), state);
    if ("refusal" in seen) return seen;
    await noteAdmin(operation, id, seen.scenario, call);
    return { scenario: seen.scenario, version };
  }

  /** Records every operation of a command that the caller may use only as an admin. */
  async function noteCommand(id: number, command: CallerCommand, call: Call): Promise<void> {
    const { state } = await scenarios.load(id);
    if (state.status !== "present") return;
    for (const operation of operationsOf(command, state)) await noteAdmin(operation, id, state, call);
  }

  async function noteAdmin(operation: ScenarioOperation, scenario: number, state: Scenario, call: Call): Promise<void> {
    const caller = callerOf(call);
    const { person } = caller;
    if (person === null || !actsAsAdmin(operation, caller, state)) return;
    await recordAdminUse(store, { person, scenario, operation }, call);
  }

  /** Executes a caller's command. */
  async function carryOut(
    id: number,
    command: CallerCommand,
    call: Call,
    { expected = null }: { readonly expected?: number | null } = {},
  ) {
    // The decision is left to the command, which sees the state that it changes.
    if (call.admin) await noteCommand(id, command, call);
    return scenarios.handle(id, command, causeOf(call), expected);
  }

  /** A scenario that the caller may read, in its current state or at a version. */
  async function find(id: number, call: Call, at?: number): Promise<Found> {
    const now = await use("read", id, call);
    if ("refusal" in now) throw toRpcError(id, now.refusal);
    const found = at === undefined ? now : await earlier(id, at, now.scenario, call);
    return { ...found, scenario: await inPresentModel(found.scenario, call) };
  }

  /** A scenario to be kept compatible, migrated to the model that calculates it. */
  async function inPresentModel(scenario: Scenario, call: Call): Promise<Scenario> {
    return scenario.keepCompatible ? upToDate(scenario, (await model.areas(call)).changes) : scenario;
  }

  /** A scenario at a version; versions that are not open are visible to people who have a role in it now. */
  async function earlier(id: number, version: number, now: Scenario, call: Call): Promise<Found> {
    const then = (await scenarios.at(id, version))?.state;
    if (then?.status === "present") {
      const caller = callerOf(call);
      const isMember = hasAnyRole("read", caller, now);
      // Views by admins are recorded; those by other users are not.
      const open = isMember && !caller.admin ? null : await isOpenVersion(id, version, then.private);
      if (isMember && open === false) await noteAdmin("read", id, { ...now, private: true }, call);
      if (isMember || open === true) return { scenario: then, version };
    }
    throw new RpcError(status.NOT_FOUND, `Scenario ${id} has no version ${version}`, { reason: "unknown_version" });
  }

  async function isOpenVersion(id: number, version: number, isPrivate: boolean): Promise<boolean> {
    const [request = []] = isPrivate ? [] : await readAppends(store, streamOf(id), version, version);
    return isVersionPublic(version, isPrivate, request);
  }

  /** Like `find`, or "missing": another owner's private scenario does not exist for the caller. */
  async function findParent(id: number, call: Call, at?: number): Promise<CreateScenario["parent"]> {
    const now = await use("read", id, call);
    if ("refusal" in now) return "missing";
    const { scenario } = at === undefined ? now : await earlier(id, at, now.scenario, call);
    return { id, scenario: await inPresentModel(scenario, call) };
  }

  async function message(id: number, version: number, scenario: Scenario, call: Call): Promise<ScenarioMessage> {
    const template = scenario.template === null ? null : (await scenarios.load(scenario.template.id)).state;
    const preset = template?.status === "present" ? template.featured : null;
    return scenarioMessage(id, version, scenario, await model.areas(call), preset);
  }

  const handlers: Handlers<ScenariosServiceDefinition> = {
    async listFeatured(_request, call) {
      await featured.catchUp();
      const found = await Promise.all(
        (await featuredIds(readModels)).map(async (id) => ({ id, ...(await scenarios.load(id)) })),
      );
      const shown = found.flatMap(({ id, state, version }) =>
        state.status === "present" && !state.private ? [message(id, version, state, call)] : [],
      );
      return { scenarios: await Promise.all(shown) };
    },

    async attachEsdlFile({ id, name, content }, call) {
      // A caller without the right stores no content.
      const seen = await use("update", id, call);
      if ("refusal" in seen) throw toRpcError(id, seen.refusal);
      const file = await keptFile({ name, content }, call);
      const command = { type: "AttachEsdlFile", caller: callerOf(call), file } as const;
      return answer(id, await carryOut(id, command, call), call);
    },

    async getEsdlFile({ id, at }, call) {
      const { scenario } = await find(id, call, at);
      const { esdlFile } = scenario;
      if (esdlFile === null) return { file: undefined, content: Buffer.alloc(0) };
      return { file: esdlMessage(scenario), content: await contents.read(esdlFile.content) };
    },

    async tagVersion({ id, description, isFirst }, call) {
      const command = { type: "TagVersion", caller: callerOf(call), description, isFirst } as const;
      return answer(id, await carryOut(id, command, call), call);
    },

    async getScenario({ id, at, creation }, call) {
      const { scenario, version } = await find(id, call, at);
      if (creation !== undefined && creation !== scenario.creation) throw toRpcError(id, { reason: "unknown" });
      return message(id, version, scenario, call);
    },

    async listHistory({ id, page, limit }, call) {
      const { scenario: now, version } = await find(id, call);
      const range = rangeOf(page, limit);
      const last = version - (range.page - 1) * range.limit;
      const first = Math.max(1, last - range.limit + 1);
      const changes = last < 1 ? [] : await changesBetween(id, first, last, now, call);
      return { changes: changes.toReversed(), total: version };
    },

    async *followScenario({ id, after }, call) {
      const { scenario, version } = await find(id, call);
      const from = Math.min(after ?? version, version);
      const begin = from === version ? version : await versionBeforeAppend(store, streamOf(id), from + 1);
      let { state } = (await scenarios.at(id, begin)) ?? { state: decider.initial };
      let now = scenario;
      const notes = adminNotes(id, call);
      for await (const request of subscriptions.of(streamOf(id), begin, call.signal)) {
        const placed = replay(state, request);
        state = placed.at(-1)!.state;
        if (state.status !== "present") return;
        // Current rights apply, even to earlier versions.
        if (request.at(-1)!.version > version) now = state;
        const changes = await visibleChanges(placed, request, now, notes, call);
        for (const change of changes) if (change.version > from) yield change;
        if (changes.length === request.length) continue;
        // It was private at that time, is private now, or was deleted.
        if ("refusal" in checkUse("read", callerOf(call), (await scenarios.load(id)).state)) return;
      }
    },

    async restoreScenario({ id, version, expectedVersion = null }, call) {
      const { scenario } = await find(id, call, version);
      const { changes } = await model.areas(call);
      const command = { type: "RestoreScenario", caller: callerOf(call), version, scenario, changes } as const;
      return answer(id, await carryOut(id, command, call, { expected: expectedVersion }), call);
    },

    async listScenarios({ page, limit }, call) {
      const { person } = callerOf(call);
      if (person === null) return { scenarios: [], total: 0 };
      await list.catchUp();
      const { ids, total } = await listOf(readModels, person, rangeOf(page, limit));
      const found = await Promise.all(ids.map(async (id) => ({ id, ...(await scenarios.load(id)) })));
      const rows = found.flatMap(({ id, state, version }) =>
        state.status === "present" ? [message(id, version, state, call)] : [],
      );
      return { scenarios: await Promise.all(rows), total };
    },

    async updateScenario(request, call) {
      const { id, expectedVersion = null } = request;
      if (request.preview && request.hypothetical === true) return answer(id, await supposed(request, call), call);
      const command = await updateOf(request, call);
      const outcome = request.preview
        ? await scenarios.preview(id, command, causeOf(call), expectedVersion)
        : await carryOut(id, command, call, { expected: expectedVersion });
      return answer(id, outcome, call);
    },

    async changeCouplings({ id, activate, deactivate, force }, call) {
      const { couplings, changes } = await model.areas(call);
      const command = {
        type: "ChangeCouplings",
        caller: callerOf(call),
        activate,
        deactivate,
        force,
        couplings,
        changes,
      } as const;
      return answer(id, await carryOut(id, command, call), call);
    },

    async listOrders({ id, at }, call) {
      const { scenario } = await find(id, call, at);
      const { orders } = await model.areas(call);
      const effective = Object.entries(orders).map(
        ([name, members]) => [name, effectiveOrder(scenario.orders[name], members)] as const,
      );
      return { orders: ordersCodec.toMessage(Object.fromEntries(effective)) };
    },

    async setOrder({ id, name, keys }, call) {
      await find(id, call);
      const { orders } = await model.areas(call);
      const members = Object.hasOwn(orders, name) ? orders[name] : undefined;
      if (members === undefined)
        throw new RpcError(status.NOT_FOUND, `Unknown order: ${name}`, { reason: "not_found" });
      const command = { type: "SetOrder", caller: callerOf(call), name, keys, members } as const;
      const outcome = await carryOut(id, command, call);
      if ("refusal" in outcome) return { outcome: rejectedUpdate(id, outcome.refusal) };
      const { scenario } = present(id, outcome);
      const value = { keys: [...effectiveOrder(scenario.orders[name], members)] };
      return { outcome: { $case: "order", value } };
    },

    async listRoles({ id, toChange }, call) {
      // A repeated change may have removed its own caller's right to make it.
      const before = toChange ? await scenarios.before(id, causeOf(call)) : null;
      if (before?.status === "present") return { members: membersOf(before) };
      const found = await use(toChange ? "share" : "users", id, call);
      if ("refusal" in found) throw toRpcError(id, found.refusal);
      return { members: membersOf(found.scenario) };
    },

    async changeRoles({ id, changes: sent, invited }, call) {
      const changes = sent.map(({ person, role, isMember }) => ({
        person,
        role: roleOrNone(role),
        isMember,
      }));
      const command = { type: "ChangeRoles", caller: callerOf(call), changes, invited } as const;
      const outcome = await carryOut(id, command, call);
      if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
      if (outcome.before.status !== "present") throw new Error(`roles of scenario ${id} changed before it existed`);
      const { problems } = changeRoles(command, outcome.before);
      return { outcomes: problems.map((problem) => ({ problem: problem ?? undefined })) };
    },

    async shareThroughSaved({ id, creation = null, savedScenario, members, takesBackOthers }, call) {
      const command = {
        type: "ShareThroughSaved",
        caller: callerOf(call),
        savedScenario,
        creation,
        members: Object.fromEntries(
          members.map(({ person, role, atMost = role }) => [
            person,
            { atLeast: roleOrNone(role), atMost: roleOrNone(atMost) },
          ]),
        ),
        others: takesBackOthers ? "revoke" : "keep",
      } as const;
      // Distinct from keys that clients choose.
      const idempotencyKey = call.idempotencyKey && `saved scenario ${savedScenario} ${call.idempotencyKey}`;
      const outcome = await scenarios.handle(id, command, { ...causeOf(call), idempotencyKey });
      if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
      return {};
    },

    async couplePerson({ person, into }, call) {
      refusePeople(call);
      await list.catchUp();
      for (const id of await allOf(readModels, person)) {
        // Without the caller's idempotency key: a repeated call must check again.
        const cause = { ...causeOf(call), idempotencyKey: null };
        const outcome = await scenarios.handle(id, { type: "CouplePerson", person, into }, cause);
        if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
      }
      return {};
    },

    async deleteScenario({ id }, call) {
      const outcome = await carryOut(id, { type: "DeleteScenario", caller: callerOf(call) }, call);
      if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
      return {};
    },

    async releasePerson({ person, public: ofPublic, private: ofPrivate }, call) {
      const command = {
        type: "ReleasePerson",
        person,
        public: dispositionOf(ofPublic),
        private: dispositionOf(ofPrivate),
      } as const;
      await list.catchUp();
      const { ids, total } = await listOf(readModels, person, { page: 1, limit: RELEASE_BATCH });
      // Scenarios that were released before but are still listed are unaffected.
      await Promise.all(ids.map((id) => scenarios.handle(id, command, causeOf(call))));
      return { more: total > ids.length };
    },

    ...creationHandlers({ find, findParent, tableOf, keptFile, answer }, creations, model, curves),

    ...curveHandlers({ find, findToChange, tableOf, change }, model, curves),

    async listInputs({ id, keys, originalDefaults, at, change }, call) {
      const { scenario } = change === undefined ? await find(id, call, at) : await findChanged(id, change, call);
      const table = await tableOf(scenario, call);
      const template = originalDefaults ? null : scenario.template;
      const settable = denied("update", callerOf(call), scenario) === null;
      const wanted = keys.length > 0 ? keys : table.keys();
      const { customCurves } = await model.areas(call);
      const { replaced } = curvesOnSliders(scenario.curves, customCurves);
      return { inputs: [...wanted].map((key) => inputState(key, table, scenario, template, settable, replaced)) };
    },
  };

  /** Stores a file's content and returns its facts. */
  async function keptFile({ name, content }: LoadedFile, call: Call) {
    return { name, size: content.length, content: await contents.keep(content, call) };
  }

  /** A scenario that the caller may change; throws an error otherwise. */
  async function findToChange(id: number, call: Call): Promise<Scenario> {
    const seen = await use("update", id, call);
    if ("refusal" in seen) throw toRpcError(id, seen.refusal);
    return seen.scenario;
  }

  /** Executes a command; throws an error if it is refused. */
  async function change(id: number, command: CurveChange, call: Call) {
    const { changes } = await model.areas(call);
    const outcome = await carryOut(id, { ...command, caller: callerOf(call), changes }, call);
    if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
    return present(id, outcome).scenario;
  }

  /** Inputs of a scenario; throws if the model no longer has its area. */
  async function tableOf(scenario: Scenario, call: Call): Promise<InputTable> {
    const table = await model.inputs(scenario, call);
    if (table !== null) return table;
    const text = `Scenario uses an unsupported area code and is no longer available: ${scenario.area}`;
    throw new RpcError(status.FAILED_PRECONDITION, text, { reason: "area_gone" });
  }

  async function updateOf(request: UpdateScenarioRequest, call: Call): Promise<UpdateScenario> {
    const { id, reset, autobalance } = request;
    const { scenario } = await find(id, call);
    const moves = reset || Object.keys(request.userValues).length > 0;
    return {
      type: "UpdateScenario",
      caller: callerOf(call),
      userValues: sliderValues(request.userValues),
      reset,
      autobalance,
      // A scenario's area never changes, so its table can be kept.
      table: moves ? await model.inputs(scenario, call) : await tableOrNull(scenario, call),
      changes: (await model.areas(call)).changes,
      customCurves: moves ? (await model.areas(call)).customCurves : [],
      attributes: attributes(request, request.source && (request.source.value ?? null)),
      template: request.template && (await templateOf(request.template.id, { id, area: scenario.area }, call)),
    };
  }

  /** A scenario as a change would leave it; throws an error for its problems. */
  async function findChanged(id: number, change: UpdateScenarioRequest, call: Call): Promise<Found> {
    const outcome =
      change.hypothetical === true
        ? await supposed({ ...change, id }, call)
        : await scenarios.preview(id, await updateOf({ ...change, id }, call), causeOf(call));
    if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
    return present(id, outcome);
  }

  /** The outcome of a change that the caller need not be allowed to make, on a scenario they may read; nothing is stored. */
  async function supposed(request: UpdateScenarioRequest, call: Call): Promise<Outcome<ScenarioState, Refusal>> {
    const { id } = request;
    const command = await updateOf(request, call);
    const { scenario, version } = await find(id, call);
    const caller = { ...command.caller, scopes: null, admin: true };
    const decision = decider.decide({ ...command, caller }, { ...scenario, readOnly: false });
    if ("refusal" in decision) return decision;
    const time = scenario.updatedAt;
    const state = decision.events.reduce<ScenarioState>((next, event) => decider.evolve(next, event, time), scenario);
    return { state, version };
  }

  /** Changes between two versions that the caller may see. */
  async function changesBetween(id: number, first: number, last: number, now: Scenario, call: Call) {
    const requests = await readAppends(store, streamOf(id), first, last);
    let { state } = (await scenarios.at(id, (requests[0]?.[0].version ?? 1) - 1)) ?? { state: decider.initial };
    const notes = adminNotes(id, call);
    const changes: ScenarioChange[] = [];
    for (const request of requests) {
      const placed = replay(state, request);
      state = placed.at(-1)!.state;
      changes.push(...(await visibleChanges(placed, request, now, notes, call)));
    }
    return changes.filter(({ version }) => version >= first && version <= last);
  }

  /** One request's events as the caller sees them; details for admins only are recorded first. */
  async function visibleChanges(
    placed: readonly PlacedEvent[],
    request: Append,
    now: Scenario,
    notes: ReturnType<typeof adminNotes>,
    call: Call,
  ): Promise<readonly ScenarioChange[]> {
    const caller = callerOf(call);
    const changes: ScenarioChange[] = [];
    for (const { recorded, event, state } of placed) {
      const isPrivate = state.status !== "present" || state.private;
      const viewer = { caller, now, open: isVersionPublic(recorded.version, isPrivate, request) };
      const visible = visibleEvent({ ...event, actor: recorded.actor }, viewer);
      if (visible === null) continue;
      await notes(adminOperationFor({ ...event, actor: recorded.actor }, viewer), now);
      const { version, time } = recorded;
      const { actor, data } = visible;
      // Commands are visible only to their own caller.
      const command = recorded.actor === call.actor ? (commandIn(recorded) ?? undefined) : undefined;
      changes.push({ version, time: new Date(time), actor, type: event.type, dataJson: JSON.stringify(data), command });
    }
    return changes;
  }

  /** Records each kind of admin access once while a scenario's history is read. */
  function adminNotes(id: number, call: Call) {
    const noted = new Set<ScenarioOperation>();
    return async (operation: "read" | "share" | null, now: Scenario): Promise<void> => {
      if (operation === null || noted.has(operation)) return;
      noted.add(operation);
      await noteAdmin(operation, id, operation === "read" ? { ...now, private: true } : now, call);
    };
  }

  async function answer(id: number, outcome: Outcome<ScenarioState, Refusal>, call: Call) {
    if ("refusal" in outcome) return { outcome: rejectedUpdate(id, outcome.refusal) };
    const { scenario, version } = present(id, outcome);
    const value = await message(id, version, scenario, call);
    return { outcome: { $case: "scenario" as const, value } };
  }

  /** Input table for a change that moves no sliders: empty, or null if the model no longer has the area. */
  async function tableOrNull({ area }: Scenario, call: Call): Promise<InputTable | null> {
    return (await model.areas(call)).areas.has(area) ? NO_INPUTS : null;
  }

  async function templateOf(id: number | undefined, to: { readonly id: number; readonly area: string }, call: Call) {
    if (id === undefined) return null;
    const parent = await findParent(id, call);
    if (parent === "missing" || parent === null) return { problem: "does not exist" };
    if (id === to.id) return { problem: "is the scenario itself" };
    return parent.scenario.area === to.area ? { ...parent.scenario, id } : { problem: "is of another area" };
  }

  return serve(ScenariosServiceDefinition, handlers, storeErrors);
}

/** Problems of a request as a response; throws all other refusals. */
function rejectedUpdate(id: number, refusal: Refusal) {
  if (refusal.reason !== "invalid") throw toRpcError(id, refusal);
  return { $case: "rejection" as const, value: { problems: [...refusal.problems] } };
}

const rangeOf = (page: number, limit: number) => ({
  page: Math.max(1, page),
  limit: Math.min(Math.max(1, limit), MAX_LIMIT),
});

/** An event migrated to the current schema, and the scenario after it. */
interface PlacedEvent {
  readonly recorded: RecordedEvent;
  readonly event: ScenarioEvent;
  readonly state: ScenarioState;
}

function replay(before: ScenarioState, events: Append): readonly PlacedEvent[] {
  let state = before;
  return events.map((recorded) => {
    const event = codec.decode(recorded);
    state = decider.evolve(state, event, recorded.time);
    return { recorded, event, state };
  });
}

function present(id: number, { state, version }: Aggregate<ScenarioState>): Found {
  if (state.status !== "present") throw new Error(`scenario ${id} no longer exists after it was changed`);
  return { scenario: state, version };
}

function roleNamed(name: string): Role {
  const role = ROLES.find((each) => each === name);
  if (role === undefined) throw new RpcError(status.INVALID_ARGUMENT, `unknown role: ${name}`);
  return role;
}

const roleOrNone = (name: string | undefined): Role | null => (name === undefined ? null : roleNamed(name));

const membersOf = ({ roles }: Scenario) =>
  Object.entries(roles).map(([person, role]) => ({ person: Number(person), role }));

function inputState(
  key: string,
  table: InputTable,
  scenario: Scenario,
  template: Template | null,
  settable: boolean,
  takenByCurves: ReadonlyMap<string, string>,
): InputState {
  const input = table.get(key);
  if (input === undefined) throw new RpcError(status.NOT_FOUND, `No such input: ${key}`, { reason: "unknown_input" });
  const { userValues, balancedValues, activeCouplings } = scenario;
  const value = userValues[key] ?? balancedValues[key];
  const values = { ...balancedValues, ...userValues };
  const conditions = { values, activeCouplings, disabledByCurves: takenByCurves };
  const disabledHere = isDisabledInScenario(input, conditions);
  return {
    input: inputFactsCodec.toMessage(input),
    default: scalarCodec.toMessage(template?.userValues[key] ?? template?.balancedValues[key] ?? input.default),
    user: value === undefined ? undefined : scalarCodec.toMessage(value),
    disabled: !settable || input.disabled || disabledHere,
    couplingDisabled: disabledHere ? isDisabledByCoupling(input, activeCouplings) : undefined,
  };
}
