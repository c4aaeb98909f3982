/**
 * Consistency checks between documents, one function each; none changes the definition. Findings are warnings, since
 * the calculation tolerates them. Only a query that can never have a result (a syntax error or an unknown function)
 * is an error.
 */
import {
  type AttributeNames,
  checkNames,
  GqlSyntaxError,
  type KnownNames,
  type NameSet,
  type Node,
  parse,
} from "@etesian/gql";
import { normaliseKey } from "../datasets/table.ts";
import type { AttributeValue, GraphDefinition, GraphName, ModelDefinition, SourceLocation } from "../definition.ts";
import type { Problem } from "../problem.ts";
import { FULL_DATASET } from "./area-attributes.ts";
import { type AttributeTable, ENERGY_NODE, MOLECULE_NODE } from "./attributes.ts";
import { readText } from "./files.ts";
import type { LoadedDefinition } from "./load.ts";
import { parseDocument } from "./text.ts";
import { suggestion } from "./typing.ts";

/** Notes a problem: its attribute or query, and the line within its value (from 1). */
type Note = (
  severity: Problem["severity"],
  key: string,
  source: SourceLocation,
  attribute: string | null,
  message: string,
  valueLine?: number,
) => void;

type Warn = (key: string, source: SourceLocation, attribute: string | null, message: string) => void;

/** Runs all checks on a definition read from `root`. Attribute names are checked if they are given. */
export function checkDefinition(
  root: string,
  definition: LoadedDefinition,
  attributes: AttributeNames | null = null,
): Problem[] {
  const problems: Problem[] = [];
  const note: Note = (severity, key, source, attribute, message, valueLine) => {
    const line = attribute === null ? (source.line ?? null) : lineOf(root, source, attribute, valueLine);
    const text = attribute === null ? message : `${attribute}: ${message}`;
    problems.push({ severity, file: source.file, line, key, message: text });
  };
  const warn: Warn = (...args) => note("warning", ...args);
  checkNodeReferences(definition, warn);
  checkSectorLabels(definition, warn);
  checkInputs(definition, warn);
  checkQueries(definition, attributes, note);
  checkOrders(definition, problems);
  return problems;
}

/**
 * The line of an attribute, null if its document does not have it. The document is read again, since the line is only
 * needed for problems.
 */
export function lineOf(root: string, source: SourceLocation, attribute: string, valueLine = 1): number | null {
  const lines = (readText(root, source.file) ?? "").split("\n");
  const start = source.line ?? 1;
  const next =
    source.line === undefined ? -1 : lines.findIndex((line, index) => index >= start && line.startsWith("=== "));
  const document = parseDocument(lines.slice(start - 1, next < 0 ? undefined : next).join("\n"), start);
  const entry = document.attributes.get(attribute) ?? document.queries.get(attribute);
  if (entry === undefined) return source.line ?? null;
  return entry.multiLine ? entry.line + valueLine : entry.line;
}

/** Attributes that refer to nodes, as paths for `lookUp`. */
function checkReferences(
  table: AttributeTable,
  prefix = "",
): { readonly path: string; readonly graph: GraphName | "own" }[] {
  return Object.entries(table).flatMap(([name, { type, refersTo }]) => {
    const path = `${prefix}${name}`;
    if (type.kind === "block") return checkReferences(type.attributes, `${path}.`);
    return refersTo === undefined ? [] : [{ path, graph: refersTo }];
  });
}

function checkNodeReferences({ energy, molecules }: ModelDefinition, warn: Warn): void {
  const keys = { energy: nodeKeys(energy), molecules: nodeKeys(molecules) };
  const tables = [
    [energy, checkReferences(ENERGY_NODE)],
    [molecules, checkReferences(MOLECULE_NODE)],
  ] as const;
  for (const [own, attributes] of tables) {
    for (const node of own.nodes) {
      for (const { path, graph } of attributes) {
        const target = graph === "own" ? own.name : graph;
        for (const name of namesIn(lookUp(node.attributes, path))) {
          if (keys[target].has(name)) continue;
          warn(
            node.key,
            node.source,
            path,
            `expected a node of the ${target} graph, found "${name}"${suggestion(name, [...keys[target]])}`,
          );
        }
      }
    }
  }
}

function nodeKeys(graph: GraphDefinition): ReadonlySet<string> {
  return new Set(graph.nodes.map((node) => node.key));
}

