/**
 * The stored form of events in EventStoreDB: fields besides the payload are in the metadata, including the checksum
 * chain.
 */
import { type EventData, jsonEvent, type JSONType } from "@eventstore/db-client";
import { z } from "zod";
import { type NewEvent, type Position, type RecordedEvent, START } from "../event.ts";
import {
  Chain,
  checksumOf,
  DamagedEventError,
  decode,
  encode,
  type StoredEvent,
  type StreamHead,
} from "../stored-event.ts";
import type { ServerEvent } from "./connection.ts";
import { type DataReference, referenceOf } from "./large-data.ts";

const metadataSchema = z.object({
  schemaVersion: z.int(),
  time: z.string(),
  actor: z.string(),
  /** Names that the server's own tools recognise. */
  $correlationId: z.string(),
  $causationId: z.string().nullable(),
  /** Checksum of the previous event in the stream, and its own. */
  previous: z.string(),
  checksum: z.string(),
  /** Total size of the stream's data up to this event. */
  bytes: z.number(),
  /** Refers to the event's data if they are large and stored separately. */
  dataIn: z.object({ sha256: z.string(), bytes: z.int() }).optional(),
});
type Metadata = z.infer<typeof metadataSchema>;

/** The end of a stream, with the total size of its data. */
export interface StreamEnd extends StreamHead {
  readonly bytes: number;
}

/** Larger data (bytes) are stored separately: the server accepts 1 MiB per append. */
const LARGE_BYTES = 256 * 1024;
/**
 * Maximum bytes of data and metadata in an append, leaving room for type names; above it, the largest data are stored
 * separately.
 */
const MAX_APPEND_BYTES = 960 * 1024;

/** Events prepared for an append. */
export interface PreparedAppend {
  readonly events: readonly EventData[];
  /** The end of the stream after the append. */
  readonly end: StreamEnd;
  /** Data that must be stored first. */
  readonly large: readonly Buffer[];
}

export function prepare(stream: string, end: StreamEnd, events: readonly NewEvent[]): PreparedAppend {
  let { version, checksum, bytes } = end;
  const chainedEvents = events.map((event) => {
    const { schemaVersion, time, actor, correlationId, causationId } = event;
    const previous = checksum;
    const encoded = encode(event);
    const data = Buffer.from(encoded.data);
    version += 1;
    bytes += data.length;
    checksum = checksumOf(previous, stream, version, encoded);
    const metadata: Metadata = {
      schemaVersion,
      time,
      actor,
      $correlationId: correlationId,
      $causationId: causationId,
      previous,
      checksum,
      bytes,
    };
    return { event, data, metadata };
  });
  const separateEvents = selectEventsToSeparate(chainedEvents);
  const prepared = chainedEvents.map((message) => {
    const { id, type, data } = message.event;
    return separateEvents.has(message)
      ? jsonEvent({ id, type, data: {}, metadata: { ...message.metadata, dataIn: { ...referenceOf(message.data) } } })
      : jsonEvent({ id, type, data: data as JSONType, metadata: message.metadata });
  });
  return { events: prepared, end: { version, checksum, bytes }, large: [...separateEvents].map(({ data }) => data) };
}

/**
 * Selects the events whose data are stored separately: events with large data, then the largest of the others until the
 * rest fits into the append.
 */
function selectEventsToSeparate<Event extends { readonly data: Buffer; readonly metadata: Metadata }>(
  events: readonly Event[],
): ReadonlySet<Event> {
  const separateEvents = new Set<Event>();
  let size = events.reduce((sum, { data, metadata }) => sum + data.length + JSON.stringify(metadata).length, 0);
  for (const event of events.toSorted((one, other) => other.data.length - one.data.length)) {
    if (event.data.length <= LARGE_BYTES && size <= MAX_APPEND_BYTES) break;
    separateEvents.add(event);
    size -= event.data.length;
  }
  return separateEvents;
}

/** Where an event's data are stored; null if the event contains them. */
export const dataReferenceOf = (event: ServerEvent): DataReference | null => metadataOf(event).dataIn ?? null;

/** The end of a stream, from its last event. */
export function endAt(event: ServerEvent): StreamEnd {
  const { checksum, bytes } = metadataOf(event);
  return { version: versionOf(event), checksum, bytes };
}

/** Verifies events of one stream as they are read in order; single events are verified individually. */
export class Reader {
  #chain: Chain | null = null;

  /**
   * `data` is JSON. @throws DamagedEventError if it differs from the stored data, or does not follow the previous
   * event.
   */
  read(event: ServerEvent, data: string): RecordedEvent {
    const version = versionOf(event);
    const { previous, checksum, $correlationId, $causationId, schemaVersion, time, actor } = metadataOf(event);
    const stored: StoredEvent = {
      stream: event.streamId,
      version,
      checksum,
      id: event.id,
      type: event.type,
      schemaVersion,
      time,
      actor,
      correlationId: $correlationId,
      causationId: $causationId,
      data,
    };
    this.#chain ??= new Chain(event.streamId, { version: version - 1, checksum: previous });
    this.#chain.add(stored);
    return decode(stored, positionOf(event));
  }
}

export const versionOf = ({ revision }: ServerEvent): number => Number(revision) + 1;

function metadataOf(event: ServerEvent): Metadata {
  const parsed = metadataSchema.safeParse(event.metadata);
  if (parsed.success) return parsed.data;
  throw new DamagedEventError(event.streamId, versionOf(event), "its metadata are invalid");
}

const DIGITS = 20;
const padNumber = (number: bigint): string => String(number).padStart(DIGITS, "0");

/** The events of one append share its commit position. */
export function positionOf({ position, streamId }: ServerEvent): Position {
  if (position === undefined)
    throw new Error(`${streamId}: the server returns no positions; version 22.6 or later is required`);
  return `${padNumber(position.commit)}-${padNumber(position.prepare)}` as Position;
}

/** The position in the server's log; null before the first event. */
export function logPosition(position: Position): { readonly commit: bigint; readonly prepare: bigint } | null {
  if (position === START) return null;
  const [commit = "", prepare = ""] = position.split("-");
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
