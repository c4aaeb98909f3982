/**
 * One simulation run: processes with aggregates, a read model and a bus over one store, their clients, and the faults
 * between them. The oracle compares every response and the final state with the plain lists of the store.
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
import { type EnterCommand, ledger, ledgerEvents, streamOf } from "./ledger.ts";
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
/** Time (ms) after the last fault within which every consumer must have received every event. */
const QUIET_MS = 60_000;

/** A process, from start to exit. */
interface RunningProcess {
  readonly host: Host;
  readonly store: SimulatedStore;
  readonly ledgers: Aggregates<{ readonly tokens: readonly string[] }, EnterCommand, never, "full">;
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
  readonly #processes: RunningProcess[] = [];
  /** Whether consumers receive events through a broker. */
  readonly #usesBroker: boolean;
  #isOver = false;
  #tokenCount = 0;

  constructor(scheduler: Scheduler, defect: InjectedDefect | null) {
    this.#scheduler = scheduler;
    this.#defect = defect;
    this.#network = new Network(scheduler, drawFaults(scheduler));
    this.#disk = new Disk(this.#network, defect);
    this.#broker = new BrokerDisk(this.#network, defect);
    this.#oracle = new Oracle(this.#disk, this.#tables);
    this.#usesBroker = scheduler.random.chance(0.6);
  }

  get fingerprint(): string {
    const { elapsed, steps } = this.#scheduler;
    const tokens = this.#disk.events.map(({ stream, data }) => `${stream} ${(data as EnterCommand).token}`);
    return `${elapsed.toFixed(3)} ms, ${steps} steps: ${tokens.join(", ")}`;
  }