function lookUp(attributes: { readonly [name: string]: AttributeValue }, path: string): AttributeValue | undefined {
  const [head = "", ...rest] = path.split(".");
  const value = attributes[head];
  if (rest.length === 0 || value === undefined) return value;
  return isMap(value) ? lookUp(value, rest.join(".")) : undefined;
}

function isMap(value: AttributeValue): value is { readonly [key: string]: AttributeValue } {
  return typeof value === "object" && !Array.isArray(value);
}

function namesIn(value: AttributeValue | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === "object") return Object.values(value).map(String);
  return [String(value)];
}

/** Checks that the sector mapping has a row for each node's label and use. */
function checkSectorLabels({ energy, molecules, sectorMapping: { columns, rows } }: ModelDefinition, warn: Warn): void {
  if (rows.length === 0) return;
  const pair = (label: string | null, use: string | null): string =>
    `${normaliseKey(label ?? "")}, ${normaliseKey(use ?? "")}`;
  const [label, use] = [columns.indexOf("sector_label"), columns.indexOf("use")];
  const known = new Set(rows.map((row) => pair(row[label] ?? null, row[use] ?? null)));
  for (const node of [...energy.nodes, ...molecules.nodes]) {
    if (node.sectorLabel === null || known.has(pair(node.sectorLabel, node.use))) continue;
    const message = `expected a row of config/sector_mapping.csv for this label and use, there is none for (${pair(node.sectorLabel, node.use)})`;
    warn(node.key, node.source, "sector_label", message);
  }
}

function checkInputs({ inputs }: ModelDefinition, warn: Warn): void {
  const keys = new Set(inputs.map((input) => input.key));
  for (const input of inputs) {
    const { key, source } = input;
    for (const other of input.disabledBy) {
      if (!keys.has(other))
        warn(
          key,
          source,
          "disabled_by",
          `expected the key of an input, found "${other}"${suggestion(other, [...keys])}`,
        );
    }
    const { dependentOn } = input;
    if (dependentOn !== null && FULL_DATASET[dependentOn]?.type.kind !== "boolean") {
      warn(
        key,
        source,
        "dependent_on",
        `expected a flag of areas, found "${dependentOn}"${suggestion(dependentOn, Object.keys(FULL_DATASET))}`,
      );
    }
    if (input.unit === "enum" && input.min === null && input.minQuery === null) {
      warn(key, source, "unit", "an input of unit enum needs its allowed names in min_value or min_value_gql");
    }
    if (input.max !== null && typeof input.min === "number" && input.min > input.max) {
      warn(key, source, "min_value", `expected at most max_value (${input.max}), found ${input.min}`);
    }
    if (input.startQuery === null && typeof input.start === "number") {
      const min = input.minQuery === null && typeof input.min === "number" ? input.min : null;
      const max = input.maxQuery === null ? input.max : null;
      const outside = outsideRange(input.start, min, max);
      if (outside !== null) warn(key, source, "start_value", outside);
    }
  }
}

/** Describes a start value outside its range; null if it is inside. */
export function outsideRange(start: number, min: number | null, max: number | null): string | null {
  if (min !== null && start < min) return `${start} is below min_value, ${min}`;
  return max !== null && start > max ? `${start} is above max_value, ${max}` : null;
}

function checkQueries(definition: LoadedDefinition, attributes: AttributeNames | null, note: Note): void {
  const { energy, molecules, gqueries, inputs, carriers } = definition;
  const names = knownNames(definition, attributes);
  for (const { key, query, source } of gqueries) checkQuery(key, source, "query", query, names, note);
  for (const input of inputs) {
    for (const [attribute, text] of [
      ["query", input.query],
      ["min_value_gql", input.minQuery],
      ["max_value_gql", input.maxQuery],
      ["start_value_gql", input.startQuery],
    ] as const) {
      if (text !== null) checkQuery(input.key, input.source, attribute, text, names, note);
    }
  }
  for (const graph of [energy, molecules]) {
    for (const document of [...graph.nodes, ...graph.edges]) checkSyntaxOf(document, note);
    for (const slot of graph.slots) {
      const node = graph.nodes[slot.node];
      if (slot.share.kind !== "query" || node === undefined) continue;
      parseChecked(node.key, node.source, `${slot.side}.${slot.carrier}`, slot.share.text, "significant", note);
    }
  }
  for (const carrier of carriers) checkSyntaxOf(carrier, note);
}

