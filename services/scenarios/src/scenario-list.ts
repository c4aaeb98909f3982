/** Read model: who has a role in which scenarios. */
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { eventCodec, type Projection, type ReadDatabase, type Statement, sql, takeNumber } from "@etesian/event-store";

const STREAM = /^scenario-(\d+)$/;
export const streamOf = (id: number): string => `scenario-${id}`;
/** The scenario of a stream; null when it is another's. */
export function idOf(stream: string): number | null {
  const written = STREAM.exec(stream)?.[1];
  return written === undefined ? null : Number(written);
}
/** Ids are numbers of this sequence. */
export const ID_SEQUENCE = "scenario";

const codec = eventCodec(scenarioEvents);

export const scenarioList: Projection = {
  name: "scenario_members",
  tables: [
    // What it was before people had roles.
    sql`drop table if exists scenario_list`,
    sql`create table if not exists scenario_members (
          person integer not null,
          scenario integer not null,
          primary key (person, scenario)
        )`,
    sql`create index if not exists scenario_members_by_scenario on scenario_members (scenario)`,
  ],
  clear: [sql`delete from scenario_members`],
  project(recorded) {
    const id = idOf(recorded.stream);
    if (id === null) return [];
    switch (recorded.type) {
      case "ScenarioCreated": {
        const event = codec.decode(recorded);
        const owner = event.type === "ScenarioCreated" ? event.data.owner : null;
        // Ids in use stay in use when this database is built again.
        const taken = takeNumber(ID_SEQUENCE, id);
        return owner === null ? [taken] : [taken, insertRole(owner, id)];
      }
      case "RoleGranted": {
        const event = codec.decode(recorded);
        return event.type === "RoleGranted" ? [insertRole(event.data.person, id)] : [];
      }
      case "RoleRemoved": {
        const event = codec.decode(recorded);
        if (event.type !== "RoleRemoved") return [];
        return [sql`delete from scenario_members where person = ${event.data.person} and scenario = ${id}`];
      }
      case "ScenarioDeleted":
        return [sql`delete from scenario_members where scenario = ${id}`];
      default:
        return [];
    }
  },
};

const insertRole = (person: number, scenario: number): Statement =>
  sql`insert into scenario_members (person, scenario) values (${person}, ${scenario})
      on conflict (person, scenario) do nothing`;

/** One page of the scenarios in which a person has a role, newest first, and how many there are on all pages. */
export async function listOf(
  database: ReadDatabase,
  person: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    // Ids are given in order.
    database.query<{ id: number }>(
      sql`select scenario as id from scenario_members where person = ${person}
          order by scenario desc limit ${limit} offset ${(page - 1) * limit}`,
    ),
    database.query<{ total: number }>(
      sql`select cast(count(*) as integer) as total from scenario_members where person = ${person}`,
    ),
  ]);
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 };
}

/** All scenarios in which a person has a role. */
export async function allOf(database: ReadDatabase, person: number): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    sql`select scenario as id from scenario_members where person = ${person} order by scenario`,
  );
  return rows.map(({ id }) => id);
}
