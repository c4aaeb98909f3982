/** gRPC handlers for a scenario's history: the changes that the caller may see, earlier versions and their tags. */
import { callerOf, isVersionPublic, type ScenarioOperation } from "@etesian/contracts/rights";
import type { ScenarioChange, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import {
  type Append,
  type EventStore,
  readAppends,
  type RecordedEvent,
  Subscriptions,
  versionBeforeAppend,
} from "@etesian/event-store";
import { commandIn } from "@etesian/event-store/rpc";
import type { Call, Handlers } from "@etesian/service-kit";
import type { Scenario, ScenarioEvent, ScenarioState } from "../deciding/scenario-state.ts";
import { checkUse, scenario as decider } from "../deciding/scenario.ts";
import { adminOperationFor, visibleEvent } from "../deciding/visibility.ts";
import { streamOf } from "../lists/scenario-list.ts";
import { pageOf } from "../lists/scenario-lists.ts";
import type { ModelFacts } from "../model.ts";
import { codec, type StoredScenarios } from "../stored.ts";
import type { ScenarioAccess } from "./access.ts";
import type { ScenarioResponses } from "./responses.ts";

type HistoryHandlers = Pick<
  Handlers<ScenariosServiceDefinition>,
  "listHistory" | "followScenario" | "restoreScenario" | "tagVersion"
>;

interface Dependencies {
  readonly store: EventStore;
  readonly scenarios: StoredScenarios;
  readonly access: ScenarioAccess;
  readonly responses: ScenarioResponses;
  readonly model: ModelFacts;
}

export function historyHandlers({ store, scenarios, access, responses, model }: Dependencies): HistoryHandlers {
  const subscriptions = new Subscriptions(store);

  /** Changes between two versions that the caller may see. */
  async function changesBetween(id: number, first: number, last: number, current: Scenario, call: Call) {
    const requests = await readAppends(store, streamOf(id), first, last);
    let { state } = (await scenarios.loadVersion(id, (requests[0]?.[0].version ?? 1) - 1)) ?? {
      state: decider.initial,
    };
    const recordAdmin = createAdminRecorder(access, id, call);
    const changes: ScenarioChange[] = [];
    for (const request of requests) {
      const replayed = replay(state, request);
      state = replayed.at(-1)!.state;
      changes.push(...(await visibleChanges(replayed, request, current, recordAdmin, call)));
    }
    return changes.filter(({ version }) => version >= first && version <= last);
  }

  return {
    async listHistory({ id, page, limit }, call) {
      const { scenario: now, version } = await access.find(id, call);
      const range = pageOf(page, limit);
      const last = version - (range.page - 1) * range.limit;
      const first = Math.max(1, last - range.limit + 1);
      const changes = last < 1 ? [] : await changesBetween(id, first, last, now, call);
      return { changes: changes.toReversed(), total: version };
    },

    async *followScenario({ id, after }, call) {
      const { scenario, version } = await access.find(id, call);
      const from = Math.min(after ?? version, version);
      const start = from === version ? version : await versionBeforeAppend(store, streamOf(id), from + 1);
      let { state } = (await scenarios.loadVersion(id, start)) ?? { state: decider.initial };
      let current = scenario;
      const recordAdmin = createAdminRecorder(access, id, call);
      for await (const request of subscriptions.subscribe(streamOf(id), start, call.signal)) {
        const replayed = replay(state, request);
        state = replayed.at(-1)!.state;
        if (state.status !== "present") return;
        // Current rights apply, even to earlier versions.
        if (request.at(-1)!.version > version) current = state;
        const changes = await visibleChanges(replayed, request, current, recordAdmin, call);
        for (const change of changes) if (change.version > from) yield change;
        if (changes.length === request.length) continue;
        // The scenario was private at that time, is private now, or was deleted.
        if ("refusal" in checkUse("read", callerOf(call), (await scenarios.load(id)).state)) return;
      }
    },

    async restoreScenario({ id, version, expectedVersion = null }, call) {
      const { scenario } = await access.find(id, call, version);
      const { changes } = await model.load(call);
      const command = { type: "RestoreScenario", caller: callerOf(call), version, scenario, changes } as const;
      return responses.toResponse(id, await access.execute(id, command, call, { expectedVersion }), call);
    },

    async tagVersion({ id, description, isFirst }, call) {
      const command = { type: "TagVersion", caller: callerOf(call), description, isFirst } as const;
      return responses.toResponse(id, await access.execute(id, command, call), call);
    },
  };
}

/** An event migrated to the current schema, and the scenario after it. */
interface ReplayedEvent {
  readonly recorded: RecordedEvent;
  readonly event: ScenarioEvent;
  readonly state: ScenarioState;
}

function replay(initial: ScenarioState, events: Append): readonly ReplayedEvent[] {
  let state = initial;
  return events.map((recorded) => {
    const event = codec.decode(recorded);
    state = decider.evolve(state, event, recorded.time);
    return { recorded, event, state };
  });
}

type AdminRecorder = (operation: "read" | "share" | null, now: Scenario) => Promise<void>;

/** Records each kind of admin access once while a scenario's history is read. */
function createAdminRecorder(access: ScenarioAccess, id: number, call: Call): AdminRecorder {
  const recordedOperations = new Set<ScenarioOperation>();
  return async (operation, current) => {
    if (operation === null || recordedOperations.has(operation)) return;
    recordedOperations.add(operation);
    await access.recordAdminUse(operation, id, operation === "read" ? { ...current, private: true } : current, call);
  };
}

/** One request's events as the caller sees them. Access to details that only admins see is recorded first. */
async function visibleChanges(
  replayed: readonly ReplayedEvent[],
  request: Append,
  current: Scenario,
  recordAdmin: AdminRecorder,
  call: Call,
): Promise<readonly ScenarioChange[]> {
  const caller = callerOf(call);
  const changes: ScenarioChange[] = [];
  for (const { recorded, event, state } of replayed) {
    const isPrivate = state.status !== "present" || state.private;
    const viewer = { caller, scenario: current, isPublic: isVersionPublic(recorded.version, isPrivate, request) };
    const visible = visibleEvent({ ...event, actor: recorded.actor }, viewer);
    if (visible === null) continue;
    await recordAdmin(adminOperationFor({ ...event, actor: recorded.actor }, viewer), current);
    const { version, time } = recorded;
    const { actor, data } = visible;
    // Commands are visible only to their own caller.
    const command = recorded.actor === call.actor ? (commandIn(recorded) ?? undefined) : undefined;
    changes.push({ version, time: new Date(time), actor, type: event.type, dataJson: JSON.stringify(data), command });
  }
  return changes;
}
