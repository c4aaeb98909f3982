/**
 * Personal access tokens: `etm_{person}_{key}_{secret}`. Person and key locate the stored digest of the whole token;
 * only the bearer knows the secret.
 */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

const TOKEN_PATTERN = /^etm_([1-9]\d{0,9})_([0-9a-f]{10})_[0-9a-f]{40}$/;
const KEY_BYTES = 5;
const SECRET_BYTES = 20;
const NO_DIGEST = Buffer.alloc(32);

/** Creates a token for a person. */
export function createToken(person: number): { readonly text: string; readonly key: string; readonly digest: string } {
  const key = randomBytes(KEY_BYTES).toString("hex");
  const text = `etm_${person}_${key}_${randomBytes(SECRET_BYTES).toString("hex")}`;
  return { text, key, digest: hash("sha256", text, "hex") };
}

/** Person and key in a token's text; null if it is malformed. */
export function parseToken(text: string): { readonly person: number; readonly key: string } | null {
  const [, person, key] = TOKEN_PATTERN.exec(text) ?? [];
  return person === undefined || key === undefined ? null : { person: Number(person), key };
}

/** Compares a token with a stored digest in constant time, even if there is no digest. */
export function matchesDigest(text: string, digest: string | null): boolean {
  const expected = digest === null ? NO_DIGEST : Buffer.from(digest, "hex");
  return timingSafeEqual(hash("sha256", text, "buffer"), expected) && digest !== null;
}
