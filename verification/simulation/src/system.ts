/**
 * One simulation run: processes with aggregates, a read model and a bus over one store, their clients, and the faults
 * between them. The oracle compares every answer and the final state with the plain lists of the store.
 */
import { BusyError } from "@etesian/collections";
import { BrokeredBus, checkpointIn, type EventBus, InProcessBus } from "@etesian/event-bus";
import {
  Aggregates,
  DuplicateEventError,
  eventCodec,
  Projector,
  type ReadDatabase,
  type Position,
  sql,
  StoreUnavailableError,
  VersionConflictError,
} from "@etesian/event-store";
import { BrokerDisk, SimulatedBroker } from "./broker.ts";
import { Oracle } from "./oracle.ts";
import { type Enter, ledger, ledgerEvents, streamOf } from "./ledger.ts";
import { NO_FAULTS, drawFaults, Network } from "./network.ts";
import { everyEvent, simulatedReadDatabase, Tables } from "./read-database.ts";
import { Host, Scheduler } from "./scheduler.ts";
import { Disk, SimulatedStore } from "./store.ts";
import type { InjectedDefect } from "./injected-defects.ts";

export interface SimulationRun {
  /** Broken invariants; empty when all hold. */
  readonly problems: readonly string[];
  /** Tasks that the scheduler ran. */
  readonly steps: number;
  /** The time, the steps and the stored events at the end, which identify the run. */
  readonly fingerprint: string;
}

const CLIENTS = 3;
const COMMANDS = 6;
const LEDGERS = 3;
const CONSUMERS = [{ name: "everything" }, { name: "ledgers", category: "ledger" }] as const;
/** Time (ms) within which every consumer has received every event after the last fault. */
const QUIET_MS = 60_000;

/** A process, from its start to its end. */
interface Running {
  readonly host: Host;
  readonly store: SimulatedStore;
  readonly ledgers: Aggregates<{ readonly tokens: readonly string[] }, Enter, never, "full">;
  readonly readModels: ReadDatabase;
  readonly projector: Projector;
  readonly bus: EventBus;
  /** Resolves when it is killed, which cuts its clients' connections. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}

export async function simulate(seed: number, defect: InjectedDefect | null = null): Promise<SimulationRun> {
  const scheduler = new Scheduler(seed);
  const system = new System(scheduler, defect);
  let problems: readonly string[];
  try {
    problems = await scheduler.run(system.run());
  } catch (error) {
    problems = [`the run did not end: ${(error as Error).message}`];
  }
  return { problems, steps: scheduler.steps, fingerprint: system.fingerprint };
}

class System {
  readonly #scheduler: Scheduler;
  readonly #defect: InjectedDefect | null;
  readonly #network: Network;
  readonly #disk: Disk;
  readonly #tables = new Tables();
  readonly #broker: BrokerDisk;
  readonly #oracle: Oracle;
  readonly #processes: Running[] = [];
  /** Whether consumers receive events through a broker. */
  readonly #brokered: boolean;
  #over = false;
  #tokens = 0;

  constructor(scheduler: Scheduler, defect: InjectedDefect | null) {
    this.#scheduler = scheduler;
    this.#defect = defect;
    this.#network = new Network(scheduler, drawFaults(scheduler));
    this.#disk = new Disk(this.#network, defect);
    this.#broker = new BrokerDisk(this.#network, defect);
    this.#oracle = new Oracle(this.#disk, this.#tables);
    this.#brokered = scheduler.random.chance(0.6);
  }

  get fingerprint(): string {
    const { elapsed, steps } = this.#scheduler;
    const tokens = this.#disk.events.map(({ stream, data }) => `${stream} ${(data as Enter).token}`);
    return `${elapsed.toFixed(3)} ms, ${steps} steps: ${tokens.join(", ")}`;
  }

