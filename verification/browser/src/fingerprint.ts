/** All results of a scenario, bit for bit, as text: the same in Node and in a page. */

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** All 64 bits of a number; nil is NaN, whose payload has no meaning. */
function bitsOf(value: number): string {
  double[0] = value;
  return `${words[1]!.toString(16)}.${words[0]!.toString(16)}`;
}

/** A hash over all bits of a series (FNV-1a over 32-bit words). */
function hashOf(series: Float64Array): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < series.length; i++) {
    double[0] = series[i]!;
    hash = Math.imul(hash ^ words[0]!, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15) ^ words[1]!, 0x01000193);
  }
  return `${series.length} numbers ${(hash >>> 0).toString(16)}`;
}

function textOf(value: unknown): string {
  if (typeof value === "number") return bitsOf(value);
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Float64Array) return hashOf(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(" ")}]`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/**
 * The results of queries in both years; the result of a failing query is its error message.
 * @param rethrows whether an error is thrown instead
 */
export function fingerprint(
  keys: readonly string[],
  query: (key: string, year: "present" | "future") => unknown,
  rethrows: (error: unknown) => boolean = () => false,
): string[] {
  const result = (key: string, year: "present" | "future"): string => {
    try {
      return textOf(query(key, year));
    } catch (error) {
      if (rethrows(error)) throw error;
      return error instanceof Error ? error.message : String(error);
    }
  };
  return keys.map((key) => `${result(key, "present")} | ${result(key, "future")}`);
}
