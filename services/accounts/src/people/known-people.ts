/** Read model: the people in the events, and which of them have an account and therefore need a key. */
import { type EventStore, type Projection, Projector, type ReadDatabase, sql, reserveId } from "@etesian/event-store";
import { personOf } from "./person.ts";
import { PERSON_SEQUENCE } from "./vault.ts";

const projection: Projection = {
  name: "known_people",
  tables: [sql`create table if not exists known_people (person integer primary key, has_account integer not null)`],
  clear: [sql`delete from known_people`],
  project({ stream, type }) {
    const person = personOf(stream);
    if (person === null) return [];
    switch (type) {
      case "PersonInvited":
        return [reserveId(PERSON_SEQUENCE, person), upsertPerson(person, 0)];
      case "AccountOpened":
        return [reserveId(PERSON_SEQUENCE, person), upsertPerson(person, 1)];
      case "ErasureBegun":
      case "PersonErased":
      case "PersonCoupled":
        return [upsertPerson(person, 0)];
      default:
        return [];
    }
  },
};

const upsertPerson = (person: number, hasAccount: 0 | 1) =>
  sql`insert into known_people (person, has_account) values (${person}, ${hasAccount})
      on conflict (person) do update set has_account = excluded.has_account`;

export class KnownPeople {
  readonly #database: ReadDatabase;
  readonly #projector: Projector;

  private constructor(database: ReadDatabase, projector: Projector) {
    this.#database = database;
    this.#projector = projector;
  }

  static async open(store: EventStore, database: ReadDatabase): Promise<KnownPeople> {
    const people = new KnownPeople(database, await Projector.open(store, database, projection));
    await people.catchUp();
    return people;
  }

  /** Reads new events. Regular calls keep the next start fast. */
  catchUp(): Promise<void> {
    return this.#projector.catchUp();
  }

  /** Ids of people with an account. */
  async accountIds(): Promise<readonly number[]> {
    const rows = await this.#database.query<{ person: number }>(
      sql`select person from known_people where has_account = 1 order by person`,
    );
    return rows.map(({ person }) => person);
  }
}