/** Problems of a query outside the documents: syntax errors and unknown names. */
export function queryProblems(
  query: string,
  definition: ModelDefinition,
  attributes: AttributeNames | null,
): readonly { readonly severity: Problem["severity"]; readonly line: number; readonly message: string }[] {
  const problems: { severity: Problem["severity"]; line: number; message: string }[] = [];
  const note: Note = (severity, _key, _source, _attribute, message, line = 1) =>
    problems.push({ severity, line, message });
  checkQuery("query", { file: "" }, "query", query, knownNames(definition, attributes), note);
  return problems;
}

function checkSyntaxOf(
  document: {
    readonly key: string;
    readonly source: SourceLocation;
    readonly queries: { readonly [name: string]: string };
  },
  note: Note,
): void {
  for (const [attribute, text] of Object.entries(document.queries)) {
    parseChecked(document.key, document.source, attribute, text, "significant", note);
  }
}

function parseChecked(
  key: string,
  source: SourceLocation,
  attribute: string,
  text: string,
  layout: "significant" | "insignificant",
  note: Note,
): Node | null {
  try {
    return parse(text, { key, layout }).body;
  } catch (error) {
    if (!(error instanceof GqlSyntaxError)) throw error;
    const message = `cannot be parsed: ${error.reason} (column ${error.position.column})`;
    note("error", key, source, attribute, message, error.position.line);
    return null;
  }
}

/** Parses a query and finds names that the model does not have. */
function checkQuery(
  key: string,
  source: SourceLocation,
  attribute: string,
  text: string,
  known: KnownNames,
  note: Note,
): void {
  const body = parseChecked(key, source, attribute, text, "insignificant", note);
  if (body === null) return;
  for (const { severity, at, message, name, candidates } of checkNames(body, known)) {
    const line = text.slice(0, at).split("\n").length;
    note(severity, key, source, attribute, `${message}${suggestion(name, [...candidates])}`, line);
  }
}

function knownNames(definition: ModelDefinition, attributes: AttributeNames | null): KnownNames {
  const { energy, molecules, gqueries, inputs, carriers, sectorMapping, config } = definition;
  const ofGraphs = (of: (graph: GraphDefinition) => readonly string[]): KnownNames["nodes"] => ({
    energy: new Set(of(energy)),
    molecules: new Set(of(molecules)),
  });
  const nodes = [...energy.nodes, ...molecules.nodes];
  const columns = sectorMapping.columns.map(normaliseKey);
  const schemes = columns.map((_, column) => new Normalised(sectorMapping.rows.map((row) => row[column] ?? "")));
  const groups = config["fever/groups"];
  return {
    nodes: ofGraphs((graph) => graph.nodes.map(({ key }) => key)),
    groups: ofGraphs((graph) => graph.nodes.flatMap((node) => node.groups)),
    edgeGroups: ofGraphs((graph) => graph.edges.flatMap((edge) => edge.groups)),
    sectors: new Set(nodes.map((node) => node.sector)),
    schemes: new Normalised(columns),
    schemeValues: (scheme) => schemes[columns.indexOf(normaliseKey(scheme))] ?? null,
    uses: new Set(nodes.flatMap((node) => node.use ?? [])),
    carriers: new Set(carriers.map(({ key }) => key)),
    gqueries: new Set(
      gqueries.flatMap(({ key, deprecatedKey }) => (deprecatedKey === null ? [key] : [key, deprecatedKey])),
    ),
    inputs: new Set(inputs.map(({ key }) => key)),
    heatGroups: new Set([
      ...(Array.isArray(groups) ? groups.map(String) : []),
      ...nodes.flatMap((node) => namesIn(lookUp(node.attributes, "fever.group"))),
    ]),
    attributes,
  };
}

/** Names compared without regard to case and separators. */
class Normalised implements NameSet {
  readonly #names: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names.map(normaliseKey));
  }

  has(name: string): boolean {
    return this.#names.has(normaliseKey(name));
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#names[Symbol.iterator]();
  }
}

/** Checks that orders in `config/` list keys of energy nodes. */
function checkOrders({ energy, config }: ModelDefinition, problems: Problem[]): void {
  const keys = nodeKeys(energy);
  for (const [name, order] of Object.entries(config)) {
    if (!/(^|_)order(_|$)/.test(name.split("/").at(-1) ?? "") || !Array.isArray(order)) continue;
    for (const key of order.map(String)) {
      if (keys.has(key)) continue;
      const message = `expected keys of energy nodes, found "${key}"${suggestion(key, [...keys])}`;
      problems.push({ severity: "warning", file: `config/${name}.yml`, line: null, key, message });
    }
  }
}
