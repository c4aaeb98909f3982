/** Read model: the saved scenarios in which each person has a role, in order, and the scenarios they contain. */
import { savedScenarioEvents } from "@etesian/contracts/events/saved-scenario";
import { SAVED } from "@etesian/contracts/limits";
import {
  eventCodec,
  type Projection,
  type ReadDatabase,
  type RecordedEvent,
  type Statement,
  sql,
  reserveId,
  reserveIdsIn,
} from "@etesian/event-store";

const STREAM = /^saved-scenario-(\d+)$/;
export const streamOf = (id: number): string => `saved-scenario-${id}`;
/** The id of a stream's saved scenario; null for other streams. */
export function idOf(stream: string): number | null {
  const text = STREAM.exec(stream)?.[1];
  return text === undefined ? null : Number(text);
}
/** Sequence of saved scenario ids. */
export const ID_SEQUENCE = "saved scenario";
/** Sequences of other services, because ids referenced here must not be reused. */
export const FOREIGN_SEQUENCES = { scenarios: "scenario", people: "person" } as const;

export const codec = eventCodec(savedScenarioEvents);

const TABLES: readonly Statement[] = [
  sql`create table if not exists saved_scenarios (
        saved integer primary key,
        updated_at text not null,
        discarded_at text not null
      )`,
  sql`create index if not exists saved_scenarios_by_time on saved_scenarios (discarded_at, updated_at, saved)`,
  // The sort keys are repeated in each row, so that reading one page does not read all rows of a person.
  sql`create table if not exists saved_members (
        person integer not null,
        saved integer not null,
        updated_at text not null,
        discarded integer not null,
        primary key (person, saved)
      )`,
  sql`create index if not exists saved_members_by_time on saved_members (person, discarded, updated_at, saved)`,
  sql`create index if not exists saved_members_by_saved on saved_members (saved)`,
  // Current and earlier versions; `entered` is the event that made the version current.
  sql`create table if not exists saved_versions (
        saved integer not null,
        scenario integer not null,
        entered integer not null,
        primary key (saved, scenario)
      )`,
  sql`create index if not exists saved_versions_by_scenario on saved_versions (scenario)`,
  reserveIdsIn(FOREIGN_SEQUENCES.scenarios, "saved_versions", "scenario"),
  reserveIdsIn(FOREIGN_SEQUENCES.people, "saved_members", "person"),
];

export const savedScenarioList: Projection = {
  name: "saved_scenarios",
  tables: TABLES,
  clear: [sql`delete from saved_scenarios`, sql`delete from saved_members`, sql`delete from saved_versions`],
  project(recorded) {
    const id = idOf(recorded.stream);
    return id === null ? [] : statementsFor(id, recorded);
  },
};

function statementsFor(id: number, recorded: RecordedEvent): readonly Statement[] {
  const { time, version } = recorded;
  const event = codec.decode(recorded);
  switch (event.type) {
    case "ScenarioSaved": {
      const { owner, scenario } = event.data;
      return [
        reserveId(ID_SEQUENCE, id),
        sql`insert into saved_scenarios (saved, updated_at, discarded_at) values (${id}, ${time}, '')
            on conflict (saved) do nothing`,
        ...addMember(id, owner),
        ...addVersion(id, scenario, version),
      ];
    }
    case "SavedVersionAdded":
      return [
        ...addVersion(id, event.data.scenario, version),
        sql`delete from saved_versions where saved = ${id} and entered not in (
              select entered from saved_versions where saved = ${id} order by entered desc limit ${SAVED.versions + 1})`,
        ...setUpdatedAt(id, time),
      ];
    case "SavedVersionRestored":
      return [
        sql`delete from saved_versions where saved = ${id} and entered > (
              select entered from saved_versions where saved = ${id} and scenario = ${event.data.scenario})`,
        ...setUpdatedAt(id, time),
      ];
    case "SavedScenarioDescribed":
    case "SavedScenarioMadePrivate":
    case "SavedScenarioMadePublic":
      return setUpdatedAt(id, time);
    case "SavedScenarioDiscarded":
      return [
        sql`update saved_scenarios set discarded_at = ${time} where saved = ${id}`,
        sql`update saved_members set discarded = 1 where saved = ${id}`,
      ];
    case "SavedScenarioRecovered":
      return [
        sql`update saved_scenarios set discarded_at = '' where saved = ${id}`,
        sql`update saved_members set discarded = 0 where saved = ${id}`,
      ];
    case "SavedScenarioRoleGranted":
      return addMember(id, event.data.person);
    case "SavedScenarioRoleRemoved":
      return [sql`delete from saved_members where saved = ${id} and person = ${event.data.person}`];
    case "SavedScenarioDeleted":
    case "SavedScenarioPurged":
      return [
        sql`delete from saved_scenarios where saved = ${id}`,
        sql`delete from saved_members where saved = ${id}`,
        sql`delete from saved_versions where saved = ${id}`,
      ];
    default:
      return event satisfies never;
  }
}

