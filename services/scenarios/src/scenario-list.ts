/** Read model: whose scenarios there are, newest first. */
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { eventCodec, type Projection, type ReadDatabase, sql, takeNumber } from "@etesian/event-store";

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
  name: "scenario_list",
  tables: [
    sql`create table if not exists scenario_list (
          id integer primary key,
          owner integer not null,
          created_at text not null
        )`,
    sql`create index if not exists scenario_list_by_owner on scenario_list (owner, created_at, id)`,
  ],
  clear: [sql`delete from scenario_list`],
  project(recorded) {
    const id = idOf(recorded.stream);
    if (id === null) return [];
    switch (recorded.type) {
      case "ScenarioCreated": {
        const event = codec.decode(recorded);
        const owner = event.type === "ScenarioCreated" ? event.data.owner : null;
        // Ids in use stay in use when this database is built again.
        const taken = takeNumber(ID_SEQUENCE, id);
        if (owner === null) return [taken];
        return [
          taken,
          sql`insert into scenario_list (id, owner, created_at) values (${id}, ${owner}, ${recorded.time}) on conflict (id) do nothing`,
        ];
      }
      case "ScenarioDeleted":
        return [sql`delete from scenario_list where id = ${id}`];
      default:
        return [];
    }
  },
};

/** One page of a user's scenarios, newest first, and how many there are on all pages. */
export async function listOf(
  database: ReadDatabase,
  owner: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    database.query<{ id: number }>(
      sql`select id from scenario_list where owner = ${owner}
          order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    ),
    database.query<{ total: number }>(
      sql`select cast(count(*) as integer) as total from scenario_list where owner = ${owner}`,
    ),
  ]);
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 };
}
