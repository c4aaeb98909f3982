/**
 * Direct emissions of nodes, by the classes of the sector mapping (`config/direct_emissions_csv.yml`). Lists the nodes
 * of both graphs for each reported pair (sector label, use) of the mapping.
 */
import { groupBy } from "@etesian/collections";
import { normaliseKey } from "@etesian/model/definition";
import type { NodeObject, YearObjects } from "../attributes/objects/objects.ts";
import {
  byKey,
  type CalculatedScenario,
  cellOf,
  nodeFigure,
  nodesInGroup,
  type YearName,
} from "./calculated-scenario.ts";
import { ExportConfigurationError, readList, readMap, readText } from "./configured-table.ts";
import { type Cell, type Column, columnOf, type Row, type Table } from "@etesian/tables";

const FILE = "direct_emissions_csv";
const NODE_GROUP = "direct_emissions";
const BLANK = "-";

/** A row of the sector mapping. */
type MappingRow = readonly (string | null)[];
type CellReader = (pair: MappingRow, node: NodeObject) => Cell;

/** One row per node. Throws `ExportConfigurationError`. */
export function directEmissions(scenario: CalculatedScenario, year: YearName): Table {
  const { sectorMapping, config } = scenario.definition;
  const { schema, rows } = readMap(config[FILE], FILE, "the file");
  const { require, order_by } = readMap(rows, FILE, "rows");
  const columnIndexOf = (name: unknown, location: string): number => {
    const key = normaliseKey(readText(name, FILE, location));
    const index = sectorMapping.columns.findIndex((column) => normaliseKey(column) === key);
    if (index < 0) throw new ExportConfigurationError(FILE, location, `a column of config/sector_mapping.csv`);
    return index;
  };

  const columns = readList(schema, FILE, "schema").map((column, index): { about: Column; read: CellReader } => {
    const entry = (key: string): string => readText(column[key], FILE, `schema[${index}].${key}`);
    const header = entry((column["label"] ?? null) === null ? "name" : "label");
    const value = entry("value");
    switch (column["type"]) {
      case "sector_mapping": {
        const source = columnIndexOf(value, `schema[${index}].value`);
        return { about: columnOf(header, { kind: "text" }), read: (row) => row[source] ?? BLANK };
      }
      case "node_attribute": {
        const transform = (column["transform"] ?? null) === null ? null : entry("transform");
        const about = columnOf(header);
        // Text columns, such as the node's key, have no unit and no transform.
        const isText = transform === null && about.unit === null;
        return {
          about: isText ? { ...about, kind: "text" } : about,
          read: (_row, node) => nodeCell(scenario, node, value, transform, year),
        };
      }
      default:
        throw new ExportConfigurationError(FILE, `schema[${index}].type`, "sector_mapping or node_attribute");
    }
  });

  const requiredColumn = columnIndexOf(require, "rows.require");
  const reportedRows = sectorMapping.rows.filter((row) => (row[requiredColumn] ?? null) !== null);
  const pairs = order_by === undefined ? reportedRows : sortBy(columnIndexOf(order_by, "rows.order_by"), reportedRows);
  const label = columnIndexOf("sector_label", "the sector mapping");
  const use = columnIndexOf("use", "the sector mapping");
  const members = reportingNodes(scenario[year]);

  return {
    columns: columns.map(({ about }) => about),
    rows: function* (): Generator<Row> {
      for (const row of pairs) {
        for (const node of members.get(pairOf(row[label] ?? "", row[use] ?? "")) ?? []) {
          yield columns.map(({ read }) => read(row, node));
        }
      }
    },
  };
}

const pairOf = (label: string, use: string): string => `${normaliseKey(label)} ${normaliseKey(use)}`;

/** Nodes of both graphs that report their emissions, by (sector label, use) pair, each list by key. */
function reportingNodes(year: YearObjects): ReadonlyMap<string, readonly NodeObject[]> {
  const nodes = [year.energy, year.molecules].flatMap((graph) => nodesInGroup(graph, NODE_GROUP)).sort(byKey);
  return groupBy(nodes, ({ graph, index }) => {
    const { sectorLabel, use } = graph.topology.definition.nodes[index]!;
    return pairOf(sectorLabel ?? "", use ?? "");
  });
}

/** A transform is an expression of `value`, the attribute. */
function nodeCell(
  scenario: CalculatedScenario,
  node: NodeObject,
  attribute: string,
  transform: string | null,
  year: YearName,
): Cell {
  const value = nodeFigure(scenario, node, attribute, year);
  if (value === null) return "";
  const transformedValue =
    transform === null ? value : nodeFigure(scenario, node, transform.replaceAll(/\bvalue\b/g, `(${attribute})`), year);
  return cellOf(transformedValue) ?? "";
}

const ORDER_DIGITS = 10;

/**
 * Sorts rows by a column. Numbers within the text compare as numbers (`1.A.2` before `1.A.10`); rows without text come
 * last. Stable.
 */
function sortBy(column: number, rows: readonly MappingRow[]): readonly MappingRow[] {
  const keyedRows = rows.map((row) => ({
    row,
    key: row[column]?.replaceAll(/\d+/g, (digits) => digits.padStart(ORDER_DIGITS, "0")) ?? null,
  }));
  return keyedRows
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
    })
    .map(({ row }) => row);
}
