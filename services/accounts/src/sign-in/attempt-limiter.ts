/** Rate limits: attempts within a time window, counted across all processes. Keys are stored as digests. */
import { hash } from "node:crypto";
import type { Clock } from "@etesian/clock";
import { type Rate } from "@etesian/contracts/limits";
import { type ReadDatabase, sql } from "@etesian/event-store";
import { digestOf } from "../people/vault.ts";

/** The action that is counted. */
export interface AttemptKey {
  readonly action: string;
  /** IP address or person id of the caller. */
  readonly caller?: string;
  /** The email that the attempt concerns; erasing it removes the count. */
  readonly email?: string;
}

const MAX_MS = 86_400_000;

export class AttemptLimiter {
  readonly #database: ReadDatabase;
  readonly #clock: Clock;

  constructor(database: ReadDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Counts an attempt; returns false if the limit is exceeded. */
  async allow(key: AttemptKey, { times, withinMs }: Rate): Promise<boolean> {
    const now = this.#timeFromNow(0);
    const since = this.#timeFromNow(-withinMs);
    await this.#database.query(sql`delete from tries where since <= ${this.#timeFromNow(-MAX_MS)}`);
    const emailDigest = key.email === undefined ? null : digestOf(key.email);
    const [row] = await this.#database.query<{ count: number }>(
      sql`insert into tries (name, count, since, about) values (${nameOf(key)}, 1, ${now}, ${emailDigest})
          on conflict (name) do update set
            count = case when tries.since <= ${since} then 1 else tries.count + 1 end,
            since = case when tries.since <= ${since} then excluded.since else tries.since end
          returning count`,
    );
    return row!.count <= times;
  }

  /** Resets the count. */
  async reset(key: AttemptKey): Promise<void> {
    await this.#database.query(sql`delete from tries where name = ${nameOf(key)}`);
  }

  #timeFromNow(ms: number): string {
    return new Date(this.#clock.now().getTime() + ms).toISOString();
  }
}

const nameOf = ({ action, caller = "", email }: AttemptKey): string =>
  hash("sha256", JSON.stringify([action, caller, email === undefined ? "" : digestOf(email)]), "hex");
