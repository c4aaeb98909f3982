/**
 * The clients, their writes and the acknowledgements. All faults share this check: every acknowledged write is present
 * exactly once and complete, over HTTP and in the store. Each client works on its own scenarios and on shared ones. It
 * moves a slider or a share group together with a number in the metadata (two events, all or nothing), creates and
 * clones. With a token it also creates and deletes its own scenarios, and writes at the other services
 * (`registers.ts`). A request without a response, or with 503, is retried with the same Idempotency-Key and must not be
 * executed twice.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type EventStore, openEventStore, type RecordedEvent, START } from "@etesian/event-store";
import { makeRegisters, type Register } from "./registers.ts";
import type { HttpResponse, ApiTarget } from "./server.ts";

const AREA = "nl";
/** Number of scenarios that clients share. */
const SHARED_SCENARIOS = 2;
/** Default timeout (ms) of a request under faults: the documented twelve seconds plus a margin for the machine. */
const MAX_MS = 15_000;
/** Default pause (ms) after 503 or no response. */
const RETRY_MS = 20;
/** Maximum number of owned scenarios at a time. */
const MAX_OWN_SCENARIOS = 5;
/** Time for which a read is retried while the server is busy (ms). */
const TIMEOUT_MS = 30_000;

interface Operation {
  readonly number: number;
  readonly kind: "change" | "create" | "clone" | "delete" | "write";
  /** The scenario; null until the created scenario has an ID. */
  scenario: number | null;
  readonly values: { readonly [input: string]: number };
  acknowledged: boolean;
}

/** The inputs that a client moves: one, or two that sum to 100. */
interface MovedInputs {
  readonly keys: readonly string[];
  readonly valuesAt: (number: number) => { readonly [input: string]: number };
}

interface Client {
  readonly scenario: number;
  readonly inputs: MovedInputs;
  readonly hasOwnScenario: boolean;
  /** A value at another service that only this client writes, and all its writes in order. */
  readonly register: Register | null;
  readonly writes: Operation[];
  /** This client's changes in order; reads return the last acknowledged one. */
  readonly changes: Operation[];
}

interface Input {
  readonly min?: number;
  readonly max?: number;
  readonly unit: string;
  readonly disabled: boolean;
  readonly share_group?: string;
}

export class Ledger {
  readonly #clients: Client[] = [];
  readonly #operations: Operation[] = [];
  readonly #runId = Math.random().toString(36).slice(2, 10);
  /** Wrong and late responses. */
  readonly problems: string[] = [];
  readonly #longestMs: number;
  slowest = 0;
  /** The slowest request, with its response. */
  slowestRequest = "";
  refusedCount = 0;
  unansweredCount = 0;
  /** The longest time (ms) for which a change was retried until it got a response other than 503. */
  #longestRetry = 0;
  /** The reasons why reads returned 503 and were retried, with their counts. */
  readonly busyReads = new Map<string, number>();
  /** A token that can delete scenarios; null if none are deleted. */
  readonly #token: string | null;
  /** Scenarios created with the token, and not deleted yet. */
  readonly #ownedScenarios: number[] = [];
  #stopped = true;
  /** Queries that every third change requests. */
  readonly #queries: readonly string[];
  /** Pause between two writes of a client (ms). */
  readonly #pauseMs: number;
  /** Pause between two attempts of a write (ms). */
  readonly #retryMs: number;

  constructor({
    queries = [],
    token = null,
    longestMs = MAX_MS,
    pauseMs = 0,
    retryMs = RETRY_MS,
  }: {
    readonly queries?: readonly string[];
    readonly token?: string | null;
    readonly longestMs?: number;
    readonly pauseMs?: number;
    readonly retryMs?: number;
  } = {}) {
    this.#longestMs = longestMs;
    this.#pauseMs = pauseMs;
    this.#retryMs = retryMs;
    this.#queries = queries;
    this.#token = token;
  }

  /** The longest time (ms) for which a change was retried since the last call. */
  takeLongestRetryMs(): number {
    const longest = this.#longestRetry;
    this.#longestRetry = 0;
    return longest;
  }