  async run(): Promise<readonly string[]> {
    const { random } = this.#scheduler;
    // Consumers of one name in several processes need a broker that shares events between them.
    const processes = this.#brokered ? 1 + random.index(3) : 1;
    for (let n = 0; n < processes; n++) this.#processes.push(await this.#retry(() => this.#start()));
    const killing = this.#kill();
    await Promise.all(Array.from({ length: CLIENTS }, () => this.#client()));
    this.#over = true;
    await killing;
    this.#network.faults = NO_FAULTS;
    await this.#settle();
    this.#oracle.checkFinalState();
    return this.#oracle.problems;
  }

  async #start(): Promise<Running> {
    const host = new Host();
    const clock = host.clock(this.#scheduler.clock);
    const store = new SimulatedStore(this.#disk, this.#network, host);
    const readModels = simulatedReadDatabase(this.#tables, this.#network, host, this.#defect);
    const bus = this.#brokered
      ? new BrokeredBus(new SimulatedBroker(this.#broker, host), silent, clock)
      : new InProcessBus(silent, clock);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const ledgers = new Aggregates({
      store,
      codec: eventCodec(ledgerEvents),
      decider: ledger,
      streamOf,
      clock,
      snapshots: { schemaVersion: 1, every: 3 },
      cacheSize: 300,
    }) as unknown as Running["ledgers"];
    const projector = await Projector.open(store, readModels, everyEvent, clock);
    bus.relay(store, checkpointIn(readModels, "relay"));
    for (const consumer of CONSUMERS) this.#subscribe(bus, host, readModels, consumer);
    return { host, store, ledgers, readModels, projector, bus, ended, end };
  }

  #subscribe(bus: EventBus, host: Host, readModels: ReadDatabase, consumer: (typeof CONSUMERS)[number]): void {
    const kept = checkpointIn(readModels, consumer.name);
    let current: Position | null = null;
    const checkpoint = {
      ...kept,
      load: () => {
        current = this.#oracle.lastReceived(consumer);
        return kept.load();
      },
    };
    const failSometimes = (): void => {
      if (this.#network.happens("consumerFailure")) throw new Error("not now");
    };
    bus.subscribe({
      ...consumer,
      checkpoint,
      handle: (event) =>
        host.receive(
          (async () => {
            if (this.#defect === "an event is marked as handled too early") await checkpoint.save(event.position);
            this.#oracle.checkFirstEvent(consumer, event, current ?? this.#oracle.lastReceived(consumer));
            current = null;
            await this.#network.travel();
            failSometimes();
            if (host.alive) this.#oracle.recordReceived(consumer, event);
            await this.#network.travel();
            failSometimes();
          })(),
        ),
    });
  }

  /** Kills processes and restarts them. */
  async #kill(): Promise<void> {
    const { random } = this.#scheduler;
    const { killEveryMs } = this.#network.faults;
    if (killEveryMs === 0) return;
    while (!this.#over) {
      await this.#scheduler.later(2 * killEveryMs * random.number());
      const index = random.index(this.#processes.length);
      const { host, end } = this.#processes[index]!;
      host.kill();
      end();
      await this.#scheduler.later(50 * random.number());
      this.#processes[index] = await this.#retry(() => this.#start());
    }
  }

  async #retry<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await this.#scheduler.later(10);
      }
    }
  }

  async #client(): Promise<void> {
    const { random } = this.#scheduler;
    for (let n = 0; n < COMMANDS; n++) {
      await this.#scheduler.later(30 * random.number());
      const id = 1 + random.index(LEDGERS);
      const kind = random.number();
      if (kind < 0.15) await this.#read(id);
      else if (kind < 0.25) await this.#query();
      else if (kind < 0.3) await this.#preview(id);
      else await this.#enter(id);
    }
  }

  /** Runs a question in a live process; null if the process was killed meanwhile, or its store was unavailable. */
  async #ask<T>(question: (process: Running) => Promise<T>): Promise<T | null> {
    const process = this.#scheduler.random.of(this.#processes);
    if (!process.host.alive) return null;
    const ended = process.ended.then(() => null);
    try {
      return await Promise.race([question(process), ended]);
    } catch (error) {
      if (error instanceof StoreUnavailableError) return null;
      throw error;
    }
  }

  async #read(id: number): Promise<void> {
    const minimum = this.#oracle.minimumVersion(id);
    const seen = await this.#ask(({ ledgers }) => ledgers.load(id));
    if (seen !== null) this.#oracle.checkAnswer("read", id, seen, minimum);
  }

  async #query(): Promise<void> {
    const minimum = this.#oracle.acknowledged();
    const rows = await this.#ask(async ({ projector, readModels }) => {
      await projector.catchUp();
      return readModels.query<{ readonly position: string }>(sql`select position from seen`);
    });
    if (rows !== null)
      this.#oracle.checkReadModel(
        rows.map(({ position }) => position),
        minimum,
      );
  }

  async #preview(id: number): Promise<void> {
    const minimum = this.#oracle.minimumVersion(id);
    const command = this.#command();
    const seen = await this.#ask(({ ledgers }) => ledgers.preview(id, command, cause(null)));
    this.#oracle.recordNotStored(command.token, "only previewed");
    if (seen === null || "refusal" in seen) return;
    const { state, version } = seen;
    const parts = Array.from({ length: command.parts }, () => command.token);
    if (state.tokens.slice(version).join() !== parts.join())
      this.#oracle.report(`a preview of ${command.token} has the wrong events`);
    this.#oracle.checkAnswer("preview", id, { state: { tokens: state.tokens.slice(0, version) }, version }, minimum);
  }

  #command(): Enter {
    return { token: `t${++this.#tokens}`, parts: 1 + this.#scheduler.random.index(3) };
  }

  /** Sends a change, with an idempotency key repeatedly and to any process, until there is an answer. */
  async #enter(id: number): Promise<void> {
    const { random } = this.#scheduler;
    const command = this.#command();
    const keyed = random.chance(0.6);
    let expected: number | null = null;
    if (random.chance(0.4)) {
      const present = await this.#ask(({ ledgers }) => ledgers.load(id));
      if (present === null) return;
      expected = present.version;
    }
    const attempts = keyed ? 1 + random.index(8) : 1;
    this.#oracle.recordSent(command, id);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const minimum = this.#oracle.minimumVersion(id);
      try {
        const outcome = await this.#ask(({ ledgers }) =>
          ledgers.handle(id, command, cause(keyed ? command.token : null), expected),
        );
        if (outcome !== null) {
          if ("refusal" in outcome) this.#oracle.recordRefused(command, id);
          else this.#oracle.recordAcknowledged(command, id, outcome, minimum);
          return;
        }
      } catch (error) {
        if (error instanceof VersionConflictError) {
          // Without an expected version, the command lost too many races in the store.
          if (expected !== null) this.#oracle.recordNotStored(command.token, "refused for its version");
          return;
        }
        if (error instanceof DuplicateEventError) {
          this.#oracle.report(`${command.token} was refused as another command's, although its key is unique`);
          return;
        }
        // Refused as busy before it was executed.
        if (!(error instanceof BusyError)) throw error;
      }
      if (random.chance(0.5)) await this.#scheduler.later(20 * random.number());
    }
  }

  /** Once the faults have stopped, every consumer receives every event, and closed buses end. */
  async #settle(): Promise<void> {
    while (this.#network.hasOrphanedCalls) await this.#scheduler.later(20);
    const limit = this.#scheduler.elapsed + QUIET_MS;
    while (CONSUMERS.some((consumer) => !this.#oracle.hasReceivedAll(consumer)) && this.#scheduler.elapsed < limit)
      await this.#scheduler.later(50);
    for (const { projector } of this.#processes) await projector.catchUp();
    const closing = Promise.all(this.#processes.map(({ bus }) => bus.close())).then(() => true);
    const late = this.#scheduler.later(QUIET_MS).then(() => false);
    if (!(await Promise.race([closing, late]))) this.#oracle.report("a closed bus continues");
    for (const consumer of CONSUMERS)
      if (!this.#oracle.hasReceivedAll(consumer)) this.#oracle.report(`${consumer.name} did not receive every event`);
  }
}

const silent = { warn: () => {} };

const cause = (idempotencyKey: string | null) => ({ actor: "anonymous", correlationId: "r", idempotencyKey });
