/**
 * People who have scenarios open, across all processes. Each open stream has a row, which is renewed while it is open.
 * A row left behind by a killed process expires.
 */
import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "@etesian/clock";
import { type ReadDatabase, sql } from "@etesian/event-store";

/** Interval between renewals of a row (ms). */
const RENEWAL_MS = 15_000;
/** Age after which a row has expired (ms): two failed renewals. */
const LIFETIME_MS = 45_000;

/** A person's open stream. */
export interface Visit {
  /** Renews the row if it is due. */
  renew(this: void): Promise<void>;
  end(this: void): Promise<void>;
}

export class Presence {
  readonly #database: ReadDatabase;
  readonly #clock: Clock;

  private constructor(database: ReadDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  static async open(database: ReadDatabase, clock: Clock = systemClock): Promise<Presence> {
    await database.create([
      sql`create table if not exists presence (
            visit text primary key,
            scenario integer not null,
            person integer not null,
            seen_at text not null
          )`,
      sql`create index if not exists presence_by_scenario on presence (scenario)`,
    ]);
    return new Presence(database, clock);
  }

  /** Records that a person has opened a scenario. */
  async begin(scenario: number, person: number): Promise<Visit> {
    const visit = randomUUID();
    await this.#database.query(sql`delete from presence where seen_at <= ${this.#timeAfter(-LIFETIME_MS)}`);
    let renewedAt = -Infinity;
    const renew = async (): Promise<void> => {
      if (this.#clock.elapsed() < renewedAt + RENEWAL_MS) return;
      renewedAt = this.#clock.elapsed();
      const now = this.#timeAfter(0);
      await this.#database.query(
        sql`insert into presence (visit, scenario, person, seen_at) values (${visit}, ${scenario}, ${person}, ${now})
            on conflict (visit) do update set seen_at = excluded.seen_at`,
      );
    };
    await renew();
    return {
      renew,
      end: async () => {
        await this.#database.query(sql`delete from presence where visit = ${visit}`);
      },
    };
  }

  /** Ids of the people who have a scenario open, in order. */
  async listPeople(scenario: number): Promise<readonly number[]> {
    const rows = await this.#database.query<{ person: number }>(
      sql`select distinct person from presence where scenario = ${scenario} and seen_at > ${this.#timeAfter(-LIFETIME_MS)}
          order by person`,
    );
    return rows.map(({ person }) => person);
  }

  #timeAfter(ms: number): string {
    return new Date(this.#clock.now().getTime() + ms).toISOString();
  }
}
