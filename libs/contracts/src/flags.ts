/**
 * Spellings of true and false that clients send in JSON, forms and query strings, in any letter case: the spellings of
 * JSON, Python, HTML forms, YAML and Rails.
 */
const SPELLINGS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "t", "yes", "y", "on", "1"].map((text) => [text, true] as const),
  ...["false", "f", "no", "n", "off", "0"].map((text) => [text, false] as const),
]);
const MAX_LENGTH = Math.max(...[...SPELLINGS.keys()].map(({ length }) => length));

/** Parses a boolean from a client; null for any other value. */
export function parseFlag(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value);
  return text.length > MAX_LENGTH ? null : (SPELLINGS.get(text.toLowerCase()) ?? null);
}
