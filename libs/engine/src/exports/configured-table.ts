/** Tables that the model's configuration describes (`config/*_csv.yml`) by columns and rows that name queries. */
import { CalculationFault } from "@etesian/numeric";
import { type CalculatedScenario, cellOf, queryResult } from "./calculated-scenario.ts";
import { type Cell, type Column, columnOf, type Row, type Table } from "@etesian/tables";

/**
 * Thrown for a configuration that does not describe a table. The message names the file, the position and the expected
 * value.
 */
export class ExportConfigurationError extends CalculationFault {
  override readonly name = "ExportConfigurationError";

  constructor(file: string, location: string, expected: string) {
    super(`config/${file}.yml: ${location} should be ${expected}`);
  }
}

interface ConfiguredColumn {
  /** The field of a row that this column reads: a literal or the key of a gquery. */
  readonly entry: string;
  readonly column: Column;
  readonly readCell: (scenario: CalculatedScenario, entry: string) => Cell;
}

/** Parsed YAML. */
type ConfigMap = { readonly [key: string]: unknown };

/** The table that a file configures. Throws `ExportConfigurationError`. */
export function configuredTable(scenario: CalculatedScenario, file: string): Table {
  const config = readMap(scenario.definition.config[file], file, "the file");
  const columns = readList(config["schema"], file, "schema").flatMap((column, index) =>
    columnsOf(column, file, `schema[${index}]`),
  );
  const rows = readList(config["rows"], file, "rows");
  return {
    columns: columns.map(({ column }) => column),
    rows: function* (): Generator<Row> {
      for (const [index, row] of rows.entries()) {
        yield columns.map(({ entry, readCell }) => {
          const value = readText(row[entry] ?? "", file, `rows[${index}].${entry}`);
          return value === "" ? "" : readCell(scenario, value);
        });
      }
    },
  };
}

const literal: ConfiguredColumn["readCell"] = (_scenario, entry) => entry;
const unit: ConfiguredColumn["readCell"] = ({ evaluation }, key) => evaluation.library.find(key)?.unit ?? "";
const result =
  (year: "present" | "future"): ConfiguredColumn["readCell"] =>
  (scenario, key) =>
    cellOf(queryResult(scenario, key, year)) ?? "";

/** Expands a column of type `query` into three: present, future, unit. */
function columnsOf(column: ConfigMap, file: string, location: string): readonly ConfiguredColumn[] {
  const entry = readText(column["name"], file, `${location}.name`);
  const label = (key: string, fallback: string): string =>
    readText(column[key] ?? fallback, file, `${location}.${key}`);
  const header = label("label", entry);
  const type = label("type", "literal");
  const text = (header: string, readCell: ConfiguredColumn["readCell"]): ConfiguredColumn => ({
    entry,
    column: columnOf(header, { kind: "text" }),
    readCell,
  });
  const figure = (header: string, year: "present" | "future"): ConfiguredColumn => ({
    entry,
    column: columnOf(header),
    readCell: result(year),
  });
  switch (type) {
    case "literal":
      return [text(header, literal)];
    case "present":
    case "future":
      return [figure(header, type)];
    case "unit":
      return [text(header, unit)];
    case "query":
      return [
        figure(label("present_label", `Present ${entry}`), "present"),
        figure(label("future_label", `Future ${entry}`), "future"),
        text(label("unit_label", `${entry} Unit`), unit),
      ];
    default:
      throw new ExportConfigurationError(
        file,
        `the type of column ${entry}, ${JSON.stringify(type)},`,
        "literal, present, future, unit or query",
      );
  }
}

export function readMap(value: unknown, file: string, location: string): ConfigMap {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as ConfigMap;
  throw new ExportConfigurationError(file, location, "a map");
}

/** A name or literal. */
export function readText(value: unknown, file: string, location: string): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new ExportConfigurationError(file, location, "text");
}

export function readList(value: unknown, file: string, location: string): readonly ConfigMap[] {
  if (!Array.isArray(value)) throw new ExportConfigurationError(file, location, "a list");
  return value.map((item, index) => readMap(item, file, `${location}[${index}]`));
}
