/** Read model: collections by owner. */
import { collectionEvents } from "@etesian/contracts/events/collection";
import { eventCodec, type Projection, type ReadDatabase, sql, reserveId, reserveIdsIn } from "@etesian/event-store";
import { FOREIGN_SEQUENCES, ID_SEQUENCE } from "./saved-scenario-list.ts";

const STREAM = /^collection-(\d+)$/;
export const collectionStreamOf = (id: number): string => `collection-${id}`;
/** The id of a stream's collection; null for other streams. */
export function collectionIdOf(stream: string): number | null {
  const text = STREAM.exec(stream)?.[1];
  return text === undefined ? null : Number(text);
}
/** Sequence of collection ids. */
export const COLLECTION_SEQUENCE = "collection";

export const collectionCodec = eventCodec(collectionEvents);

export const collectionList: Projection = {
  name: "collections",
  tables: [
    sql`create table if not exists collections (
          collection integer primary key,
          owner integer not null,
          discarded integer not null
        )`,
    sql`create index if not exists collections_by_owner on collections (owner, discarded, collection)`,
    reserveIdsIn(FOREIGN_SEQUENCES.people, "collections", "owner"),
  ],
  clear: [sql`delete from collections`],
  project(recorded) {
    const id = collectionIdOf(recorded.stream);
    if (id === null) return [];
    const event = collectionCodec.decode(recorded);
    switch (event.type) {
      case "CollectionMade":
        return [
          reserveId(COLLECTION_SEQUENCE, id),
          reserveId(FOREIGN_SEQUENCES.people, event.data.owner),
          ...reserveMemberIds(event.data),
          sql`insert into collections (collection, owner, discarded) values (${id}, ${event.data.owner}, 0)
              on conflict (collection) do nothing`,
        ];
      case "CollectionDiscarded":
        return [sql`update collections set discarded = 1 where collection = ${id}`];
      case "CollectionRecovered":
        return [sql`update collections set discarded = 0 where collection = ${id}`];
      case "CollectionHandedOver":
        return [
          reserveId(FOREIGN_SEQUENCES.people, event.data.owner),
          sql`update collections set owner = ${event.data.owner} where collection = ${id}`,
        ];
      case "CollectionDeleted":
        return [sql`delete from collections where collection = ${id}`];
      case "CollectionChanged":
        return reserveMemberIds(event.data);
      default:
        return event satisfies never;
    }
  },
};

/** Marks the ids of members as used, because a restored store must not reuse them. */
const reserveMemberIds = (members: {
  readonly scenarios: readonly number[];
  readonly savedScenarios: readonly number[];
}) =>
  [[FOREIGN_SEQUENCES.scenarios, members.scenarios] as const, [ID_SEQUENCE, members.savedScenarios] as const].flatMap(
    ([sequence, ids]) => (ids.length === 0 ? [] : [reserveId(sequence, Math.max(...ids))]),
  );

/** A person's newest collections that are not in the trash. */
export async function collectionsOf(database: ReadDatabase, owner: number, limit: number): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    sql`select collection as id from collections where owner = ${owner} and discarded = 0
        order by collection desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Up to `limit` collections of a person, including collections in the trash. */
export async function allCollectionsOf(
  database: ReadDatabase,
  owner: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    sql`select collection as id from collections where owner = ${owner} order by collection limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