const addVersion = (id: number, scenario: number, version: number): readonly Statement[] => [
  reserveId(FOREIGN_SEQUENCES.scenarios, scenario),
  sql`insert into saved_versions (saved, scenario, entered) values (${id}, ${scenario}, ${version})
      on conflict (saved, scenario) do update set entered = excluded.entered`,
];

const addMember = (id: number, person: number): readonly Statement[] => [
  reserveId(FOREIGN_SEQUENCES.people, person),
  sql`insert into saved_members (person, saved, updated_at, discarded)
      select cast(${person} as integer), saved, updated_at, case when discarded_at = '' then 0 else 1 end
      from saved_scenarios where saved = ${id}
      on conflict (person, saved) do nothing`,
];

const setUpdatedAt = (id: number, time: string): readonly Statement[] => [
  sql`update saved_scenarios set updated_at = ${time} where saved = ${id} and updated_at < ${time}`,
  sql`update saved_members set updated_at = ${time} where saved = ${id} and updated_at < ${time}`,
];

interface ListQuery {
  /** A person with a role; null for all saved scenarios. */
  readonly person: number | null;
  /** Only saved scenarios in the trash. */
  readonly discarded: boolean;
  readonly page: number;
  readonly limit: number;
}

/** One page of saved scenarios, latest change first, and their total number. */
export async function listSavedScenarios(
  database: ReadDatabase,
  { person, discarded, page, limit }: ListQuery,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const offset = (page - 1) * limit;
  const flag = discarded ? 1 : 0;
  const [rows, [count]] = await Promise.all([
    database.query<{ id: number }>(
      person !== null
        ? sql`select saved as id from saved_members where person = ${person} and discarded = ${flag}
              order by updated_at desc, saved desc limit ${limit} offset ${offset}`
        : discarded
          ? sql`select saved as id from saved_scenarios where discarded_at > ''
                order by updated_at desc, saved desc limit ${limit} offset ${offset}`
          : sql`select saved as id from saved_scenarios where discarded_at = ''
                order by updated_at desc, saved desc limit ${limit} offset ${offset}`,
    ),
    database.query<{ total: number }>(
      person === null
        ? sql`select cast(count(*) as integer) as total from saved_scenarios
              where (case when discarded_at = '' then 0 else 1 end) = ${flag}`
        : sql`select cast(count(*) as integer) as total from saved_members
              where person = ${person} and discarded = ${flag}`,
    ),
  ]);
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 };
}

/** Up to `limit` saved scenarios in which a person has a role, including saved scenarios in the trash. */
export async function savedScenariosOf(
  database: ReadDatabase,
  person: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    sql`select saved as id from saved_members where person = ${person} order by saved limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Up to `limit` saved scenarios trashed before a time (ISO 8601), oldest first. */
export async function findDiscardedBefore(
  database: ReadDatabase,
  time: string,
  limit: number,
): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    sql`select saved as id from saved_scenarios where discarded_at > '' and discarded_at < ${time}
        order by discarded_at limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Whether a scenario is a current or earlier version of any saved scenario. */
export async function isSavedVersion(database: ReadDatabase, scenario: number): Promise<boolean> {
  const rows = await database.query(sql`select 1 as held from saved_versions where scenario = ${scenario} limit 1`);
  return rows.length > 0;
}
