/** Carries out what the contract offers, with events as the only thing that is kept. */
import { inputFactsCodec, scalarCodec } from "@etesian/contracts/codecs";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import {
  type InputState,
  type Scenario as ScenarioMessage,
  ScenariosServiceDefinition,
} from "@etesian/contracts/scenarios";
import {
  Aggregates,
  type Cause,
  DuplicateEventError,
  eventIdOf,
  eventCodec,
  type EventStore,
  type Outcome,
  Projector,
  type ReadDatabase,
} from "@etesian/event-store";
import { storeErrors } from "@etesian/event-store/rpc";
import { type Call, type Handlers, RpcError, serve, type ServedService, status } from "@etesian/service-kit";
import { type InputTable, isDisabledByCoupling, isDisabledInScenario } from "@etesian/sliders";
import { attributes, originRequest, scenarioMessage, sliderValues } from "./messages.ts";
import { type ComputeClient, ModelFacts } from "./model.ts";
import { type Origin, originOf } from "./origin.ts";
import { refused } from "./refusals.ts";
import {
  type CreateScenario,
  mayUpdate,
  readable,
  type Refusal,
  scenario as decider,
  type Scenario,
  type ScenarioState,
  type Template,
  userOf,
} from "./scenario.ts";
import { ID_SEQUENCE, idOf, listOf, scenarioList, streamOf } from "./scenario-list.ts";

export interface ScenariosOptions {
  readonly store: EventStore;
  /** For the list of scenarios and their ids; may be the same file or server as the store. */
  readonly readModels: ReadDatabase;
  readonly compute: ComputeClient;
}

const NO_INPUTS: InputTable = new Map();
const MAX_LIMIT = 100;

/**
 * The shape of `ScenarioState`, and how it follows from the events: a change of either is a new version, or the old
 * snapshots are taken for true.
 */
export const SNAPSHOTS = { schemaVersion: 1, every: 200 };

