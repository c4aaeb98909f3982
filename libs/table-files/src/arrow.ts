/** Tables as Arrow IPC files. */
import type { Column, Table } from "@etesian/tables";
import {
  type DataType,
  dictionary,
  float64,
  int32,
  type Field,
  tableFromArrays,
  tableToIPC,
  TimeUnit,
  timestamp,
  utf8,
} from "@uwdata/flechette";
import { FACTS, factsOf, headerOf, storedColumns, type StoredColumn } from "./columnar.ts";

/** The table as the bytes of a file. Units and descriptions are metadata of the fields and of the schema. */
export function arrowOf(table: Table): Uint8Array {
  const columns = storedColumns(table);
  const types = Object.fromEntries(
    columns.flatMap(({ name, column, content }) => {
      const type = typeOf(column, content);
      return type === null ? [] : [[name, type]];
    }),
  );
  const arrow = tableFromArrays(
    columns.map(({ name, content }): [string, unknown[] | Float64Array] => [name, content.values as unknown[]]),
    { types },
  );
  const fields = arrow.schema.fields.map((field, index) => ({ ...field, metadata: metadataOf(columns[index]!) }));
  const schema = { ...arrow.schema, fields: fields as Field[], metadata: new Map([[FACTS, factsOf(columns)]]) };
  const arrowWithMetadata = Object.assign(Object.create(Object.getPrototypeOf(arrow)) as typeof arrow, arrow, {
    schema,
  });
  return tableToIPC(arrowWithMetadata, { format: "file" })!;
}

/** Null if the values are in a typed array. */
function typeOf({ kind }: Column, content: StoredColumn["content"]): DataType | null {
  switch (content.kind) {
    case "numbers":
      return null;
    case "numbers with gaps":
      return float64();
    case "integers":
      return int32();
    case "times":
      return timestamp(TimeUnit.MILLISECOND, null);
    case "texts":
      return kind === "label" ? dictionary(utf8()) : utf8();
  }
}

/** The unit and description, and the header if it does not follow from the name and unit; null if there are none. */
function metadataOf({ name, column: { header, unit, description } }: StoredColumn): Map<string, string> | null {
  const facts = { unit, description, header: header === headerOf(name, unit) ? null : header };
  const presentFacts = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null);
  return presentFacts.length === 0 ? null : new Map(presentFacts);
}
