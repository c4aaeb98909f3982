/** Read model: the scenarios that use each curve's values. Unused values can be deleted. */
import { type Clock, systemClock } from "@etesian/clock";
import { curveSetEvents } from "@etesian/contracts/events/curve-set";
import {
  eventCodec,
  type EventStore,
  type Projection,
  Projector,
  type ReadDatabase,
  sql,
  reserveIdsIn,
} from "@etesian/event-store";
import { GRACE_MS, SCENARIOS } from "./curve-value-store.ts";

const STREAM = /^curve_set-(\d+)$/;
export const streamOf = (scenario: number): string => `curve_set-${scenario}`;

const codec = eventCodec(curveSetEvents);

export const curveUses: Projection = {
  name: "curve_uses",
  tables: [
    sql`create table if not exists curve_uses (
          hash text not null,
          scenario integer not null,
          primary key (hash, scenario)
        )`,
    sql`create index if not exists curve_uses_by_scenario on curve_uses (scenario)`,
    reserveIdsIn(SCENARIOS, "curve_uses", "scenario"),
  ],
  clear: [sql`delete from curve_uses`],
  project(recorded) {
    const text = STREAM.exec(recorded.stream)?.[1];
    if (text === undefined) return [];
    const scenario = Number(text);
    const event = codec.decode(recorded);
    if (event.type === "CurveSetDropped") return [sql`delete from curve_uses where scenario = ${scenario}`];
    return event.data.curves.map(
      ({ hash }) =>
        sql`insert into curve_uses (hash, scenario) values (${hash}, ${scenario})
            on conflict (hash, scenario) do nothing`,
    );
  },
};

/** Interval between collections of unreferenced values (ms). */
const INTERVAL_MS = 60 * 60 * 1000;

export class Uses {
  readonly #database: ReadDatabase;
  readonly #projector: Projector;
  readonly #clock: Clock;

  private constructor(database: ReadDatabase, projector: Projector, clock: Clock) {
    this.#database = database;
    this.#projector = projector;
    this.#clock = clock;
  }

  /** `database` contains the values. */
  static async open(store: EventStore, database: ReadDatabase, clock: Clock = systemClock): Promise<Uses> {
    return new Uses(database, await Projector.open(store, database, curveUses, clock), clock);
  }

  /**
   * Deletes values that no scenario uses and that were not stored or renewed within a day; returns their number. Values
   * to which an event is about to refer were stored or renewed within the last minute. Storing, renewing and deleting
   * are one statement each, so they cannot interleave.
   */
  async collect(): Promise<number> {
    await this.#projector.catchUp();
    const cutoff = new Date(this.#clock.now().getTime() - GRACE_MS).toISOString();
    const deletedRows = await this.#database.query(
      sql`delete from curve_numbers
          where kept_at < ${cutoff} and not exists (select 1 from curve_uses where curve_uses.hash = curve_numbers.hash)
          returning hash`,
    );
    return deletedRows.length;
  }

  /** Collects now and every hour until the signal aborts; failures are passed to `onFailure`. */
  async keepCollecting(signal: AbortSignal, onFailure: (error: unknown) => void): Promise<void> {
    while (!signal.aborted) {
      await this.collect().catch(onFailure);
      await this.#clock.pause(INTERVAL_MS, signal);
    }
  }
}