/** The service, ready to be served. Its list is brought up to date meanwhile: who asks for it waits for that. */
export async function scenariosService({ store, readModels, compute }: ScenariosOptions): Promise<ServedService> {
  const scenarios = new Aggregates({
    store,
    codec: eventCodec(scenarioEvents),
    decider,
    streamOf,
    snapshots: SNAPSHOTS,
  });
  const list = await Projector.open(store, readModels, scenarioList);
  // What keeps it from succeeding is told to whoever asks for the list, and by the store's readiness.
  list.catchUp().catch(() => {});
  const model = new ModelFacts(compute);

  /** A scenario that the caller may read, as of now. */
  async function find(id: number, call: Call): Promise<{ readonly scenario: Scenario; readonly version: number }> {
    const { state, version } = await scenarios.load(id);
    const seen = readable(call.actor, state);
    if ("refusal" in seen) throw refused(id, seen.refusal);
    return { scenario: seen.scenario, version };
  }

  /** The same, or "missing": to the caller a scenario of somebody else that is private does not exist. */
  async function findParent(id: number, call: Call): Promise<CreateScenario["parent"]> {
    const seen = readable(call.actor, (await scenarios.load(id)).state);
    return "refusal" in seen ? "missing" : { id, scenario: seen.scenario };
  }

  async function message(id: number, version: number, scenario: Scenario, call: Call): Promise<ScenarioMessage> {
    return scenarioMessage(id, version, scenario, await model.areas(call));
  }

  const handlers: Handlers<ScenariosServiceDefinition> = {
    async createScenario(request, call) {
      const before = await createdBefore(call);
      if (before !== null) return before;
      const parent = request.parentId === undefined ? null : await findParent(request.parentId, call);
      const command: CreateScenario = {
        type: "CreateScenario",
        actor: call.actor,
        origin: originRequest(request),
        model: await model.areas(call),
        parent,
        userValues: sliderValues(request.userValues),
        table: NO_INPUTS,
        attributes: attributes(request, request.source),
      };
      const complete = { ...command, table: await tableForCreation(command, call) };
      // No id is used up for what will not be created.
      const decision = decider.decide(complete, decider.initial);
      if ("refusal" in decision) return answer(0, decision, call);
      for (;;) {
        const id = await readModels.nextNumber(ID_SEQUENCE);
        const outcome = await scenarios.handle(id, complete, causeOf(call)).catch(async (error: unknown) => {
          // The same creation, asked for twice at the same time: the other one was faster.
          if (!(error instanceof DuplicateEventError)) throw error;
          return null;
        });
        if (outcome === null) return (await createdBefore(call))!;
        if ("refusal" in outcome && outcome.refusal.reason === "taken") continue;
        prepare(outcome, call);
        return answer(id, outcome, call);
      }
    },

    async getScenario({ id }, call) {
      const { scenario, version } = await find(id, call);
      return message(id, version, scenario, call);
    },

    async listScenarios({ page, limit }, call) {
      const user = userOf(call.actor);
      if (user === null) {
        throw new RpcError(status.PERMISSION_DENIED, "You must be authenticated to access this resource", {
          reason: "login_required",
        });
      }
      await list.catchUp();
      const range = { page: Math.max(1, page), limit: Math.min(Math.max(1, limit), MAX_LIMIT) };
      const { ids, total } = await listOf(readModels, user, range);
      const found = await Promise.all(ids.map(async (id) => ({ id, ...(await scenarios.load(id)) })));
      const rows = found.flatMap(({ id, state, version }) =>
        state.status === "present" ? [message(id, version, state, call)] : [],
      );
      return { scenarios: await Promise.all(rows), total };
    },

    async updateScenario(request, call) {
      const { id, reset, autobalance, expectedVersion = null } = request;
      const { scenario } = await find(id, call);
      const moves = reset || Object.keys(request.userValues).length > 0;
      const command = {
        type: "UpdateScenario",
        actor: call.actor,
        userValues: sliderValues(request.userValues),
        reset,
        autobalance,
        // An area stays that of its scenario for good, so the table does, too.
        table: moves ? await model.inputs(scenario, call) : NO_INPUTS,
        attributes: attributes(request, request.source && (request.source.value ?? null)),
        template: request.template && (await templateOf(request.template.id, call)),
      } as const;
      const cause = causeOf(call);
      const outcome = request.preview
        ? await scenarios.preview(id, command, cause, expectedVersion)
        : await scenarios.handle(id, command, cause, expectedVersion);
      return answer(id, outcome, call);
    },

    async deleteScenario({ id }, call) {
      const outcome = await scenarios.handle(id, { type: "DeleteScenario", actor: call.actor }, causeOf(call));
      if ("refusal" in outcome) throw refused(id, outcome.refusal);
      return {};
    },

    async listInputs({ id, keys, originalDefaults }, call) {
      const { scenario } = await find(id, call);
      const table = await model.inputs(scenario, call);
      if (table === null) {
        const text = `Scenario uses an unsupported area code and is no longer available: ${scenario.area}`;
        throw new RpcError(status.FAILED_PRECONDITION, text, { reason: "area_gone" });
      }
      const template = originalDefaults ? null : scenario.template;
      const settable = mayUpdate(call.actor, scenario);
      const wanted = keys.length > 0 ? keys : table.keys();
      return { inputs: [...wanted].map((key) => inputState(key, table, scenario, template, settable)) };
    },
  };

  async function answer(id: number, outcome: Outcome<ScenarioState, Refusal>, call: Call) {
    if ("refusal" in outcome) {
      if (outcome.refusal.reason !== "invalid") throw refused(id, outcome.refusal);
      return { outcome: { $case: "rejection" as const, value: { problems: [...outcome.refusal.problems] } } };
    }
    if (outcome.state.status !== "present") throw new Error(`scenario ${id} is gone after it was changed`);
    const value = await message(id, outcome.version, outcome.state, call);
    return { outcome: { $case: "scenario" as const, value } };
  }

  /** Whoever made a scenario asks for its sliders next: what is worked out for them once per area and year begins now. */
  function prepare(outcome: Outcome<ScenarioState, Refusal>, call: Call): void {
    if ("refusal" in outcome || outcome.state.status !== "present" || outcome.state.scaling !== null) return;
    // Why there are none is told to whoever asks.
    model.inputs(outcome.state, call).catch(() => {});
  }

  /** The scenario that a creation with the same idempotency key made; null when there was none. */
  async function createdBefore(call: Call) {
    const key = keyOf(call);
    const event = key === null ? null : await store.findEvent(eventIdOf(key, 0));
    if (event === null) return null;
    const id = idOf(event.stream);
    if (id === null || event.type !== "ScenarioCreated") throw new DuplicateEventError(event.stream);
    const { scenario, version } = await find(id, call);
    return { outcome: { $case: "scenario" as const, value: await message(id, version, scenario, call) } };
  }

  /** Inputs that a creation's sliders are checked or rescaled with; none when it brings no sliders. */
  async function tableForCreation({ origin, model: areas, parent, userValues }: CreateScenario, call: Call) {
    const from = parent === null || parent === "missing" ? null : parent.scenario;
    const target = originOf(origin, areas, from);
    const sliders = from === null ? userValues : { ...from.userValues, ...from.balancedValues };
    if (parent === "missing" || "problems" in target || Object.keys(sliders).length === 0) return NO_INPUTS;
    return (await model.inputs(target satisfies Origin, call)) ?? NO_INPUTS;
  }

  async function templateOf(id: number | undefined, call: Call): Promise<Template | "missing" | null> {
    if (id === undefined) return null;
    const parent = await findParent(id, call);
    if (parent === "missing" || parent === null) return "missing";
    const { userValues, balancedValues } = parent.scenario;
    return { id, userValues, balancedValues };
  }

  return serve(ScenariosServiceDefinition, handlers, storeErrors);
}

/** Keys are the caller's own: another one may choose the same. */
const keyOf = ({ actor, idempotencyKey }: Call): string | null => idempotencyKey && `${actor} ${idempotencyKey}`;

const causeOf = (call: Call): Cause => ({
  actor: call.actor,
  correlationId: call.requestId,
  idempotencyKey: keyOf(call),
});

function inputState(
  key: string,
  table: InputTable,
  scenario: Scenario,
  template: Template | null,
  settable: boolean,
): InputState {
  const input = table.get(key);
  if (input === undefined) throw new RpcError(status.NOT_FOUND, `No such input: ${key}`, { reason: "unknown_input" });
  const { userValues, balancedValues, activeCouplings } = scenario;
  const value = userValues[key] ?? balancedValues[key];
  const values = { ...balancedValues, ...userValues };
  const conditions = { values, activeCouplings, disabledByCurves: NO_CURVES };
  const disabledHere = isDisabledInScenario(input, conditions);
  return {
    input: inputFactsCodec.toMessage(input),
    default: scalarCodec.toMessage(template?.userValues[key] ?? template?.balancedValues[key] ?? input.default),
    user: value === undefined ? undefined : scalarCodec.toMessage(value),
    disabled: !settable || input.disabled || disabledHere,
    couplingDisabled: disabledHere ? isDisabledByCoupling(input, activeCouplings) : undefined,
  };
}

const NO_CURVES: ReadonlySet<string> = new Set();
