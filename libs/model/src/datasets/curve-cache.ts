/**
 * Curves cached on disk as numbers, because parsing 8,760 lines takes eight times as long. One cache entry per file.
 * Layout: identity of the file's content · hash of the file's text · numbers.
 */
import { createHash } from "node:crypto";
import type { ModelCache } from "../cache.ts";

/** A curve as read from its file. */
export interface ReadCurve {
  /** Identity of the file's content at the time of reading: 64 hexadecimal digits. */
  readonly identity: string;
  /** Hash of its text, base64. */
  readonly textHash: string;
  /** Over a `SharedArrayBuffer`; must not be modified. */
  readonly values: Float64Array;
}

/** Size of a SHA-256 hash. */
const HASH_BYTES = 32;

export class CurveCache {
  readonly #cache: ModelCache;

  constructor(cache: ModelCache) {
    this.#cache = cache;
  }

  /**
   * The cached curve for a path (relative to the model directory); null unless the file still has this `identity`.
   */
  find(path: string, identity: string): ReadCurve | null {
    const bytes = this.#cache.readBytes(nameOf(path));
    if (bytes === null || bytes.byteLength < 2 * HASH_BYTES) return null;
    const [cachedIdentity, textHash] = [0, HASH_BYTES].map((offset) => Buffer.from(bytes, offset, HASH_BYTES)) as [
      Buffer,
      Buffer,
    ];
    if (cachedIdentity.toString("hex") !== identity) return null;
    return { identity, textHash: textHash.toString("base64"), values: new Float64Array(bytes, 2 * HASH_BYTES) };
  }

  /** Caches a curve, replacing the previous one for the path. */
  write(path: string, { identity, textHash, values }: ReadCurve): void {
    const bytes = new SharedArrayBuffer(2 * HASH_BYTES + values.byteLength);
    new Uint8Array(bytes, 0, HASH_BYTES).set(Buffer.from(identity, "hex"));
    new Uint8Array(bytes, HASH_BYTES, HASH_BYTES).set(Buffer.from(textHash, "base64"));
    new Float64Array(bytes, 2 * HASH_BYTES).set(values);
    this.#cache.writeBytes(nameOf(path), bytes);
  }
}

const nameOf = (path: string): string => `curve-${createHash("sha256").update(path).digest("hex").slice(0, 16)}`;
