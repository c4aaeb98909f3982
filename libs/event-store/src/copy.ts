/** Copies events unchanged, in commit order, into a store of any kind. */
import type { EventStore } from "./event-store.ts";
import { type Position, type RecordedEvent, START } from "./event.ts";
import { type ReadDatabase, sql } from "./projections/read-database.ts";

const PAGE = 500;
/** Maximum concurrent appends. */
const MAX_CONCURRENT_APPENDS = 64;
/** Maximum bytes of an append's data and metadata, unless a single event is larger; event servers have limits. */
const APPEND_BYTES = 512 * 1024;
/** Upper bound for the size of an event's fields other than its data, including checksums. */
const METADATA_BYTES = 1024;

/** The position of a consumer of events. */
export interface ReaderPosition {
  readonly consumer: string;
  readonly position: Position;
}

/** A running copy. Positions differ in the target, so the copy translates the consumers' positions. */
export class EventCopy {
  readonly target: EventStore;
  /** Positions in the source, in ascending order. */
  readonly #sourcePositions: ReaderPosition[];
  readonly #targetPositions: ReaderPosition[] = [];
  /** Position of the last copied event. */
  #lastPosition = START;
  #events = 0;

  constructor(target: EventStore, positions: readonly ReaderPosition[]) {
    this.target = target;
    this.#sourcePositions = positions.toSorted((a, b) => (a.position < b.position ? -1 : 1));
  }

  get events(): number {
    return this.#events;
  }

  /** Records events that were appended to the target as `copied`. */
  note(events: readonly RecordedEvent[], copied: readonly RecordedEvent[]): void {
    for (const [index, { position }] of events.entries()) {
      while (this.#sourcePositions.length > 0 && this.#sourcePositions[0]!.position < position)
        this.#translate(this.#sourcePositions.shift()!);
      this.#lastPosition = copied[index]!.position;
    }
    this.#events += events.length;
  }

  /** The consumers' positions in the target, once everything is copied. */
  translatePositions(): readonly ReaderPosition[] {
    for (const position of this.#sourcePositions.splice(0)) this.#translate(position);
    return this.#targetPositions;
  }

  #translate({ consumer }: ReaderPosition): void {
    this.#targetPositions.push({ consumer, position: this.#lastPosition });
  }
}

/**
 * Copies all events; events that the target already has remain unchanged. `copyOf` returns the copy that a stream
 * belongs to. `preservesOrder`: whether the targets store concurrent appends in the order of the calls, as files do.
 * @throws VersionConflictError if a target's stream has other events.
 */
export async function copyEvents(
  pages: AsyncIterable<readonly RecordedEvent[]>,
  copyOf: (stream: string) => EventCopy,
  { preservesOrder = false }: { readonly preservesOrder?: boolean } = {},
): Promise<void> {
  for await (const page of pages) {
    const appends = appendsOf(page).map((events) => {
      const [{ stream, version }] = events;
      const copy = copyOf(stream);
      return { copy, events, append: () => copy.target.append(stream, events, version - 1) };
    });
    const batchSize = preservesOrder ? MAX_CONCURRENT_APPENDS : 1;
    for (let start = 0; start < appends.length; start += batchSize) {
      const batch = appends.slice(start, start + batchSize);
      const copied = await Promise.all(batch.map(({ append }) => append()));
      for (const [index, { copy, events }] of batch.entries()) copy.note(events, copied[index]!);
    }
  }
}

/** All events of a store, read page by page. */
export async function* allEvents(store: EventStore): AsyncGenerator<readonly RecordedEvent[]> {
  for (let position = START; ;) {
    const page = await store.readAll(position, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    ({ position } = last);
  }
}

/** The consumers' positions in a database. */
export const readerPositionsIn = (database: ReadDatabase): Promise<readonly ReaderPosition[]> =>
  database.query<ReaderPosition>(sql`select consumer, position from checkpoints`);

/** Groups consecutive events of a stream into appends, limited in size. */
function appendsOf(page: readonly RecordedEvent[]): readonly (readonly [RecordedEvent, ...RecordedEvent[]])[] {
  const batches: [RecordedEvent, ...RecordedEvent[]][] = [];
  let bytes = 0;
  for (const event of page) {
    const last = batches.at(-1);
    const size = Buffer.byteLength(JSON.stringify(event.data)) + METADATA_BYTES;
    bytes += size;
    if (last?.[0].stream === event.stream && bytes <= APPEND_BYTES) {
      last.push(event);
    } else {
      batches.push([event]);
      bytes = size;
    }
  }
  return batches;
}
