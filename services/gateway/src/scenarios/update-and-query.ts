/** Changes a scenario and runs queries on the result, all or nothing. */
import { systemClock } from "@etesian/clock";
import { BusyError, KeyedQueue } from "@etesian/collections";
import { SCENARIOS } from "@etesian/contracts/limits";
import type { Scenario, UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import { type QueryResults, type Backends, NO_RESULTS, query } from "../backends.ts";
import { apiError, rejectedUpdate } from "../http/errors.ts";

/** Maximum number of attempts of an update with queries when others change the scenario concurrently. */
const UPDATE_ATTEMPTS = 10;
/** The queue of a scenario's updates with queries. */
const QUEUE = { length: SCENARIOS.waitingUpdates, waitMs: SCENARIOS.updateWaitMs };
/**
 * Whether a service cannot be reached, so that each queued update would wait as long as the first. A lost response
 * affects only one change.
 */
const isOutage = (error: unknown): boolean =>
  error instanceof RpcError && error.code === status.UNAVAILABLE && error.reason !== "answer_lost";

export interface UpdateRequest {
  readonly id: number;
  /** Null if nothing changes. */
  readonly update: UpdateScenarioRequest | null;
  readonly expectedVersion: number | undefined;
  readonly keys: readonly string[];
}

export interface UpdateResult extends QueryResults {
  readonly scenario: Scenario;
}

/** Updates of scenarios, with and without queries. */
export class Updates {
  readonly #backends: Backends;
  readonly #queue = new KeyedQueue<number>({ ...QUEUE, concernsAll: isOutage }, systemClock);

  constructor(backends: Backends) {
    this.#backends = backends;
  }

  /**
   * Updates of one scenario with queries run one after the other, to avoid conflicts and retries; changes without
   * queries are not queued. A request leaves the queue when its client disconnects; requests beyond the limit are
   * refused, as are all requests queued behind one to which a service did not respond.
   */
  async run({ id, update, expectedVersion, keys }: UpdateRequest, context: CallOrigin): Promise<UpdateResult> {
    if (update === null) return readAndQuery(this.#backends, id, expectedVersion, keys, context);
    if (keys.length === 0) return { scenario: await apply(this.#backends, update, context), ...NO_RESULTS };
    try {
      return await this.#queue.run(id, () => updateAndQuery(this.#backends, update, keys, context), context.signal);
    } catch (error) {
      throw error instanceof BusyError ? apiError("contended", "", 1) : error;
    }
  }
}

async function readAndQuery(
  backends: Backends,
  id: number,
  expectedVersion: number | undefined,
  keys: readonly string[],
  context: CallOrigin,
): Promise<UpdateResult> {
  const scenario = await backends.scenarios.getScenario({ id }, context);
  if (expectedVersion !== undefined && expectedVersion !== scenario.version) throw apiError("version_conflict");
  return { scenario, ...(keys.length === 0 ? NO_RESULTS : await query(backends, scenario, keys, context)) };
}

async function apply({ scenarios }: Backends, update: UpdateScenarioRequest, context: CallOrigin): Promise<Scenario> {
  const { outcome } = await scenarios.updateScenario(update, context);
  if (outcome?.$case !== "scenario") throw rejectedUpdate(outcome?.value.problems ?? []);
  return outcome.value;
}

/**
 * Changes a scenario and runs queries on the result, all or nothing. The change is previewed first, and the queries
 * run on the preview. The change is stored only if the scenario has not changed in the meantime.
 */
async function updateAndQuery(
  backends: Backends,
  update: UpdateScenarioRequest,
  keys: readonly string[],
  context: CallOrigin,
): Promise<UpdateResult> {
  for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
    const preview = await apply(backends, { ...update, preview: true }, context);
    const queryResults = await query(backends, preview, keys, context);
    try {
      return {
        scenario: await apply(backends, { ...update, expectedVersion: preview.version }, context),
        ...queryResults,
      };
    } catch (error) {
      const isConflict = error instanceof RpcError && error.code === status.ABORTED;
      if (!isConflict || update.expectedVersion !== undefined) throw error;
    }
  }
  throw apiError("contended", "", 1);
}
