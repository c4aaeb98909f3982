/** Merges output lines of several processes into one log, as text or JSON. */

export const FORMATS = ["text", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** Adds the process name to a line: as a prefix, or as the `process` field of a JSON object. */
export function lineOf(process: string, line: string, format: Format): string {
  if (format === "text") return `${process.padEnd(12)}| ${line}`;
  // JSON is edited as text, so that numbers keep their digits.
  const fields = isObject(line)
    ? line.slice(1)
    : `"time":${JSON.stringify(new Date().toISOString())},"msg":${JSON.stringify(line)}}`;
  return `{"process":${JSON.stringify(process)},${fields}`;
}

function isObject(line: string): boolean {
  if (!line.startsWith('{"')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
