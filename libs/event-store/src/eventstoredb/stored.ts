/** Events as EventStoreDB keeps them: what surrounds the payload is in the metadata, the checksums of the chain, too. */
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

const metadataSchema = z.object({
  schemaVersion: z.int(),
  time: z.string(),
  actor: z.string(),
  /** Names that the server's own tools know. */
  $correlationId: z.string(),
  $causationId: z.string().nullable(),
  /** Checksum of the event before it in its stream, and its own. */
  previous: z.string(),
  checksum: z.string(),
  /** Of the data of its stream up to and with this event. */
  bytes: z.number(),
});
type Metadata = z.infer<typeof metadataSchema>;

/** The end of a stream, with the bytes of its data. */
export interface End extends StreamHead {
  readonly bytes: number;
}

/** Events to be appended after the end of a stream, and the end they make. */
export function chained(stream: string, end: End, events: readonly NewEvent[]): { events: EventData[]; end: End } {
  let { version, checksum, bytes } = end;
  const prepared = events.map((event) => {
    const { id, type, schemaVersion, time, actor, correlationId, causationId, data } = event;
    const previous = checksum;
    const encoded = encode(event);
    version += 1;
    bytes += Buffer.byteLength(encoded.data);
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
    return jsonEvent({ id, type, data: data as JSONType, metadata });
  });
  return { events: prepared, end: { version, checksum, bytes } };
}

/** The end that a stream's last event tells of. */
export function endAt(event: ServerEvent): End {
  const { checksum, bytes } = metadataOf(event);
  return { version: versionOf(event), checksum, bytes };
}

/** Checks events of one stream as they are read, in order; those that stand alone by themselves. */
export class Reader {
  #chain: Chain | null = null;

  /** @throws DamagedEventError when it is not what was stored, or does not follow the one before. */
  read(event: ServerEvent): RecordedEvent {
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
      data: JSON.stringify(event.data),
    };
    this.#chain ??= new Chain(event.streamId, { version: version - 1, checksum: previous });
    this.#chain.add(stored);
    return decode(stored, positionOf(event));
  }
}

export const readAlone = (event: ServerEvent): RecordedEvent => new Reader().read(event);

const versionOf = ({ revision }: ServerEvent): number => Number(revision) + 1;

function metadataOf(event: ServerEvent): Metadata {
  const parsed = metadataSchema.safeParse(event.metadata);
  if (parsed.success) return parsed.data;
  throw new DamagedEventError(event.streamId, versionOf(event), "its metadata are not what was stored");
}

const DIGITS = 20;
const padded = (number: bigint): string => String(number).padStart(DIGITS, "0");

/** Events of one append share the place of its commit. */
function positionOf({ position, streamId }: ServerEvent): Position {
  if (position === undefined)
    throw new Error(`${streamId}: the server does not say where its events are; 22.6 and later do`);
  return `${padded(position.commit)}-${padded(position.prepare)}` as Position;
}

/** The place in the server's log; null before the first event. */
export function logPosition(position: Position): { readonly commit: bigint; readonly prepare: bigint } | null {
  if (position === START) return null;
  const [commit = "", prepare = ""] = position.split("-");
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
