/** gRPC handlers of sweeps. */
import { LISTS } from "@etesian/contracts/limits";
import { callerOf, denialWithoutResource } from "@etesian/contracts/rights";
import { type Sweep as SweepMessage, SweepsServiceDefinition } from "@etesian/contracts/sweeps";
import type { Projector, ReadDatabase } from "@etesian/event-store";
import { causeOf, storeErrors } from "@etesian/event-store/rpc";
import {
  type Call,
  type Handlers,
  requireServiceCaller,
  RpcError,
  serve,
  type ServedService,
  status,
} from "@etesian/service-kit";
import {
  estimateOf,
  readSweepSpec,
  type Sweep,
  SweepDirectory,
  type SweepPool,
  type SweepSpec,
  SweepSpecError,
} from "@etesian/sweep/running";
import type { SweepDispatcher } from "@etesian/sweep/queue";
import { baseOf, type CurvesClient, readBase, type ScenariosClient } from "./base-scenario.ts";
import { workMessage } from "./dispatcher.ts";
import { bytesOf, type Excess, excessOf, limitsOf, timeExcess, usageExcess } from "./limits.ts";
import { readRange } from "./results.ts";
import type { Runner } from "./runner.ts";
import { hasResults, type ExistingSweep, type SweepRefusal, type Sweeps } from "./sweep.ts";
import { newSweepId, parseSweepId, sweepIdText } from "./sweep-id.ts";
import { retainedSweeps, sweepsOf, usageOf } from "./sweep-list.ts";

export interface SweepsOptions {
  readonly sweeps: Sweeps;
  readonly readModels: ReadDatabase;
  readonly list: Projector;
  readonly scenarios: ScenariosClient;
  readonly curves: CurvesClient;
  readonly pool: SweepPool;
  readonly runner: Runner;
  /** Null if this process calculates the sweeps. */
  readonly dispatcher: SweepDispatcher | null;
}