  get acknowledgedCount(): number {
    return this.#operations.filter(({ acknowledged }) => acknowledged).length;
  }

  /** Number of acknowledged writes among those sent after the first `count`. */
  acknowledgedAfter(count: number): number {
    return this.#operations.slice(count).filter(({ acknowledged }) => acknowledged).length;
  }

  get sentCount(): number {
    return this.#operations.length;
  }

  /** Creates clients, half of them with their own scenario. */
  async open(server: ApiTarget, clients: number): Promise<void> {
    const create = async (): Promise<number> => {
      const operation = this.#operation("create", null, {});
      const id = await this.#create(server, operation, {});
      if (id === null) throw new Error(`no initial scenario: ${this.problems.join("; ")}`);
      return id;
    };
    this.#stopped = false;
    const token = this.#token;
    const headers = { authorization: `Bearer ${token}` };
    const registers =
      token === null ? [] : await makeRegisters((method, path, body) => server.send(method, path, body, headers));
    const sharedScenarios = [];
    for (let n = 0; n < SHARED_SCENARIOS; n++) sharedScenarios.push(await create());
    const { body } = await server.send("GET", `/scenarios/${sharedScenarios[0]}/inputs`);
    const choices = movableInputs(body as Record<string, Input>, clients);
    for (let n = 0; n < clients; n++) {
      const hasOwnScenario = n % 2 === 1;
      const scenario = hasOwnScenario ? await create() : sharedScenarios[(n / 2) % SHARED_SCENARIOS]!;
      const register = registers[n] ?? null;
      this.#clients.push({
        scenario,
        inputs: choices[n % choices.length]!,
        hasOwnScenario,
        register,
        writes: [],
        changes: [],
      });
    }
    this.#stopped = true;
  }

  /** Starts all clients; `stop` ends them after their current requests. */
  work(server: ApiTarget): { stop(): Promise<void> } {
    this.#stopped = false;
    const clientLoops = this.#clients.map((client, index) => this.#workOf(server, client, index));
    return {
      stop: async () => {
        this.#stopped = true;
        await Promise.all(clientLoops);
      },
    };
  }

  async #workOf(server: ApiTarget, client: Client, index: number): Promise<void> {
    for (let turn = 0; !this.#stopped; turn++) {
      if (turn % 8 === 3 && this.#token !== null) await this.#createOrDelete(server);
      else if (turn % 2 === 0 && client.register !== null)
        await this.#writeRegister(server, client.register, client.writes);
      else if (turn % 8 === 5) await this.#createOrClone(server, client, index % 3 === 0);
      else await this.#change(server, client);
      if (this.#pauseMs > 0) await sleep(this.#pauseMs);
    }
  }

  #operation(kind: Operation["kind"], scenario: number | null, values: Operation["values"]): Operation {
    const operation = { number: this.#operations.length + 1, kind, scenario, values, acknowledged: false };
    this.#operations.push(operation);
    return operation;
  }

  /** Retries until there is a response, or the work has ended. */
  async #send(
    server: ApiTarget,
    method: string,
    path: string,
    body: unknown,
    { number }: Operation,
    token: string | null = null,
  ): Promise<HttpResponse | null> {
    const key = `${this.#runId}-operation-${number}`;
    const headers = { "idempotency-key": key, ...(token !== null && { authorization: `Bearer ${token}` }) };
    for (const startedAt = performance.now(); ;) {
      const response = await server.send(method, path, body, headers);
      this.#longestRetry = Math.max(this.#longestRetry, performance.now() - startedAt);
      if (response.status !== 0 && response.milliseconds > this.slowest) {
        this.slowest = response.milliseconds;
        const queries = body !== null && typeof body === "object" && "gqueries" in body ? " with queries" : "";
        this.slowestRequest = `${method} ${path}${queries}: ${response.status}`;
      }
      if (response.milliseconds > this.#longestMs)
        this.problems.push(`${method} ${path} took ${response.milliseconds} ms`);
      if (response.status === 0) this.unansweredCount += 1;
      else if (response.status === 503) this.refusedCount += 1;
      else return response;
      if (this.#stopped) return null;
      await sleep(Math.max(this.#retryMs, this.#pauseMs));
    }
  }

  async #change(server: ApiTarget, { scenario, inputs, changes }: Client): Promise<void> {
    const operation = this.#operation("change", scenario, inputs.valuesAt(this.#operations.length));
    changes.push(operation);
    const scenarioFields = { user_values: operation.values, metadata: { operation: operation.number } };
    const body = { scenario: scenarioFields, ...(operation.number % 3 === 0 && { gqueries: this.#queries }) };
    const response = await this.#send(server, "PUT", `/scenarios/${scenario}`, body, operation);
    if (response?.status === 200) operation.acknowledged = true;
    else if (response !== null) this.#reportUnexpected("a change", response);
  }

  async #createOrClone(server: ApiTarget, { scenario }: Client, clone: boolean): Promise<void> {
    const operation = this.#operation(clone ? "clone" : "create", null, {});
    await this.#create(server, operation, clone ? { scenario_id: scenario } : {});
  }

  /** Keeps a few owned scenarios, and deletes older ones. */
  async #createOrDelete(server: ApiTarget): Promise<void> {
    const scenario = this.#ownedScenarios.length < MAX_OWN_SCENARIOS ? undefined : this.#ownedScenarios.shift();
    if (scenario === undefined) {
      const id = await this.#create(server, this.#operation("create", null, {}), {}, this.#token);
      if (id !== null) this.#ownedScenarios.push(id);
      return;
    }
    const operation = this.#operation("delete", scenario, {});
    const response = await this.#send(server, "DELETE", `/scenarios/${scenario}`, undefined, operation, this.#token);
    if (response?.status === 200) operation.acknowledged = true;
    else if (response !== null) this.#reportUnexpected("a deletion", response);
  }

  async #create(
    server: ApiTarget,
    operation: Operation,
    extraFields: object,
    token: string | null = null,
  ): Promise<number | null> {
    const scenario = { area_code: AREA, end_year: 2050, metadata: { operation: operation.number }, ...extraFields };
    const response = await this.#send(server, "POST", "/scenarios", { scenario }, operation, token);
    if (response?.status === 200) {
      operation.scenario = (response.body as { id: number }).id;
      operation.acknowledged = true;
      return operation.scenario;
    }
    if (response !== null) this.#reportUnexpected("a creation", response);
    return null;
  }

  async #writeRegister(server: ApiTarget, register: Register, writes: Operation[]): Promise<void> {
    const operation = this.#operation("write", null, {});
    writes.push(operation);
    const { method, path, body } = register.write(valueOf(operation));
    const response = await this.#send(server, method, path, body, operation, this.#token);
    if (response?.status === 200 || response?.status === 201) operation.acknowledged = true;
    else if (response !== null) this.#reportUnexpected(`a write at ${register.name}`, response);
  }

  #reportUnexpected(name: string, { status, body }: HttpResponse): void {
    this.problems.push(`${name} returned ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  }

  /** Compares the server's responses with the acknowledged writes: sliders, groups, the latest creations. */
  async checkResponses(server: ApiTarget): Promise<void> {
    for (const { scenario, changes, hasOwnScenario } of this.#clients) {
      const { status, body } = await this.#readWithRetries(server, readRequest(scenario));
      if (status !== 200) {
        this.problems.push(`scenario ${scenario} is not readable: ${status} ${JSON.stringify(body)}`);
        continue;
      }
      const current = body as { user_values: Record<string, number>; metadata: { operation: number } };
      const last = changes.findLastIndex(({ acknowledged }) => acknowledged);
      if (last < 0) continue;
      // A write without a response may have been executed.
      const possibleChanges = changes.slice(last).filter(({ values }) => includes(current.user_values, values));
      const expectedValues = JSON.stringify(changes[last]!.values);
      if (possibleChanges.length === 0)
        this.problems.push(`scenario ${scenario} does not show ${expectedValues}, which was acknowledged`);
      else if (hasOwnScenario && possibleChanges.at(-1)!.number !== current.metadata.operation)
        this.problems.push(`scenario ${scenario} shows one half of operation ${current.metadata.operation}`);
    }
    for (const { register, writes } of this.#clients) {
      if (register === null) continue;
      const { status, body, milliseconds } = await this.#readWithRetries(server, register.read, this.#token);
      const last = writes.findLastIndex(({ acknowledged }) => acknowledged);
      // Nothing is guaranteed before the first acknowledgement; a curve, for example, may not exist yet.
      if (last < 0) continue;
      const possibleValues = writes.slice(last).map(valueOf);
      if (status !== 200) {
        const description = `${status} after ${milliseconds.toFixed(0)} ms, ${JSON.stringify(body)}`;
        this.problems.push(`${register.name} is not readable: ${description}; acknowledged: ${possibleValues[0]}`);
        continue;
      }
      const actualValue = register.valueIn(body);
      if (!possibleValues.some((value) => value === actualValue))
        this.problems.push(`${register.name} shows ${String(actualValue)}; acknowledged: ${possibleValues[0]}`);
    }
    const deletions = this.#operations.filter(({ kind }) => kind === "delete");
    const deletedScenarios = new Set(deletions.map(({ scenario }) => scenario));
    const latestOperations = (kinds: readonly Operation["kind"][]) =>
      this.#operations.filter(({ kind, acknowledged }) => kinds.includes(kind) && acknowledged).slice(-20);
    const createdOperations = latestOperations(["create", "clone"]).filter(
      ({ scenario }) => !deletedScenarios.has(scenario),
    );
    for (const { kind, scenario } of [...createdOperations, ...latestOperations(["delete"])]) {
      const { status, body } = await this.#readWithRetries(server, readRequest(scenario!));
      if (status !== (kind === "delete" ? 404 : 200))
        this.problems.push(`scenario ${scenario} after its ${kind}: ${status} ${JSON.stringify(body)}`);
    }
  }

  /**
   * 503 means that the server is busy, for example right after startup on a loaded machine; the read is retried for a
   * while.
   */
  async #readWithRetries(
    server: ApiTarget,
    { method, path, body }: Register["read"],
    token: string | null = null,
  ): Promise<HttpResponse> {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    for (const startedAt = performance.now(); ; await sleep(100)) {
      const response = await server.send(method, path, body, headers);
      if (response.status !== 503) return response;
      const { errors: [reason = "no reason"] = [] } = (response.body ?? {}) as { errors?: readonly string[] };
      this.busyReads.set(reason, (this.busyReads.get(reason) ?? 0) + 1);
      if (performance.now() - startedAt > TIMEOUT_MS) return response;
    }
  }

  /** Compares the store with the writes sent: acknowledged writes once, others at most once, versions without gaps. */
  async audit(url: string): Promise<readonly RecordedEvent[]> {
    const store = await openEventStore(url);
    try {
      const events = await allEventsOf(store);
      this.#audit(events);
      return events;
    } finally {
      await store.close();
    }
  }

  #audit(events: readonly RecordedEvent[]): void {
    const versions = new Map<string, number>();
    const ids = new Set<string>();
    const executions = new Map<number, number>();
    const deletions = new Map<string, number>();
    for (const [index, { id, stream, version, type, data }] of events.entries()) {
      if (version !== (versions.get(stream) ?? 0) + 1) this.problems.push(`${stream} has no version before ${version}`);
      if (ids.has(id)) this.problems.push(`event ${id} is stored twice`);
      versions.set(stream, version);
      // A file is stored each time it is received, and attached once.
      const [, text] = (type !== "CurvesKept" && /"op-(\d+)(\.csv)?"/.exec(JSON.stringify(data))) || [];
      if (text !== undefined) executions.set(Number(text), (executions.get(Number(text)) ?? 0) + 1);
      ids.add(id);
      if (type === "ScenarioDeleted") deletions.set(stream, (deletions.get(stream) ?? 0) + 1);
      const { operation } = ((data as { metadata?: object }).metadata ?? {}) as { operation?: number };
      if (operation === undefined || (type !== "MetadataReplaced" && type !== "ScenarioCreated")) continue;
      executions.set(operation, (executions.get(operation) ?? 0) + 1);
      if (type === "MetadataReplaced") this.#checkPair(operation, events.slice(Math.max(0, index - 1), index + 2));
    }
    for (const { number, kind, scenario, acknowledged } of this.#operations) {
      const count = (kind === "delete" ? deletions.get(`scenario-${scenario}`) : executions.get(number)) ?? 0;
      if (count > 1) this.problems.push(`${kind} ${number} was executed ${count} times`);
      // Events of accounts contain no name, so their writes cannot be found in the store.
      if (count === 0 && acknowledged && kind !== "write")
        this.problems.push(`${kind} ${number} was acknowledged and is lost`);
    }
  }

  /** A change's sliders are next to its metadata, in the same append. */
  #checkPair(number: number, neighbours: readonly RecordedEvent[]): void {
    const operation = this.#operations[number - 1];
    if (operation?.kind !== "change") return;
    const hasSliders = neighbours.some(({ stream, type, data }) => {
      const { userValues } = data as { userValues?: Record<string, number> };
      return (
        stream === `scenario-${operation.scenario}` && type === "InputsSet" && isSubset(userValues, operation.values)
      );
    });
    if (!hasSliders) this.problems.push(`only one half of change ${number} is stored`);
  }
}

async function allEventsOf(store: EventStore): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after = START; ; after = events.at(-1)!.position) {
    const page = await store.readAll(after, 1_000);
    if (page.length === 0) return events;
    events.push(...page);
  }
}

const readRequest = (scenario: number) => ({ method: "GET", path: `/scenarios/${scenario}` });

/** The value that an operation writes to a register. */
const valueOf = ({ number }: Operation): string => `op-${number}`;

const includes = (all: Readonly<Record<string, number>>, subset: Operation["values"]): boolean =>
  Object.entries(subset).every(([key, value]) => all[key] === value);

/** Unchanged sliders are not in the event. */
const isSubset = (changedValues: Record<string, number> | undefined, values: Operation["values"]): boolean =>
  changedValues !== undefined && Object.entries(changedValues).every(([key, value]) => values[key] === value);

/** Inputs that can be moved alone and, for every fourth client, all members of a group that sums to 100. */
function movableInputs(inputs: Record<string, Input>, count: number): readonly MovedInputs[] {
  const singleInputs: MovedInputs[] = [];
  const groups = new Map<string, string[]>();
  for (const [key, { min, max, unit, disabled, share_group }] of Object.entries(inputs)) {
    if (share_group) groups.set(share_group, [...(groups.get(share_group) ?? []), key]);
    if (min === undefined || max === undefined || !(max > min) || disabled || unit === "bool" || share_group) continue;
    if (key.startsWith("settings_")) continue;
    singleInputs.push({
      keys: [key],
      valuesAt: (n) => ({ [key]: min + (max - min) * (0.1 + 0.8 * ((n * 0.618034) % 1)) }),
    });
  }
  const completeGroups = [...groups.values()].filter((keys) => {
    return keys.length > 1 && keys.every((key) => inputs[key]!.min === 0 && inputs[key]!.max === 100);
  });
  const groupInputs = completeGroups.map((keys): MovedInputs => {
    // Exact in binary, so that the sum is 100.
    const first = (n: number): number => (n % 6_400) / 64;
    const valueAt = (n: number, index: number): number => [first(n), 100 - first(n)][index] ?? 0;
    return { keys, valuesAt: (n) => Object.fromEntries(keys.map((key, index) => [key, valueAt(n, index)])) };
  });
  const sample = singleInputs.filter((_, index) => index % Math.max(1, Math.floor(singleInputs.length / count)) === 0);
  return sample.flatMap((movedInputs, index) =>
    index % 3 === 2 && groupInputs.length > 0 ? [groupInputs.pop()!, movedInputs] : [movedInputs],
  );
}
