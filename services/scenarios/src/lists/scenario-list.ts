/** Read model: people's roles in scenarios. */
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import {
  eventCodec,
  type Projection,
  type ReadDatabase,
  type Statement,
  sql,
  reserveId,
  reserveIdsIn,
} from "@etesian/event-store";
import { grantingSavedScenario } from "../deciding/grants.ts";

const STREAM = /^scenario-(\d+)$/;
export const streamOf = (id: number): string => `scenario-${id}`;
/** The id of a stream's scenario; null for other streams. */
export function idOf(stream: string): number | null {
  const text = STREAM.exec(stream)?.[1];
  return text === undefined ? null : Number(text);
}
/** Sequence of scenario ids. */
export const ID_SEQUENCE = "scenario";
/** Sequences of other services: ids that are referenced here must not be reused. */
const FOREIGN_SEQUENCES = { people: "person", savedScenarios: "saved scenario" } as const;

const codec = eventCodec(scenarioEvents);

export const scenarioList: Projection = {
  name: "scenario_roles",
  tables: [
    // Names of the table before roles existed, and before a role could have several reasons.
    sql`drop table if exists scenario_list`,
    sql`drop table if exists scenario_members`,
    // One row per reason: the id of a saved scenario, or `BY_OWNER`.
    sql`create table if not exists scenario_roles (
          person integer not null,
          scenario integer not null,
          saved integer not null,
          primary key (person, scenario, saved)
        )`,
    sql`create index if not exists scenario_roles_by_scenario on scenario_roles (scenario)`,
    reserveIdsIn(FOREIGN_SEQUENCES.people, "scenario_roles", "person"),
    reserveIdsIn(FOREIGN_SEQUENCES.savedScenarios, "scenario_roles", "saved"),
  ],
  clear: [sql`delete from scenario_roles`],
  project(recorded) {
    const id = idOf(recorded.stream);
    if (id === null) return [];
    switch (recorded.type) {
      case "ScenarioCreated": {
        const event = codec.decode(recorded);
        const owner = event.type === "ScenarioCreated" ? event.data.owner : null;
        // Ids in use must not be reused after this database is rebuilt.
        const reservation = reserveId(ID_SEQUENCE, id);
        return owner === null
          ? [reservation]
          : [reservation, reserveId(FOREIGN_SEQUENCES.people, owner), insertRole(owner, id)];
      }
      case "RoleGranted": {
        const event = codec.decode(recorded);
        if (event.type !== "RoleGranted") return [];
        const { person, savedScenario } = event.data;
        const insertions = [
          reserveId(FOREIGN_SEQUENCES.people, person),
          insertRole(person, id, grantingSavedScenario(event.data, recorded)),
        ];
        if (savedScenario === null) return [deleteRoles(person, id), ...insertions];
        return [reserveId(FOREIGN_SEQUENCES.savedScenarios, savedScenario), ...insertions];
      }
      case "RoleRemoved": {
        const event = codec.decode(recorded);
        return event.type === "RoleRemoved" ? [deleteRoles(event.data.person, id, event.data.savedScenario)] : [];
      }
      case "ScenarioDeleted":
        return [sql`delete from scenario_roles where scenario = ${id}`];
      default:
        return [];
    }
  },
};

const BY_OWNER = -1;

const insertRole = (person: number, scenario: number, savedScenario: number | null = null): Statement =>
  sql`insert into scenario_roles (person, scenario, saved) values (${person}, ${scenario}, ${savedScenario ?? BY_OWNER})
      on conflict (person, scenario, saved) do nothing`;

const deleteRoles = (person: number, scenario: number, savedScenario: number | null = null): Statement =>
  savedScenario === null
    ? sql`delete from scenario_roles where person = ${person} and scenario = ${scenario}`
    : sql`delete from scenario_roles where person = ${person} and scenario = ${scenario} and saved = ${savedScenario}`;

/** One page of the scenarios in which a person has a role, newest first, and their total number. */
export async function listPage(
  database: ReadDatabase,
  person: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    // Ids are assigned in ascending order.
    database.query<{ id: number }>(
      sql`select distinct scenario as id from scenario_roles where person = ${person}
          order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    ),
    database.query<{ total: number }>(
      sql`select cast(count(distinct scenario) as integer) as total from scenario_roles where person = ${person}`,
    ),
  ]);
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 };
}

/** All scenarios in which a person has a role. */
export async function listAll(database: ReadDatabase, person: number): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    sql`select distinct scenario as id from scenario_roles where person = ${person} order by id`,
  );
  return rows.map(({ id }) => id);
}
