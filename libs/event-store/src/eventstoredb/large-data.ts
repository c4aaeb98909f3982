/**
 * Data too large for an append, cut into segments in further streams. Data of events are in a stream named by their
 * hash, and stored before the event that names it. So the same data are stored once, and a repetition is harmless.
 */
import { binaryEvent } from "@eventstore/db-client";
import { hash } from "node:crypto";
import { type Connection, INTERNAL, type ServerEvent, LateAppendError } from "./connection.ts";

/** Bytes of a piece: half of what the server takes in an append as it comes (`MaxAppendSize`). */
const PIECE = 512 * 1024;
/** Pieces that are read at a time. */
const CHUNK = 8;

/** Stores data in a stream of pieces; those that are there already stay. */
export async function writeChunks(connection: Connection, stream: string, data: Buffer): Promise<void> {
  const [last] = await connection.backwards(stream, 1);
  for (let piece = last === undefined ? 0 : Number(last.revision) + 1; piece * PIECE < data.length; piece++) {
    const event = binaryEvent({ type: "Piece", data: data.subarray(piece * PIECE, (piece + 1) * PIECE) });
    try {
      await connection.append(stream, [event], piece);
    } catch (error) {
      // Another process stores the same.
      if (!(error instanceof LateAppendError)) throw error;
    }
  }
}

/** Data of a number of bytes from their stream of pieces; null when they are not all there. */
export async function readChunks(connection: Connection, stream: string, bytes: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  for (let missing = Math.ceil(bytes / PIECE); missing > 0;) {
    const page = await connection.forwards(stream, pieces.length, Math.min(missing, CHUNK));
    if (page.length === 0) return null;
    pieces.push(...page.map(bytesOf));
    missing -= page.length;
  }
  const data = Buffer.concat(pieces);
  return data.length === bytes ? data : null;
}

const bytesOf = ({ data }: ServerEvent): Uint8Array => (data instanceof Uint8Array ? data : Buffer.alloc(0));

/** Where data of an event are. */
export interface DataReference {
  readonly sha256: string;
  readonly bytes: number;
}

export const referenceTo = (data: Buffer): DataReference => ({
  sha256: hash("sha256", data, "hex"),
  bytes: data.length,
});

export const storeData = (connection: Connection, data: Buffer): Promise<void> =>
  writeChunks(connection, streamOf(referenceTo(data).sha256), data);

/** Data that were kept; null when they are not there, or are others. */
export async function findData(connection: Connection, { sha256, bytes }: DataReference): Promise<Buffer | null> {
  const data = await readChunks(connection, streamOf(sha256), bytes);
  return data !== null && hash("sha256", data, "hex") === sha256 ? data : null;
}

const streamOf = (sha256: string): string => `${INTERNAL}data-${sha256}`;
