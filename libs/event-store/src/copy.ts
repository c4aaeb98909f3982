/** Copies a store to another one, of whatever kind: events as they are, in the order of their commits. */
import type { EventStore } from "./event-store.ts";
import { type Position, type RecordedEvent, START } from "./event.ts";
import { type ReadDatabase, sql } from "./projections/read-database.ts";

const PAGE = 500;

export interface Copied {
  readonly events: number;
  /** Readers whose place is that of the same event now. */
  readonly checkpoints: number;
}

/**
 * Copies all events; those that are there already stay as they are. Positions are another store's: with the database in which
 * readers of the source keep their places, these become places in the target.
 * @throws VersionConflictError when a stream of the target has other events.
 */
export async function copyEvents(
  source: EventStore,
  target: EventStore,
  database: ReadDatabase | null,
): Promise<Copied> {
  const readers = (await placesIn(database)).toSorted((a, b) => (a.position < b.position ? -1 : 1));
  const moved = new Map<string, Position>();
  let events = 0;
  /** Place of the last event copied. */
  let reached = START;
  for (let position = START; ;) {
    const page = await source.readAll(position, PAGE);
    for (const append of appends(page)) {
      const [first] = append;
      const copied = await target.append(first!.stream, append, first!.version - 1);
      for (const [index, event] of append.entries()) {
        while (readers.length > 0 && readers[0]!.position < event.position)
          moved.set(readers.shift()!.consumer, reached);
        reached = copied[index]!.position;
      }
      events += append.length;
    }
    const last = page.at(-1);
    if (last === undefined) break;
    ({ position } = last);
  }
  for (const { consumer } of readers) moved.set(consumer, reached);
  for (const { consumer, position } of await placesIn(database)) {
    await database!.advance(consumer, position, moved.get(consumer) ?? START, []);
  }
  return { events, checkpoints: moved.size };
}

const placesIn = async (database: ReadDatabase | null) =>
  database === null
    ? []
    : database.query<{ consumer: string; position: Position }>(sql`select consumer, position from checkpoints`);

/** Neighbours of one stream, as one append each. */
function appends(page: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const found: RecordedEvent[][] = [];
  for (const event of page) {
    const last = found.at(-1);
    if (last?.[0]?.stream === event.stream) last.push(event);
    else found.push([event]);
  }
  return found;
}