export function sweepsService(options: SweepsOptions): ServedService {
  const { sweeps, readModels, list, scenarios, curves, pool, runner, dispatcher } = options;

  /** A sweep whose base scenario the caller can currently read. */
  async function find(text: string, call: Call): Promise<{ readonly id: number; readonly state: ExistingSweep }> {
    const id = parseSweepId(text);
    const { state } = id === null ? { state: null } : await sweeps.load(id);
    if (id === null || state === null || state.status === "absent") throw notFound();
    await readBase(scenarios, state, call);
    return { id, state };
  }

  /** `withResults` is false for callers who may have lost access to the base scenario. */
  function toMessage(id: number, state: ExistingSweep, withResults = true): SweepMessage {
    const { status: currentStatus, scenario, scenarioVersion, variants, seconds, reason, createdAt, updatedAt } = state;
    const progress = runner.progressOf(id);
    const directory = runner.directoryOf(id);
    const isDone = currentStatus === "completed";
    return {
      id: sweepIdText(id),
      status: currentStatus,
      scenarioId: scenario,
      scenarioVersion,
      variants,
      done: isDone ? variants : (progress?.done ?? 0),
      failed: state.failed ?? progress?.failed ?? 0,
      secondsLeft: progress?.secondsLeft ?? undefined,
      estimatedSeconds: seconds,
      reason: reason ?? undefined,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
      files: withResults && hasResults(state) ? [...SweepDirectory.filesIn(directory)] : [],
      metadata: { ...state.metadata },
      descriptionJson: (withResults ? SweepDirectory.descriptionIn(directory) : null) ?? undefined,
    };
  }

  /** The message for a sweep that the caller may see. */
  const loadMessage = async (id: number): Promise<SweepMessage> => {
    const { state } = await sweeps.load(id);
    if (state.status === "absent") throw notFound();
    return toMessage(id, state);
  };

  const handlers: Handlers<SweepsServiceDefinition> = {
    async requestSweep({ scenarioId, scenarioVersion, specJson, metadata }, call) {
      const caller = callerOf(call);
      if (denialWithoutResource("sweep", caller) !== null)
        throw new RpcError(status.PERMISSION_DENIED, "The token does not allow sweeps", { reason: "missing_scope" });
      const cause = causeOf(call);
      const id = newSweepId(cause.idempotencyKey ?? null);
      const scenario = await scenarios.getScenario({ id: scenarioId, at: scenarioVersion }, call);
      if ((await sweeps.findPreviousState(id, cause)) !== null)
        return { outcome: { $case: "sweep", value: await loadMessage(id) } };
      const spec = parseSpec(specJson);
      if ("problems" in spec) return refusalOutcome(spec.problems);
      const limits = limitsOf(caller.person);
      await list.catchUp();
      const usage = await usageOf(readModels, caller.person);
      refuse(usageExcess(limits, usage, 0));
      const sweep: Sweep = { id: sweepIdText(id), spec, base: await baseOf(scenario, curves, call) };
      const plan = await pool.plan(sweep);
      if ("problems" in plan) return refusalOutcome(plan.problems);
      const { outline } = plan;
      refuse(excessOf(limits, outline));
      const bytes = bytesOf(outline);
      refuse(usageExcess(limits, usage, bytes));
      const { seconds, processorSeconds } = await estimateOf(pool, sweep, outline);
      refuse(timeExcess(limits, processorSeconds));
      const command = {
        type: "Request",
        owner: caller.person,
        scenario: scenario.id,
        scenarioVersion: scenario.version,
        creation: scenario.creation,
        spec: JSON.stringify(spec),
        variants: outline.rows,
        bytes,
        seconds,
        ...(Object.keys(metadata).length > 0 && { metadata }),
      } as const;
      const outcome = await sweeps.handle(id, command, cause);
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      runner.add(id);
      return { outcome: { $case: "sweep", value: await loadMessage(id) } };
    },

    async getSweep({ id: text }, call) {
      const { id, state } = await find(text, call);
      return toMessage(id, state);
    },

    async listSweeps({ page, limit }, call) {
      const { person } = callerOf(call);
      if (person === null) return { sweeps: [], total: 0 };
      await list.catchUp();
      const range = { page: Math.max(1, page), limit: Math.min(Math.max(1, limit), LISTS.perPage) };
      const { ids, total } = await sweepsOf(readModels, person, range);
      const loadedSweeps = await Promise.all(ids.map(async (id) => ({ id, ...(await sweeps.load(id)) })));
      return {
        sweeps: loadedSweeps.flatMap(({ id, state }) =>
          state.status === "absent" ? [] : [toMessage(id, state, false)],
        ),
        total,
      };
    },

    async cancelSweep({ id: text }, call) {
      const id = parseSweepId(text);
      if (id === null) throw notFound();
      const { state } = await sweeps.load(id);
      if (state.status === "absent") throw notFound();
      // An owner may cancel a sweep of a scenario that they can no longer read; for others it does not exist.
      const caller = callerOf(call);
      if (!caller.admin && (caller.person === null || state.owner !== caller.person))
        await readBase(scenarios, state, call);
      const outcome = await sweeps.handle(id, { type: "Cancel", caller }, causeOf(call));
      if ("refusal" in outcome) throw toRpcError(outcome.refusal);
      runner.end(id);
      return {};
    },

    async *readResults({ id: text, file, from, length }, call) {
      const { id, state } = await find(text, call);
      if (!hasResults(state)) throw notFound();
      yield* readRange(runner.directoryOf(id), file, { from, length });
    },

    async releasePerson({ person }, call) {
      requireServiceCaller(call);
      // Without the caller's idempotency key: a repeated call must check again.
      const cause = { ...causeOf(call), idempotencyKey: null };
      await list.catchUp();
      const ids = await retainedSweeps(readModels, person, LISTS.perPage);
      for (const id of ids) {
        await sweeps.handle(id, { type: "Cancel", caller: { person, admin: true, scopes: null } }, cause);
        runner.end(id);
      }
      return { more: ids.length === LISTS.perPage };
    },

    async getWork({ id }, call) {
      requireServiceCaller(call);
      return workMessage(dispatcher === null ? "over" : await dispatcher.sweepOf(id));
    },

    async addPart({ id, from, to, parquet, failed, engine, model }, call) {
      requireServiceCaller(call);
      if (dispatcher === null) return { outcome: "over" };
      const rows = { file: new Uint8Array(parquet), failed };
      return { outcome: await dispatcher.add(id, { from, to }, rows, { engine, model }) };
    },
  };
  return serve(SweepsServiceDefinition, handlers, storeErrors);
}

function parseSpec(json: string): SweepSpec | { readonly problems: readonly string[] } {
  try {
    return readSweepSpec(JSON.parse(json));
  } catch (error) {
    if (error instanceof SweepSpecError) return { problems: error.problems };
    if (error instanceof SyntaxError) return { problems: [`the sweep is not JSON: ${error.message}`] };
    throw error;
  }
}

const refusalOutcome = (problems: readonly string[]) => ({
  outcome: { $case: "refusal" as const, value: { problems: [...problems] } },
});

/** @throws RpcError for an exceeded limit */
function refuse(excess: Excess | null): void {
  if (excess !== null) throw new RpcError(status.FAILED_PRECONDITION, excess.message, { reason: excess.reason });
}

const notFound = (): RpcError => new RpcError(status.NOT_FOUND, "Not found", { reason: "not_found" });

function toRpcError({ reason }: SweepRefusal): RpcError {
  switch (reason) {
    case "not_yours":
      return new RpcError(status.PERMISSION_DENIED, "Sweep does not belong to you", { reason });
    case "unknown":
      return notFound();
    case "taken":
    case "over":
      return new RpcError(status.ALREADY_EXISTS, "Sweep with this id already exists");
  }
}
