/** gRPC handlers that create scenarios: new, cloned, interpolated, merged, and loaded from dumps. */
import type { Scenario as ScenarioMessage, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { callerOf, denialWithoutResource } from "@etesian/contracts/rights";
import type { Creations, Outcome } from "@etesian/event-store";
import { causeOf } from "@etesian/event-store/rpc";
import { type Call, type Handlers, RpcError, status } from "@etesian/service-kit";
import type { AttachedCurves } from "../deciding/attached-curves.ts";
import type { ScenarioAccess } from "./access.ts";
import type { Contents } from "./contents.ts";
import { copyCurves, type CurvesClient, storeDumpCurves } from "./curve-handlers.ts";
import type { ScenarioResponses } from "./responses.ts";
import { dumpCommand } from "../derived/dump.ts";
import {
  interpolate,
  type InterpolationSpan,
  interpolationProblems,
  spansFor,
  type Source,
} from "../derived/interpolation.ts";
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
      const earlier = await findEarlier(call);
      if (earlier !== null) return earlier;
      const parent =
        request.parentId === undefined ? null : await access.findParent(request.parentId, call, request.parentVersion);
      const command: CreateScenario = {
        type: "CreateScenario",
        caller: callerOf(call),
        origin: originRequest(request),
        model: await model.load(call),
        parent,
        userValues: sliderValues(request.userValues),
        table: NO_INPUTS,
        curves: parent === null || parent === "missing" ? {} : parent.scenario.curves,
        attributes: attributes(request, request.source),
        privateByDefault: request.privateByDefault,
      };
      const completeCommand = { ...command, table: await tableForCreation(command, call) };
      // An id is assigned only if the scenario will be created.
      const decision = decider.decide(completeCommand, decider.initial);
      if ("refusal" in decision) return responses.toResponse(0, decision, call);
      return storeNew(
        completeCommand,
        curveCopier(completeCommand, parent === null || parent === "missing" ? null : parent.id, call),
        call,
      );
    },

    async interpolateScenario({ id, endYear, startId, privateByDefault }, call) {
      const earlier = await findEarlier(call);
      if (earlier !== null) return earlier;
      const to = { id, ...(await access.find(id, call)) };
      const from = startId === undefined ? null : { id: startId, ...(await access.find(startId, call)) };
      const { areas } = await model.load(call);
      const span = { from, to, startYearOf: (area: string) => areas.get(area)?.startYear ?? UNKNOWN_START_YEAR };
      const problems = interpolationProblems(span, endYear);
      if (problems.length > 0) return rejection("base", problems);
      const command = await composeInterpolated(span, endYear, privateByDefault, call);
      return storeNew(command, curveCopier(command, id, call), call);
    },

    async interpolateScenarios({ ids, endYears, privateByDefault }, call) {
      const sources = await findAll(ids, call);
      const { areas } = await model.load(call);
      const startYearOf = (area: string) => areas.get(area)?.startYear ?? UNKNOWN_START_YEAR;
      const plan = spansFor(endYears, sources, startYearOf);
      if ("problem" in plan) return { outcome: { $case: "rejection", value: { problems: [plan.problem] } } };
      // All scenarios are derived before the first one is stored.
      const commands = await Promise.all(
        plan.spans.map(async ({ year, span }) => ({
          command: await composeInterpolated(span, year, privateByDefault, call),
          from: span.to.id,
        })),
      );
      const scenarios: ScenarioMessage[] = [];
      for (const [index, { command, from }] of commands.entries()) {
        const callWithKey = { ...call, idempotencyKey: call.idempotencyKey && `${call.idempotencyKey} ${index}` };
        const { outcome } =
          (await findEarlier(callWithKey)) ??
          (await storeNew(command, curveCopier(command, from, callWithKey), callWithKey));
        if (outcome.$case === "rejection") return { outcome };
        scenarios.push(outcome.value);
      }
      return { outcome: { $case: "scenarios", value: { scenarios } } };
    },

    async mergeScenarios({ scenarios: mergedScenarios, privateByDefault }, call) {
      const earlier = await findEarlier(call);
      if (earlier !== null) return earlier;
      const ids = mergedScenarios.map(({ id }) => id);
      const weights = completeWeights(mergedScenarios.map(({ weight }) => weight));
      const sources = (await findAll(ids, call)).map((source, index) => ({ ...source, weight: weights[index] ?? 1 }));
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
        changes: (await model.load(call)).changes,
        curves: first.scenario.curves,
      };
      return storeNew(command, curveCopier(command, first.id, call), call);
    },

    async loadDump(request, call) {
      const reason = denialWithoutResource("load", callerOf(call));
      if (reason !== null) throw new RpcError(status.PERMISSION_DENIED, NOT_ADMIN, { reason });
      const earlier = await findEarlier(call);
      if (earlier !== null) return earlier;
      const dump = dumpCommand(request, callerOf(call), await model.load(call));
      if ("problems" in dump) return { outcome: { $case: "rejection", value: { problems: [...dump.problems] } } };
      const esdlFile = request.esdlFile === undefined ? null : await contents.storeFile(request.esdlFile, call);
      const { customCurves } = await model.load(call);
      const values = dump.contents.userValues;
      const storeCurves = (id: number) =>
        storeDumpCurves(curves, customCurves, { id, curves: request.curves, values }, call);
      return storeNew({ ...dump, esdlFile }, storeCurves, call);
    },
  };

  /** The scenario created by an earlier request with the same idempotency key; null if there was none. */
  async function findEarlier(call: Call) {
    const id = await creations.findEarlier(causeOf(call));
    return id === null ? null : showScenario(id, call);
  }

  async function showScenario(id: number, call: Call) {
    const { scenario, version } = await access.find(id, call);
    return responses.toResponse(id, { state: scenario, version }, call);
  }

  /** Stores a new scenario with an unused id; `copyCurves` copies the files of its curves. */
  async function storeNew(
    command: CreateScenario | ComposeScenario,
    copyCurves: (id: number) => Promise<AttachedCurves>,
    call: Call,
  ) {
    // The files are copied before the event that refers to them is stored.
    const commandFor = async (id: number) => ({ ...command, curves: await copyCurves(id) });
    const { id, outcome } = await creations.create(commandFor, causeOf(call));
    if (outcome === null) return showScenario(id, call);
    prepare(outcome, call);
    return responses.toResponse(id, outcome, call);
  }

  /** Returns a function that copies a command's curves, files of the scenario `from`, to the set of a new scenario. */
  function curveCopier(command: CreateScenario | ComposeScenario, from: number | null, call: Call) {
    return (to: number): Promise<AttachedCurves> =>
      from === null ? Promise.resolve({}) : copyCurves(curves, { from, curves: command.curves, to }, call);
  }

  /** The scenarios with these ids; throws NOT_FOUND with all ids that the caller may not read. */
  async function findAll(ids: readonly number[], call: Call): Promise<readonly Source[]> {
    const parents = await Promise.all(ids.map((id) => access.findParent(id, call)));
    const missingIds = ids.filter((_, index) => parents[index] === "missing");
    if (missingIds.length > 0) {
      const text = `scenarios not found: [${[...new Set(missingIds)].join(", ")}]`;
      throw new RpcError(status.NOT_FOUND, text, { reason: "unknown_scenarios" });
    }
    return parents.filter((parent) => parent !== "missing" && parent !== null);
  }

  async function composeInterpolated(
    span: InterpolationSpan,
    year: number,
    privateByDefault: boolean,
    call: Call,
  ): Promise<ComposeScenario> {
    const { scenario } = span.to;
    return {
      type: "ComposeScenario",
      caller: callerOf(call),
      contents: interpolate(span, year, await model.requiredInputs(scenario, call)),
      sources: [scenario, ...(span.from === null ? [] : [span.from.scenario])],
      privateByDefault,
      attributes: { source: scenario.source },
      esdlFile: scenario.esdlFile,
      changes: (await model.load(call)).changes,
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
