/** Ids of sweeps: random numbers, which reveal nothing about a scenario and cannot be guessed. */
import { createHash, randomBytes } from "node:crypto";

/** Bits of an id: all integers below 2 ** 53 are exact. */
const BITS = 53;
const DIGITS = 14;

const idFromBytes = (bytes: Buffer): number => Number(bytes.readBigUInt64BE() >> BigInt(64 - BITS)) || 1;

/** A new id. With an idempotency key, a repeated request gets the same id; only the caller knows the key. */
export const newSweepId = (key: string | null): number =>
  idFromBytes(key === null ? randomBytes(8) : createHash("sha256").update(`sweep ${key}`).digest());

/** 14 hexadecimal digits. */
export const sweepIdText = (id: number): string => id.toString(16).padStart(DIGITS, "0");

/** Parses an id; null for invalid text. */
export function parseSweepId(text: string): number | null {
  if (!/^[0-9a-f]{14}$/.test(text)) return null;
  const id = Number.parseInt(text, 16);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const STREAM = /^sweep-(\d+)$/;
export const streamOf = (id: number): string => `sweep-${id}`;
/** The id of a stream's sweep; null for other streams. */
export function idOfStream(stream: string): number | null {
  const text = STREAM.exec(stream)?.[1];
  return text === undefined ? null : Number(text);
}
