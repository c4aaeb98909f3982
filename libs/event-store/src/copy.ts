/** Copies events into another store, of whatever kind: as they are, in the order of their commits. */
import type { EventStore } from "./event-store.ts";
import { type Position, type RecordedEvent, START } from "./event.ts";
import { type ReadDatabase, sql } from "./projections/read-database.ts";

const PAGE = 500;
/** Appends that are under way at the same time. */
const AT_ONCE = 64;
/** Data and metadata of an append, unless a single event has more (bytes); servers of events have limits. */
const APPEND_BYTES = 512 * 1024;
/** Upper bound for an event's fields besides its data, checksums included. */
const METADATA_BYTES = 1024;

/** How far a reader of events has come. */
export interface ReaderPosition {
  readonly consumer: string;
  readonly position: Position;
}

/** A copy under way: positions are another store's there, so it follows the places of readers. */
export class EventCopy {
  readonly target: EventStore;
  /** Of the source, the first one first. */
  readonly #places: ReaderPosition[];
  readonly #moved: ReaderPosition[] = [];
  /** ReaderPosition of the last event copied. */
  #reached = START;
  #events = 0;

  constructor(target: EventStore, places: readonly ReaderPosition[]) {
    this.target = target;
    this.#places = places.toSorted((a, b) => (a.position < b.position ? -1 : 1));
  }

  get events(): number {
    return this.#events;
  }

  /** Events were appended to the target, where they are `copied`. */
  note(events: readonly RecordedEvent[], copied: readonly RecordedEvent[]): void {
    for (const [index, { position }] of events.entries()) {
      while (this.#places.length > 0 && this.#places[0]!.position < position) this.#move(this.#places.shift()!);
      this.#reached = copied[index]!.position;
    }
    this.#events += events.length;
  }

  /** The places of readers in the target, when all is copied. */
  places(): readonly ReaderPosition[] {
    for (const place of this.#places.splice(0)) this.#move(place);
    return this.#moved;
  }

  #move({ consumer }: ReaderPosition): void {
    this.#moved.push({ consumer, position: this.#reached });
  }
}

/**
 * Copies all events; events that the target has stay as they are. `copyOf`: the target of a stream. `atOnce`: the
 * targets store concurrent appends in the order of the calls, as files do.
 * @throws VersionConflictError when a stream of a target has other events.
 */
export async function copyEvents(
  pages: AsyncIterable<readonly RecordedEvent[]>,
  copyOf: (stream: string) => EventCopy,
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<void> {
  for await (const page of pages) {
    const appends = appendsOf(page).map((events) => {
      const [{ stream, version }] = events;
      const copy = copyOf(stream);
      return { copy, events, append: () => copy.target.append(stream, events, version - 1) };
    });
    const length = atOnce ? AT_ONCE : 1;
    for (let from = 0; from < appends.length; from += length) {
      const some = appends.slice(from, from + length);
      const copied = await Promise.all(some.map(({ append }) => append()));
      for (const [index, { copy, events }] of some.entries()) copy.note(events, copied[index]!);
    }
  }
}

/** All events of a store as they are when they are read, page by page. */
export async function* allEvents(store: EventStore): AsyncGenerator<readonly RecordedEvent[]> {
  for (let position = START; ;) {
    const page = await store.readAll(position, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    ({ position } = last);
  }
}

/** The readers that keep their places in a database. */
export const readerPositionsIn = (database: ReadDatabase): Promise<readonly ReaderPosition[]> =>
  database.query<ReaderPosition>(sql`select consumer, position from checkpoints`);

/** Neighbours of one stream, as one append each, unless they are large together. */
function appendsOf(page: readonly RecordedEvent[]): readonly (readonly [RecordedEvent, ...RecordedEvent[]])[] {
  const found: [RecordedEvent, ...RecordedEvent[]][] = [];
  let bytes = 0;
  for (const event of page) {
    const last = found.at(-1);
    const size = Buffer.byteLength(JSON.stringify(event.data)) + METADATA_BYTES;
    bytes += size;
    if (last?.[0].stream === event.stream && bytes <= APPEND_BYTES) {
      last.push(event);
    } else {
      found.push([event]);
      bytes = size;
    }
  }
  return found;
}
