/** Read model: presets. */
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { eventCodec, type Projection, type ReadDatabase, sql } from "@etesian/event-store";
import { idOf } from "./scenario-list.ts";

const codec = eventCodec(scenarioEvents);

export const featuredList: Projection = {
  name: "featured_scenarios",
  tables: [
    sql`create table if not exists featured_scenarios (scenario integer primary key, ordering integer not null)`,
  ],
  clear: [sql`delete from featured_scenarios`],
  project(recorded) {
    const id = idOf(recorded.stream);
    if (id === null) return [];
    switch (recorded.type) {
      case "ScenarioFeatured": {
        const event = codec.decode(recorded);
        const ordering = event.type === "ScenarioFeatured" ? event.data.ordering : 0;
        return [
          sql`insert into featured_scenarios (scenario, ordering) values (${id}, ${ordering})
              on conflict (scenario) do update set ordering = excluded.ordering`,
        ];
      }
      case "ScenarioUnfeatured":
      case "ScenarioDeleted":
        return [sql`delete from featured_scenarios where scenario = ${id}`];
      default:
        return [];
    }
  },
};

/** Ids of presets in order. */
export async function featuredIds(database: ReadDatabase): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    sql`select scenario as id from featured_scenarios order by ordering, scenario`,
  );
  return rows.map(({ id }) => id);
}
