/** Tables as JSON: the columns with their units, and the rows as lists. */
import { type Cell, namesOf, type Table } from "@etesian/tables";

/** One line per row. Numbers that are not finite are null. */
export function* jsonLines({ columns, rows }: Table, name: string): Generator<string> {
  const names = namesOf(columns);
  const facts = columns.map(({ unit, description }, index) => ({ key: names[index], unit, description }));
  yield `{"table":${JSON.stringify(name)},"columns":${JSON.stringify(facts)},"rows":[`;
  let isFirst = true;
  for (const row of rows()) {
    yield `${isFirst ? "\n" : ",\n"}[${row.map(jsonText).join(",")}]`;
    isFirst = false;
  }
  yield "\n]}\n";
}

const jsonText = (cell: Cell): string => (typeof cell === "bigint" ? String(cell) : JSON.stringify(cell));
