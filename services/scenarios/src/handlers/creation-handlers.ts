/** gRPC handlers that create scenarios: new, cloned, interpolated, merged, and loaded from dumps. */
import type { Scenario as ScenarioMessage, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { callerOf, deniedWithoutResource } from "@etesian/contracts/rights";
import type { Creations, Outcome } from "@etesian/event-store";
import { causeOf } from "@etesian/event-store/rpc";
import { type Call, type Handlers, RpcError, status } from "@etesian/service-kit";
import type { AttachedCurves } from "../deciding/attached-curves.ts";
import type { ScenarioAccess } from "./access.ts";
import type { Contents } from "./contents.ts";
import { copiedCurves, type CurvesClient, loadedCurves } from "./curve-handlers.ts";
import type { ScenarioResponses } from "./responses.ts";
import { loadedDump } from "../derived/dump.ts";
import { interpolate, type Line, lineProblems, linesFor, type Source } from "../derived/interpolation.ts";
import { completeWeights, merge, mergeProblems } from "../derived/merging.ts";
import { attributes, originRequest, sliderValues } from "../messages.ts";
import { type ModelFacts, NO_INPUTS } from "../model.ts";
import { type Origin, originOf, UNKNOWN_START_YEAR } from "../deciding/origin.ts";
import type { ComposeScenario, CreateScenario, Refusal, ScenarioCommand } from "../deciding/scenario-commands.ts";
import type { ScenarioEvent, ScenarioState } from "../deciding/scenario-state.ts";
import { scenario as decider } from "../deciding/scenario.ts";

type CreationHandlers = Pick<
  Handlers<ScenariosServiceDefinition>,
  "createScenario" | "interpolateScenario" | "interpolateScenarios" | "mergeScenarios" | "loadDump"
>;

interface Dependencies {
  readonly access: ScenarioAccess;
  readonly responses: ScenarioResponses;
  readonly creations: Creations<ScenarioState, ScenarioCommand, ScenarioEvent, Refusal>;
  readonly contents: Contents;
  readonly model: ModelFacts;
  readonly curves: CurvesClient;
}

export function creationHandlers({
  access,
  responses,
  creations,
  contents,
  model,
  curves,
}: Dependencies): CreationHandlers {
  return {
    async createScenario(request, call) {
      const before = await createdBefore(call);
      if (before !== null) return before;
      const parent =
        request.parentId === undefined ? null : await access.findParent(request.parentId, call, request.parentVersion);
      const command: CreateScenario = {
        type: "CreateScenario",
        caller: callerOf(call),
        origin: originRequest(request),
        model: await model.areas(call),
        parent,
        userValues: sliderValues(request.userValues),
        table: NO_INPUTS,
        curves: parent === null || parent === "missing" ? {} : parent.scenario.curves,
        attributes: attributes(request, request.source),
        privateByDefault: request.privateByDefault,
      };
      const complete = { ...command, table: await tableForCreation(command, call) };
      // An id is used up only if the scenario will be created.
      const decision = decider.decide(complete, decider.initial);
      if ("refusal" in decision) return responses.of(0, decision, call);
      return keep(complete, taken(complete, parent === null || parent === "missing" ? null : parent.id, call), call);
    },

    async interpolateScenario({ id, endYear, startId, privateByDefault }, call) {
      const before = await createdBefore(call);
      if (before !== null) return before;
      const to = { id, ...(await access.find(id, call)) };
      const from = startId === undefined ? null : { id: startId, ...(await access.find(startId, call)) };
      const { areas } = await model.areas(call);
      const line = { from, to, startYearOf: (area: string) => areas.get(area)?.startYear ?? UNKNOWN_START_YEAR };
      const problems = lineProblems(line, endYear);
      if (problems.length > 0) return rejection("base", problems);
      const command = await interpolated(line, endYear, privateByDefault, call);
      return keep(command, taken(command, id, call), call);
    },

    async interpolateScenarios({ ids, endYears, privateByDefault }, call) {
      const sources = await findAll(ids, call);
      const { areas } = await model.areas(call);
      const startYearOf = (area: string) => areas.get(area)?.startYear ?? UNKNOWN_START_YEAR;
      const plan = linesFor(endYears, sources, startYearOf);
      if ("problem" in plan) return { outcome: { $case: "rejection", value: { problems: [plan.problem] } } };
      // All scenarios are derived before the first one is stored.
      const commands = await Promise.all(
        plan.lines.map(async ({ year, line }) => ({
          command: await interpolated(line, year, privateByDefault, call),
          from: line.to.id,
        })),
      );
      const made: ScenarioMessage[] = [];
      for (const [index, { command, from }] of commands.entries()) {
        const named = { ...call, idempotencyKey: call.idempotencyKey && `${call.idempotencyKey} ${index}` };
        const { outcome } = (await createdBefore(named)) ?? (await keep(command, taken(command, from, named), named));
        if (outcome.$case === "rejection") return { outcome };
        made.push(outcome.value);
      }
      return { outcome: { $case: "scenarios", value: { scenarios: made } } };
    },

    async mergeScenarios({ scenarios: given, privateByDefault }, call) {
      const before = await createdBefore(call);
      if (before !== null) return before;
      const ids = given.map(({ id }) => id);
      const weights = completeWeights(given.map(({ weight }) => weight));
      const sources = (await findAll(ids, call)).map((one, index) => ({ ...one, weight: weights[index] ?? 1 }));
      const problems = mergeProblems(sources);
      const [first] = sources;
      if (problems.length > 0 || first === undefined) return rejection("base", problems);
      const command: ComposeScenario = {
        type: "ComposeScenario",
        caller: callerOf(call),
        contents: merge(sources, await model.requiredInputs(first.scenario, call)),
        sources: sources.map(({ scenario }) => scenario),
        privateByDefault,
        attributes: { source: MERGER },
        esdlFile: first.scenario.esdlFile,
        changes: (await model.areas(call)).changes,
        curves: first.scenario.curves,
      };
      return keep(command, taken(command, first.id, call), call);
    },

    async loadDump(request, call) {
      const reason = deniedWithoutResource("load", callerOf(call));
      if (reason !== null) throw new RpcError(status.PERMISSION_DENIED, NOT_ADMIN, { reason });
      const before = await createdBefore(call);
      if (before !== null) return before;
      const loaded = loadedDump(request, callerOf(call), await model.areas(call));
      if ("problems" in loaded) return { outcome: { $case: "rejection", value: { problems: [...loaded.problems] } } };
      const esdlFile = request.esdlFile === undefined ? null : await contents.keepFile(request.esdlFile, call);
      const { customCurves } = await model.areas(call);
      const values = loaded.contents.userValues;
      const received = (id: number) => loadedCurves(curves, customCurves, { id, curves: request.curves, values }, call);
      return keep({ ...loaded, esdlFile }, received, call);
    },
  };

  /** The scenario created by an earlier request with the same idempotency key; null if there was none. */
  async function createdBefore(call: Call) {
    const id = await creations.before(causeOf(call));
    return id === null ? null : shown(id, call);
  }

  async function shown(id: number, call: Call) {
    const { scenario, version } = await access.find(id, call);
    return responses.of(id, { state: scenario, version }, call);
  }

  /** Stores a new scenario with an unused id; `takeCurves` copies the files of its curves. */
  async function keep(
    command: CreateScenario | ComposeScenario,
    takeCurves: (id: number) => Promise<AttachedCurves>,
    call: Call,
  ) {
    // The files are copied before the event that refers to them is stored.
    const commandFor = async (id: number) => ({ ...command, curves: await takeCurves(id) });
    const { id, outcome } = await creations.create(commandFor, causeOf(call));
    if (outcome === null) return shown(id, call);
    prepare(outcome, call);
    return responses.of(id, outcome, call);
  }

  /** Copies a command's curves, files of the scenario `from`, to the set of a new one. */
  function taken(command: CreateScenario | ComposeScenario, from: number | null, call: Call) {
    return (to: number): Promise<AttachedCurves> =>
      from === null ? Promise.resolve({}) : copiedCurves(curves, { from, curves: command.curves, to }, call);
  }

  /** The scenarios with these ids; throws NOT_FOUND that lists all ids that the caller may not read. */
  async function findAll(ids: readonly number[], call: Call): Promise<readonly Source[]> {
    const parents = await Promise.all(ids.map((id) => access.findParent(id, call)));
    const missing = ids.filter((_, index) => parents[index] === "missing");
    if (missing.length > 0) {
      const text = `scenarios not found: [${[...new Set(missing)].join(", ")}]`;
      throw new RpcError(status.NOT_FOUND, text, { reason: "unknown_scenarios" });
    }
    return parents.filter((parent) => parent !== "missing" && parent !== null);
  }

  async function interpolated(
    line: Line,
    year: number,
    privateByDefault: boolean,
    call: Call,
  ): Promise<ComposeScenario> {
    const { scenario } = line.to;
    return {
      type: "ComposeScenario",
      caller: callerOf(call),
      contents: interpolate(line, year, await model.requiredInputs(scenario, call)),
      sources: [scenario, ...(line.from === null ? [] : [line.from.scenario])],
      privateByDefault,
      attributes: { source: scenario.source },
      esdlFile: scenario.esdlFile,
      changes: (await model.areas(call)).changes,
      curves: scenario.curves,
    };
  }

  /** The input table that a new scenario's sliders need; empty if it has no sliders. */
  async function tableForCreation({ origin, model: areas, parent, userValues }: CreateScenario, call: Call) {
    const from = parent === null || parent === "missing" ? null : parent.scenario;
    const target = originOf(origin, areas, from);
    const sliders = { ...userValues, ...from?.userValues, ...from?.balancedValues };
    if (parent === "missing" || "problems" in target || Object.keys(sliders).length === 0) return NO_INPUTS;
    return (await model.inputs(target satisfies Origin, call)) ?? NO_INPUTS;
  }

  /** Prepares the input table of a new scenario, because the next request usually moves its sliders. */
  function prepare(outcome: Outcome<ScenarioState, Refusal>, call: Call): void {
    if ("refusal" in outcome || outcome.state.status !== "present" || outcome.state.scaling !== null) return;
    // The next caller gets the error.
    model.inputs(outcome.state, call).catch(() => {});
  }
}

const NOT_ADMIN = "You must be authenticated to load dumps";

/** Source of merged scenarios, as existing clients expect it. */
const MERGER = "ETEngine Merger";

const rejection = (attribute: string, messages: readonly string[]) => ({
  outcome: {
    $case: "rejection" as const,
    value: { problems: messages.map((message) => ({ attribute, message })) },
  },
});
