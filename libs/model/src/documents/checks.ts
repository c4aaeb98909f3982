/**
 * Consistency checks between documents, one function each; none changes the definition. Findings are warnings, since
 * the calculation tolerates them. Only a query that can never have a result (a syntax error or an unknown function)
 * is an error.
 */
import { type AttributeNames, checkNames, GqlSyntaxError, type KnownNames, type Node, parse } from "@etesian/gql";
import { normaliseKey } from "../datasets/table.ts";
import type { GraphDefinition, GraphName, ModelDefinition, SourceLocation } from "../definition.ts";
import type { Problem } from "../problem.ts";
import { FULL_DATASET } from "./area-attributes.ts";
import { type AttributeTable, ENERGY_NODE, MOLECULE_NODE } from "./attributes.ts";
import { readText } from "./files.ts";
import type { LoadedDefinition } from "./load.ts";
import { knownNames, lookUp, namesIn } from "./known-names.ts";
import { suggestion } from "./suggestion.ts";
import { parseDocument } from "./text.ts";

/** Reports a problem, with its attribute or query and the line within its value (from 1). */
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
 * The line of an attribute. If the document lacks the attribute: its first line if the file has several documents,
 * otherwise null. The document is read again, since the line is only needed for problems.
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
function referencePaths(
  table: AttributeTable,
  prefix = "",
): { readonly path: string; readonly graph: GraphName | "own" }[] {
  return Object.entries(table).flatMap(([name, { type, refersTo }]) => {
    const path = `${prefix}${name}`;
    if (type.kind === "block") return referencePaths(type.attributes, `${path}.`);
    return refersTo === undefined ? [] : [{ path, graph: refersTo }];
  });
}

function checkNodeReferences({ energy, molecules }: ModelDefinition, warn: Warn): void {
  const keys = { energy: nodeKeys(energy), molecules: nodeKeys(molecules) };
  const tables = [
    [energy, referencePaths(ENERGY_NODE)],
    [molecules, referencePaths(MOLECULE_NODE)],
  ] as const;
  for (const [graphDefinition, attributes] of tables) {
    for (const node of graphDefinition.nodes) {
      for (const { path, graph } of attributes) {
        const target = graph === "own" ? graphDefinition.name : graph;
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

/** Checks that the sector mapping has a row for each node's label and use. */
function checkSectorLabels({ energy, molecules, sectorMapping: { columns, rows } }: ModelDefinition, warn: Warn): void {
  if (rows.length === 0) return;
  const pair = (label: string | null, use: string | null): string =>
    `${normaliseKey(label ?? "")}, ${normaliseKey(use ?? "")}`;
  const [label, use] = [columns.indexOf("sector_label"), columns.indexOf("use")];
  const knownPairs = new Set(rows.map((row) => pair(row[label] ?? null, row[use] ?? null)));
  for (const node of [...energy.nodes, ...molecules.nodes]) {
    if (node.sectorLabel === null || knownPairs.has(pair(node.sectorLabel, node.use))) continue;
    const message = `expected a row in config/sector_mapping.csv for this label and use (${pair(node.sectorLabel, node.use)}), found none`;
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
        `expected a boolean area attribute, found "${dependentOn}"${suggestion(dependentOn, Object.keys(FULL_DATASET))}`,
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
      const problem = rangeProblem(input.start, min, max);
      if (problem !== null) warn(key, source, "start_value", problem);
    }
  }
}

/** Describes a start value outside its range; null if it is inside. */
export function rangeProblem(start: number, min: number | null, max: number | null): string | null {
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
      parseOrNote(node.key, node.source, `${slot.side}.${slot.carrier}`, slot.share.text, "significant", note);
    }
  }
  for (const carrier of carriers) checkSyntaxOf(carrier, note);
}

/** Problems of a query that is not in a document: syntax errors and unknown names. */
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
    parseOrNote(document.key, document.source, attribute, text, "significant", note);
  }
}

function parseOrNote(
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

/** Parses a query and reports names that the model does not have. */
function checkQuery(
  key: string,
  source: SourceLocation,
  attribute: string,
  text: string,
  knownNames: KnownNames,
  note: Note,
): void {
  const body = parseOrNote(key, source, attribute, text, "insignificant", note);
  if (body === null) return;
  for (const { severity, offset, message, name, candidates } of checkNames(body, knownNames)) {
    const line = text.slice(0, offset).split("\n").length;
    note(severity, key, source, attribute, `${message}${suggestion(name, [...candidates])}`, line);
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
