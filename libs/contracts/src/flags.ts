/**
 * Spellings of true and false in JSON, forms and query strings, in any case: from JSON, Python, HTML forms, YAML and
 * Rails.
 */
const SPELLINGS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "t", "yes", "y", "on", "1"].map((written) => [written, true] as const),
  ...["false", "f", "no", "n", "off", "0"].map((written) => [written, false] as const),
]);
const MAX_LENGTH = Math.max(...[...SPELLINGS.keys()].map(({ length }) => length));

/** Parses a boolean from a client; null for any other value. */
export function parseFlag(written: unknown): boolean | null {
  if (typeof written === "boolean") return written;
  if (typeof written !== "string" && typeof written !== "number") return null;
  const text = String(written);
  return text.length > MAX_LENGTH ? null : (SPELLINGS.get(text.toLowerCase()) ?? null);
}