  async run(): Promise<readonly string[]> {
    const { random } = this.#scheduler;
    // Consumers with the same name in several processes need a broker that distributes events among them.
    const processCount = this.#usesBroker ? 1 + random.index(3) : 1;
    for (let n = 0; n < processCount; n++) this.#processes.push(await this.#retry(() => this.#start()));
    const killLoop = this.#kill();
    await Promise.all(Array.from({ length: CLIENTS }, () => this.#runClient()));
    this.#isOver = true;
    await killLoop;
    this.#network.faults = NO_FAULTS;
    await this.#settle();
    this.#oracle.checkFinalState();
    return this.#oracle.problems;
  }

  async #start(): Promise<RunningProcess> {
    const host = new Host();
    const clock = host.clock(this.#scheduler.clock);
    const store = new SimulatedStore(this.#disk, this.#network, host);
    const readModels = simulatedReadDatabase(this.#tables, this.#network, host, this.#defect);
    const bus = this.#usesBroker
      ? new BrokeredBus(new SimulatedBroker(this.#broker, host), silentLogger, clock)
      : new InProcessBus(silentLogger, clock);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const ledgers = new Aggregates({
      store,
      codec: eventCodec(ledgerEvents),
      decider: ledger,
      streamOf,
      clock,
      snapshots: { schemaVersion: 1, every: 3 },
      cacheSize: 300,
    }) as unknown as RunningProcess["ledgers"];
    const projector = await Projector.open(store, readModels, everyEvent, clock);
    bus.relay(store, checkpointIn(readModels, "relay"));
    for (const consumer of CONSUMERS) this.#subscribe(bus, host, readModels, consumer);
    return { host, store, ledgers, readModels, projector, bus, ended, end };
  }

  #subscribe(bus: EventBus, host: Host, readModels: ReadDatabase, consumer: (typeof CONSUMERS)[number]): void {
    const storedCheckpoint = checkpointIn(readModels, consumer.name);
    let currentPosition: Position | null = null;
    const checkpoint = {
      ...storedCheckpoint,
      load: () => {
        currentPosition = this.#oracle.lastReceivedPosition(consumer);
        return storedCheckpoint.load();
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
            this.#oracle.checkFirstEvent(
              consumer,
              event,
              currentPosition ?? this.#oracle.lastReceivedPosition(consumer),
            );
            currentPosition = null;
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
    while (!this.#isOver) {
      await this.#scheduler.wait(2 * killEveryMs * random.number());
      const index = random.index(this.#processes.length);
      const { host, end } = this.#processes[index]!;
      host.kill();
      end();
      await this.#scheduler.wait(50 * random.number());
      this.#processes[index] = await this.#retry(() => this.#start());
    }
  }

  async #retry<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await this.#scheduler.wait(10);
      }
    }
  }

  async #runClient(): Promise<void> {
    const { random } = this.#scheduler;
    for (let n = 0; n < COMMANDS; n++) {
      await this.#scheduler.wait(30 * random.number());
      const id = 1 + random.index(LEDGERS);
      const kind = random.number();
      if (kind < 0.15) await this.#readLedger(id);
      else if (kind < 0.25) await this.#queryReadModel();
      else if (kind < 0.3) await this.#previewCommand(id);
      else await this.#sendCommand(id);
    }
  }

  /** Runs work in a live process; null if the process was killed meanwhile, or its store was unavailable. */
  async #runInProcess<T>(work: (process: RunningProcess) => Promise<T>): Promise<T | null> {
    const process = this.#scheduler.random.pick(this.#processes);
    if (!process.host.alive) return null;
    const ended = process.ended.then(() => null);
    try {
      return await Promise.race([work(process), ended]);
    } catch (error) {
      if (error instanceof StoreUnavailableError) return null;
      throw error;
    }
  }

  async #readLedger(id: number): Promise<void> {
    const minimum = this.#oracle.minimumVersion(id);
    const aggregate = await this.#runInProcess(({ ledgers }) => ledgers.load(id));
    if (aggregate !== null) this.#oracle.checkResponse("read", id, aggregate, minimum);
  }

  async #queryReadModel(): Promise<void> {
    const minimum = this.#oracle.acknowledgedPositions();
    const rows = await this.#runInProcess(async ({ projector, readModels }) => {
      await projector.catchUp();
      return readModels.query<{ readonly position: string }>(sql`select position from seen`);
    });
    if (rows !== null)
      this.#oracle.checkReadModel(
        rows.map(({ position }) => position),
        minimum,
      );
  }

  async #previewCommand(id: number): Promise<void> {
    const minimum = this.#oracle.minimumVersion(id);
    const command = this.#newCommand();
    const outcome = await this.#runInProcess(({ ledgers }) => ledgers.preview(id, command, cause(null)));
    this.#oracle.recordNotStored(command.token, "only previewed");
    if (outcome === null || "refusal" in outcome) return;
    const { state, version } = outcome;
    const parts = Array.from({ length: command.parts }, () => command.token);
    if (state.tokens.slice(version).join() !== parts.join())
      this.#oracle.report(`a preview of ${command.token} has the wrong events`);
    this.#oracle.checkResponse("preview", id, { state: { tokens: state.tokens.slice(0, version) }, version }, minimum);
  }

  #newCommand(): EnterCommand {
    return { token: `t${++this.#tokenCount}`, parts: 1 + this.#scheduler.random.index(3) };
  }

  /** Sends a change until there is a response: with an idempotency key, repeatedly and to any process. */
  async #sendCommand(id: number): Promise<void> {
    const { random } = this.#scheduler;
    const command = this.#newCommand();
    const hasKey = random.chance(0.6);
    let expectedVersion: number | null = null;
    if (random.chance(0.4)) {
      const aggregate = await this.#runInProcess(({ ledgers }) => ledgers.load(id));
      if (aggregate === null) return;
      expectedVersion = aggregate.version;
    }
    const attempts = hasKey ? 1 + random.index(8) : 1;
    this.#oracle.recordSent(command, id);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const minimum = this.#oracle.minimumVersion(id);
      try {
        const outcome = await this.#runInProcess(({ ledgers }) =>
          ledgers.handle(id, command, cause(hasKey ? command.token : null), expectedVersion),
        );
        if (outcome !== null) {
          if ("refusal" in outcome) this.#oracle.recordRefused(command, id);
          else this.#oracle.recordAcknowledged(command, id, outcome, minimum);
          return;
        }
      } catch (error) {
        if (error instanceof VersionConflictError) {
          // Without an expected version, the command lost too many races in the store.
          if (expectedVersion !== null) this.#oracle.recordNotStored(command.token, "refused for its version");
          return;
        }
        if (error instanceof DuplicateEventError) {
          this.#oracle.report(`${command.token} was refused as another command's, although its key is unique`);
          return;
        }
        // The process was busy, and refused the command without executing it.
        if (!(error instanceof BusyError)) throw error;
      }
      if (random.chance(0.5)) await this.#scheduler.wait(20 * random.number());
    }
  }

  /** Once the faults have stopped, every consumer receives every event, and closed buses end. */
  async #settle(): Promise<void> {
    while (this.#network.hasOrphanedCalls) await this.#scheduler.wait(20);
    const limit = this.#scheduler.elapsed + QUIET_MS;
    while (CONSUMERS.some((consumer) => !this.#oracle.hasReceivedAll(consumer)) && this.#scheduler.elapsed < limit)
      await this.#scheduler.wait(50);
    for (const { projector } of this.#processes) await projector.catchUp();
    const closed = Promise.all(this.#processes.map(({ bus }) => bus.close())).then(() => true);
    const timeout = this.#scheduler.wait(QUIET_MS).then(() => false);
    if (!(await Promise.race([closed, timeout]))) this.#oracle.report("a closed bus continues");
    for (const consumer of CONSUMERS)
      if (!this.#oracle.hasReceivedAll(consumer)) this.#oracle.report(`${consumer.name} did not receive every event`);
  }
}

const silentLogger = { warn: () => {} };

const cause = (idempotencyKey: string | null) => ({ actor: "anonymous", correlationId: "r", idempotencyKey });
