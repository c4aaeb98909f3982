/** Lines of several processes as one log: for people, or for programs. */

export const FORMATS = ["text", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** A line that a process wrote, with its name: before it, or as the field `process` of a JSON object. */
export function lineOf(process: string, line: string, format: Format): string {
  if (format === "text") return `${process.padEnd(12)}| ${line}`;
  // Objects of the log stay as they are written, down to their numbers.
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
