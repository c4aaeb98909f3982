/** Tables by column, as Arrow and Parquet store them. */
import { type Cell, cellText, type Column, namesOf, type Table } from "@etesian/tables";

export interface StoredColumn {
  readonly column: Column;
  readonly name: string;
  readonly content:
    /** Values without gaps. */
    | { readonly kind: "numbers"; readonly values: Float64Array<ArrayBuffer> }
    | { readonly kind: "numbers with gaps" | "integers"; readonly values: readonly (number | null)[] }
    /** Milliseconds since 1970 in the table's local time, without a time zone. */
    | { readonly kind: "times"; readonly values: readonly number[] }
    | { readonly kind: "texts"; readonly values: readonly (string | null)[] };
}

export function storedColumns({ columns, rows }: Table): readonly StoredColumn[] {
  const names = namesOf(columns);
  const cells: Cell[][] = columns.map(() => []);
  for (const row of rows()) for (let index = 0; index < cells.length; index++) cells[index]!.push(row[index]!);
  return columns.map((column, index) => ({ column, name: names[index]!, content: contentOf(column, cells[index]!) }));
}

function contentOf({ kind }: Column, cells: readonly Cell[]): StoredColumn["content"] {
  if (kind === "time") return { kind: "times", values: cells.map(millisecondsOf) };
  if (kind === "integer")
    return { kind: "integers", values: cells.map((cell) => (cell === null ? null : Number(cell))) };
  // If a query returned text, its column contains only text.
  if (kind !== "figure" || cells.some((cell) => typeof cell === "string" && cell !== ""))
    return { kind: "texts", values: cells.map((cell) => (typeof cell === "number" ? cellText(cell) : textOf(cell))) };
  if (cells.length > 0 && cells.every((cell) => typeof cell === "number"))
    return { kind: "numbers", values: Float64Array.from(cells) };
  return {
    kind: "numbers with gaps",
    values: cells.map((cell) => (cell === null || cell === "" ? null : Number(cell))),
  };
}

const textOf = (cell: Exclude<Cell, number>): string | null => (cell === null ? null : String(cell));
const millisecondsOf = (cell: Cell): number => Date.parse(`${String(cell).replace(" ", "T")}Z`);

/** Units and descriptions by column name, for the metadata of a file. */
export const factsOf = (columns: readonly StoredColumn[]): string =>
  JSON.stringify(
    Object.fromEntries(columns.map(({ name, column: { unit, description } }) => [name, { unit, description }])),
  );

/** The key of units and descriptions in the metadata of a file. */
export const FACTS = "etesian.columns";

/** The usual header of a column with a name and a unit: "output (MW)". */
export const headerOf = (name: string, unit: string | null): string => (unit === null ? name : `${name} (${unit})`);
