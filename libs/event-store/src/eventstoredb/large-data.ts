/**
 * Data too large for an append, split into chunks in additional streams. An event's data are in a stream named after
 * their hash, and stored before the event that refers to it. Equal data are therefore stored only once, and storing
 * them again is harmless.
 */
import { binaryEvent } from "@eventstore/db-client";
import { hash } from "node:crypto";
import { type Connection, INTERNAL, type ServerEvent, LateAppendError } from "./connection.ts";

/** Bytes per chunk: half of the server's default limit on an append (`MaxAppendSize`). */
const CHUNK_BYTES = 512 * 1024;
/** Number of chunks read at a time. */
const READ_BATCH = 8;

/** Stores data in a stream of chunks; existing chunks are kept. */
export async function writeChunks(connection: Connection, stream: string, data: Buffer): Promise<void> {
  const [last] = await connection.readBackwards(stream, 1);
  for (let chunk = last === undefined ? 0 : Number(last.revision) + 1; chunk * CHUNK_BYTES < data.length; chunk++) {
    const event = binaryEvent({ type: "Piece", data: data.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES) });
    try {
      await connection.append(stream, [event], chunk);
    } catch (error) {
      // Another process is storing the same data.
      if (!(error instanceof LateAppendError)) throw error;
    }
  }
}

/** Reads data of a known length from a stream of chunks; null if they are incomplete. */
export async function readChunks(connection: Connection, stream: string, bytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  for (let missingChunks = Math.ceil(bytes / CHUNK_BYTES); missingChunks > 0;) {
    const page = await connection.readForwards(stream, chunks.length, Math.min(missingChunks, READ_BATCH));
    if (page.length === 0) return null;
    chunks.push(...page.map(bytesOf));
    missingChunks -= page.length;
  }
  const data = Buffer.concat(chunks);
  return data.length === bytes ? data : null;
}

const bytesOf = ({ data }: ServerEvent): Uint8Array => (data instanceof Uint8Array ? data : Buffer.alloc(0));

/** Identifies the stream in which an event's data are stored. */
export interface DataReference {
  readonly sha256: string;
  readonly bytes: number;
}

export const referenceOf = (data: Buffer): DataReference => ({
  sha256: hash("sha256", data, "hex"),
  bytes: data.length,
});

export const storeData = (connection: Connection, data: Buffer): Promise<void> =>
  writeChunks(connection, streamOf(referenceOf(data).sha256), data);

/** Stored data; null if they are missing or do not match their hash. */
export async function findData(connection: Connection, { sha256, bytes }: DataReference): Promise<Buffer | null> {
  const data = await readChunks(connection, streamOf(sha256), bytes);
  return data !== null && hash("sha256", data, "hex") === sha256 ? data : null;
}

const streamOf = (sha256: string): string => `${INTERNAL}data-${sha256}`;
