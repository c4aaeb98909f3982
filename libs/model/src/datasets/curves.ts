/** A dataset's hourly curves: load profiles `curves/<name>.csv`, and sets `curves/<set>/<variant>/<name>.csv`. */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { codeVersion } from "../cache.ts";
import type { CurveLibrary } from "./curve-library.ts";
import type { CurveMemory } from "./curve-memory.ts";
import type { PathList } from "./folders.ts";
import { LookupError, parseTable } from "./table.ts";
import { fingerprint, readText } from "../documents/files.ts";

/** A curve that does not exist or has no usable numbers. */
export class CurveError extends Error {
  override readonly name = "CurveError";
}

const PROPERTIES = "weather_properties";

/** Lists the curves in the folders; each is read on request, unless `memory` has it. */
export function openCurves(paths: PathList, memory: CurveMemory): CurveLibrary {
  const { files, directories } = paths.list("curves");
  const read = (name: string): Float64Array => {
    const file = paths.state(name);
    if (file === null)
      throw new CurveError(`${paths.folders[0] ?? ""}/${name} does not exist here or in a base dataset`);
    return memory.curve(
      file.path,
      fingerprint([file], paths.root, codeVersion()),
      () => readText(paths.root, file.path) ?? "",
      (text) => stretch(parseCurve(text), file.path),
    );
  };
  return {
    profiles: curveNames(files),
    sets: directories.map((set) => {
      const variants = paths.list(`curves/${set}`).directories;
      const ordered = variants.includes("default")
        ? ["default", ...variants.filter((name) => name !== "default")]
        : variants;
      return {
        name: set,
        variants: ordered.map((name) => ({ name, curves: curveNames(paths.list(`curves/${set}/${name}`).files) })),
      };
    }),
    profile: (name) => read(`curves/${name}.csv`),
    curve: (set, variant, name) => read(`curves/${set}/${variant}/${name}.csv`),
    properties(set, variant) {
      const file = paths.read(`curves/${set}/${variant}/${PROPERTIES}.csv`);
      if (file === null) return null;
      const table = parseTable(file.path, file.text);
      const values: { [key: string]: number } = {};
      for (const key of table.rows) {
        const value = table.cell(key, "value");
        if (typeof value !== "number")
          throw new LookupError(`${file.path}: expected a number for "${key}", found "${value ?? ""}"`);
        values[key] = value;
      }
      return values;
    },
  };
}

function curveNames(files: readonly string[]): string[] {
  return files.filter((name) => name.endsWith(".csv") && name !== `${PROPERTIES}.csv`).map((name) => name.slice(0, -4));
}

const LEADING_NUMBER = /^[ \t]*([+-]?(?:\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?|\.\d+)(?:[eE][+-]?\d+)?)/;

/** Parses the number at the start of each line; 0 if there is none (such as after a byte-order mark). */
export function parseCurve(text: string): Float64Array {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const values = new Float64Array(lines.length);
  for (let hour = 0; hour < lines.length; hour++) {
    const line = lines[hour]!;
    if (hour > 0 && line === lines[hour - 1]) {
      values[hour] = values[hour - 1]!;
      continue;
    }
    // Plain decimals, nearly all values, are parsed in half the time without the expression.
    const number = isDecimalStart(line) ? Number(line) : Number.NaN;
    values[hour] = Number.isFinite(number) ? number : leadingNumber(line);
  }
  return values;
}

/**
 * Whether a line that `Number` accepts is a decimal: `Number` also accepts hexadecimals, "Infinity" and a byte-order
 * mark.
 */
function isDecimalStart(line: string): boolean {
  const [first, second] = [line.charCodeAt(0), line.charCodeAt(1)];
  const isDigitOrPoint = (code: number): boolean => (code >= 0x30 && code <= 0x39) || code === 0x2e;
  return (isDigitOrPoint(first) || first === 0x2d) && (line.length === 1 || isDigitOrPoint(second));
}

function leadingNumber(line: string): number {
  const number = LEADING_NUMBER.exec(line)?.[1];
  return number === undefined ? 0 : Number(number.includes("_") ? number.replaceAll("_", "") : number);
}

/** Repeats each value to fill all hours of the year. */
function stretch(values: Float64Array, file: string): Float64Array {
  if (values.length === HOURS_PER_YEAR) return values;
  if (values.length === 0 || HOURS_PER_YEAR % values.length !== 0) {
    throw new CurveError(
      `${file}: expected ${HOURS_PER_YEAR} lines or a number of lines that divides it, found ${values.length}`,
    );
  }
  const hoursPerValue = HOURS_PER_YEAR / values.length;
  return Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => values[Math.floor(hour / hoursPerValue)] ?? 0);
}
