/** A table of results: columns with units and descriptions, and rows that are generated on demand. */

/** A string, a float, an integer, or no value. */
export type Cell = string | number | bigint | null;
export type Row = readonly Cell[];

export interface Column {
  /** Text above the column in CSV files, with its unit if the table shows it, such as "output (MW)". */
  readonly header: string;
  /** Name without unit, such as "output". */
  readonly key: string;
  /** Null for strings and for figures without a unit. */
  readonly unit: string | null;
  readonly description: string | null;
  /**
   * - `time`: hours as strings, such as "2050-01-01 00:00", in the order of the year
   * - `text`: names of rows and other strings
   * - `label`: strings that many rows repeat
   * - `integer`: integers that identify a row, such as a year
   * - `figure`: numbers; an empty string is a missing number
   */
  readonly kind: "time" | "text" | "label" | "integer" | "figure";
}

export interface Table {
  readonly columns: readonly Column[];
  /** Rows in order, with a cell for each column. */
  readonly rows: () => Iterable<Row>;
}

/** The opening bracket of a unit, by its closing bracket. */
const OPENING_BRACKETS = { ")": " (", "]": " [" } as const;

/** A column of figures with its unit in the header: "output (MW)" or "output [MW]". `facts` overrides the header. */
export function columnOf(header: string, facts: Partial<Column> = {}): Column {
  const last = header.at(-1);
  const start = last === ")" || last === "]" ? header.lastIndexOf(OPENING_BRACKETS[last]) : -1;
  const [key, unit] = start > 0 ? [header.slice(0, start), header.slice(start + 2, -1)] : [header, null];
  return { header, key, unit, description: null, kind: "figure", ...facts };
}

/** Distinct names for the columns: keys, or headers of columns with the same key. */
export function namesOf(columns: readonly Column[]): readonly string[] {
  const uses = new Map<string, number>();
  for (const { key } of columns) uses.set(key, (uses.get(key) ?? 0) + 1);
  const usedNames = new Set<string>();
  return columns.map(({ key, header }) => {
    const preferredName = uses.get(key) === 1 ? key : header;
    let name = preferredName;
    for (let n = 2; usedNames.has(name); n++) name = `${preferredName} ${n}`;
    usedNames.add(name);
    return name;
  });
}
