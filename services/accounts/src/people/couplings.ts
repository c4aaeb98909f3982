/**
 * Couplings: two person ids that belong to one person. Every service with roles moves the roles of one id to the other.
 * A coupling is an event of the accounts service; this module notifies each service until it acknowledges.
 */
import type { Clock } from "@etesian/clock";
import { personEvents } from "@etesian/contracts/events/person";
import { eventCodec, type EventStore, type Projection, Projector, type ReadDatabase, sql } from "@etesian/event-store";
import type { Logger } from "@etesian/service-kit";
import { personOf } from "./person.ts";

/** Moves one person's roles in a service to another person. Idempotent. */
export type MergeRoles = (person: number, into: number) => Promise<unknown>;

/**
 * Each service is notified twice, the second time after longer than any request takes: a request that looked up a
 * person before the coupling may grant that id a role afterwards.
 */
const NOTIFICATIONS = 2;
const SECOND_ROUND_MS = 150_000;
const RETRY_MS = 10_000;

interface PendingMerge {
  readonly person: number;
  readonly target: number;
  readonly service: string;
  readonly round: number;
}

const codec = eventCodec(personEvents);

/** Read model: coupled people, and services to notify. */
const projection = (services: readonly string[]): Projection => ({
  name: "couplings",
  tables: [
    sql`create table if not exists couplings_waiting (
          person integer not null,
          service text not null,
          round integer not null,
          due_at text not null,
          primary key (person, service)
        )`,
  ],
  clear: [sql`delete from couplings`, sql`delete from couplings_waiting`],
  project(recorded) {
    const person = personOf(recorded.stream);
    if (person === null || recorded.type !== "PersonCoupled") return [];
    const event = codec.decode(recorded);
    if (event.type !== "PersonCoupled") return [];
    const { into } = event.data;
    return [
      sql`insert into couplings (person, target) values (${person}, ${into}) on conflict (person) do nothing`,
      // People who are already coupled with this person are also coupled with the other one.
      sql`update couplings set target = ${into} where target = ${person}`,
      ...services.map(
        (service) =>
          sql`insert into couplings_waiting (person, service, round, due_at)
              values (${person}, ${service}, 1, ${recorded.time}) on conflict (person, service) do nothing`,
      ),
    ];
  },
});

export class Couplings {
  readonly #database: ReadDatabase;
  readonly #projector: Projector;
  readonly #services: ReadonlyMap<string, MergeRoles>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> = Promise.resolve();

  private constructor(
    database: ReadDatabase,
    projector: Projector,
    services: ReadonlyMap<string, MergeRoles>,
    clock: Clock,
    log: Logger,
  ) {
    this.#database = database;
    this.#projector = projector;
    this.#services = services;
    this.#clock = clock;
    this.#log = log;
  }

  static async open(
    store: EventStore,
    database: ReadDatabase,
    services: { readonly [name: string]: MergeRoles },
    clock: Clock,
    log: Logger,
  ): Promise<Couplings> {
    const projector = await Projector.open(store, database, projection(Object.keys(services)), clock);
    return new Couplings(database, projector, new Map(Object.entries(services)), clock, log);
  }

  /** Sends couplings to services that have not acknowledged them, from now until `close`. */
  start(): void {
    this.#running = this.#run();
  }

  /** Checks for due couplings immediately. */
  wake(): void {
    this.#wake.abort();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#wake = new AbortController();
      await this.deliver().catch((error: unknown) =>
        this.#log.warn({ err: error }, "notifying services of couplings failed; retrying"),
      );
      await this.#clock.pause(RETRY_MS, this.#wake.signal);
    }
  }

  /** Sends all due couplings. */
  async deliver(): Promise<void> {
    await this.#projector.catchUp();
    const dueMerges = await this.#database.query<PendingMerge>(
      sql`select w.person, c.target, w.service, w.round from couplings_waiting w
          join couplings c on c.person = w.person where w.due_at <= ${this.#timeFromNow(0)} order by w.due_at, w.person`,
    );
    for (const merge of dueMerges) await this.#notify(merge);
  }

  async #notify({ person, target, service, round }: PendingMerge): Promise<void> {
    try {
      // The service is unknown if another version of the program wrote the row.
      await this.#services.get(service)?.(person, target);
    } catch (error) {
      this.#log.warn({ err: error, person, service }, "notifying a service of a coupling failed; retrying");
      return;
    }
    const update =
      round < NOTIFICATIONS
        ? sql`update couplings_waiting set round = ${round + 1}, due_at = ${this.#timeFromNow(SECOND_ROUND_MS)}
              where person = ${person} and service = ${service} and round = ${round}`
        : sql`delete from couplings_waiting where person = ${person} and service = ${service} and round = ${round}`;
    await this.#database.query(update);
  }

  /** Returns the time `ms` milliseconds from now (ISO 8601). */
  #timeFromNow(ms: number): string {
    return new Date(this.#clock.now().getTime() + ms).toISOString();
  }
}
