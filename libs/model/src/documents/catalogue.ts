/** Reads carriers, inputs and gqueries from their documents. */
import type { CarrierDefinition, GqueryDefinition, InputDefinition, SourceLocation } from "../definition.ts";
import type { Problem } from "../problem.ts";
import { CARRIER, GQUERY, INPUT } from "./attributes.ts";
import type { SourceDocument } from "./enumerate.ts";
import { listOf, numberOf, readDocument, textOf, type Document } from "./reader.ts";

export function readCarriers(sources: readonly SourceDocument[], problems: Problem[]): CarrierDefinition[] {
  const carriers: CarrierDefinition[] = [];
  for (const source of sources) {
    const document = readDocument(source, CARRIER, problems);
    if (document === null) continue;
    const { key, attributes, queries } = document;
    carriers.push({ key, attributes, queries, source: document.source });
  }
  return carriers;
}

export function readInputs(sources: readonly SourceDocument[], problems: Problem[]): InputDefinition[] {
  const inputs: InputDefinition[] = [];
  for (const source of sources) {
    const document = readDocument(source, INPUT, problems, isEnumBound);
    const input = document === null ? null : inputOf(document);
    if (input !== null) inputs.push(input);
  }
  return inputs;
}

/** Bounds of `enum` inputs are names, so `bounds` reads them, not the attribute table. */
function isEnumBound(name: string): boolean {
  return name === "min_value" || name === "start_value";
}

function inputOf(document: Document): InputDefinition | null {
  const { key, attributes } = document;
  const updatePeriod = attributes["update_period"];
  if (!isUpdatePeriod(updatePeriod)) {
    document.note("error", "update_period", `expected one of ${UPDATE_PERIODS.join(", ")}; the input is left out`);
    return null;
  }
  const unit = textOf(attributes, "unit");
  return {
    key,
    query: textOf(attributes, "query"),
    priority: numberOf(attributes, "priority") ?? 0,
    unit,
    updatePeriod,
    updateType: textOf(attributes, "update_type"),
    step: numberOf(attributes, "step_value"),
    ...bounds(document, unit === "enum"),
    max: numberOf(attributes, "max_value"),
    minQuery: textOf(attributes, "min_value_gql"),
    maxQuery: textOf(attributes, "max_value_gql"),
    startQuery: textOf(attributes, "start_value_gql"),
    shareGroup: textOf(attributes, "share_group"),
    disabledBy: listOf(attributes, "disabled_by"),
    disabledByCouplings: listOf(attributes, "disabled_by_couplings"),
    couplingGroups: listOf(attributes, "coupling_groups"),
    dependentOn: textOf(attributes, "dependent_on"),
    description: document.text.description,
    source: document.source,
  };
}

const UPDATE_PERIODS: readonly InputDefinition["updatePeriod"][] = ["present", "future", "both", "before"];

function isUpdatePeriod(value: unknown): value is InputDefinition["updatePeriod"] {
  return UPDATE_PERIODS.some((period) => period === value);
}

/** Static lower bound (for `enum`: the allowed names) and start value. */
function bounds(document: Document, isEnum: boolean): Pick<InputDefinition, "min" | "start"> {
  const raw = (name: string) => document.text.attributes.get(name)?.value;
  const number = (name: string): number | null => {
    const text = raw(name);
    if (text === undefined) return null;
    const value = typeof text === "string" && text !== "" ? Number(text) : Number.NaN;
    if (!Number.isNaN(value)) return value;
    document.note(
      "warning",
      name,
      `expected a number, found "${typeof text === "string" ? text : `[${text.join(", ")}]`}"`,
    );
    return null;
  };
  if (!isEnum) return { min: number("min_value"), start: number("start_value") };
  const min = raw("min_value");
  const start = raw("start_value");
  return {
    min: min === undefined ? null : typeof min === "string" ? [min] : min,
    start: typeof start === "string" ? start : null,
  };
}

/** A gquery with its source position. */
export interface LocatedGquery extends GqueryDefinition {
  readonly source: SourceLocation;
}

export function readGqueries(sources: readonly SourceDocument[], problems: Problem[]): LocatedGquery[] {
  const gqueries: LocatedGquery[] = [];
  for (const source of sources) {
    const document = readDocument(source, GQUERY, problems);
    if (document === null) continue;
    const { key, attributes } = document;
    const query = textOf(attributes, "query");
    if (query === null) {
      document.note("error", null, 'expected a line "- query = …"; the gquery is left out');
      continue;
    }
    gqueries.push({
      key,
      query,
      // A blank unit differs from an absent one in the list of gqueries.
      unit: typeof attributes["unit"] === "string" ? attributes["unit"] : null,
      deprecatedKey: textOf(attributes, "deprecated_key"),
      description: document.text.description,
      labels: source.folders,
      source: document.source,
    });
  }
  return gqueries;
}
