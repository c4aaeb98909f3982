/** Converts the text of attributes to typed values, according to the tables in `attributes.ts`. */
import type { AttributeValue } from "../definition.ts";
import type { Attribute, AttributeTable, AttributeType } from "./attributes.ts";
import { suggestion } from "./suggestion.ts";
import type { Entry, RawValue } from "./text.ts";

/** Reports a value that does not match its type. */
export type Report = (attribute: string, line: number, message: string) => void;

type RawTree = Map<string, Entry<RawValue> | RawTree>;

/**
 * Types static attributes, in the order of the table. A value that does not match its type is reported and kept. An
 * unknown attribute is reported and omitted, and so is one with names below it instead of a value, or vice versa.
 */
export function typeAttributes(
  table: AttributeTable,
  entries: Iterable<readonly [string, Entry<RawValue>]>,
  report: Report,
): { [name: string]: AttributeValue } {
  return typeBlock(table, nest(entries), "", report);
}

/** Dots in names build nested maps; a later plain value replaces a map and vice versa. */
function nest(entries: Iterable<readonly [string, Entry<RawValue>]>): RawTree {
  const root: RawTree = new Map();
  for (const [name, entry] of entries) {
    if (!name.includes(".")) {
      root.set(name, entry);
      continue;
    }
    const segments = name.split(".");
    const last = segments.pop() ?? name;
    let tree = root;
    for (const segment of segments) {
      let subtree = tree.get(segment);
      if (!(subtree instanceof Map)) {
        subtree = new Map();
        tree.set(segment, subtree);
      }
      tree = subtree;
    }
    tree.set(last, entry);
  }
  return root;
}

function typeBlock(
  table: AttributeTable,
  tree: RawTree,
  prefix: string,
  report: Report,
): { [name: string]: AttributeValue } {
  const values: { [name: string]: AttributeValue } = {};
  const settableAttributes = settableAttributesOf(table);
  for (const [name, attribute] of settableAttributes) {
    const raw = tree.get(name);
    const value = raw === undefined ? undefined : typeValue(attribute.type, raw, prefix + name, report);
    if (value !== undefined) values[name] = value;
    else if (attribute.fallback !== undefined) values[name] = attribute.fallback;
  }
  for (const [name, raw] of tree) {
    if (settableAttributes.has(name)) continue;
    report(
      prefix + name,
      firstLine(raw),
      `unknown attribute, ignored${suggestion(name, [...settableAttributes.keys()])}`,
    );
  }
  return values;
}

const settableByTable = new WeakMap<AttributeTable, ReadonlyMap<string, Attribute>>();

/** The attributes of a table that documents may set, in its order. */
function settableAttributesOf(table: AttributeTable): ReadonlyMap<string, Attribute> {
  let attributes = settableByTable.get(table);
  if (attributes === undefined) {
    attributes = new Map(Object.entries(table).filter(([, { source }]) => source === undefined));
    settableByTable.set(table, attributes);
  }
  return attributes;
}

function typeValue(
  type: AttributeType,
  raw: Entry<RawValue> | RawTree,
  name: string,
  report: Report,
): AttributeValue | undefined {
  if (raw instanceof Map) {
    if (type.kind === "block") return typeBlock(type.attributes, raw, `${name}.`, report);
    if (type.kind === "map") return mapOf(raw);
    report(name, firstLine(raw), `expected ${expectation(type)}, found names below it`);
    return undefined;
  }
  const { value, line } = raw;
  switch (type.kind) {
    case "number": {
      const result = typeof value === "string" ? toNumber(value) : null;
      if (result !== null) return result;
      break;
    }
    case "boolean": {
      const result = typeof value === "string" ? BOOLEANS.get(value.toLowerCase()) : undefined;
      if (result !== undefined) return result;
      break;
    }
    case "text":
      if (typeof value !== "string") break;
      if (type.oneOf !== undefined && !type.oneOf.includes(value)) break;
      return value;
    case "list":
      if (typeof value !== "string") return value;
      if (value.startsWith("["))
        report(name, line, `the list opens with "[" but never ends with "]"; read as the single name "${value}"`);
      return [value];
    case "map":
      return plainValue(value);
    case "block":
      report(
        name,
        line,
        `expected names below it (${name}.${Object.keys(type.attributes)[0] ?? ""} …), found "${String(value)}"; ignored`,
      );
      return undefined;
  }
  report(
    name,
    line,
    `expected ${expectation(type)}, found "${typeof value === "string" ? value : `[${value.join(", ")}]`}"`,
  );
  return plainValue(value);
}

function mapOf(tree: RawTree): AttributeValue {
  return Object.fromEntries(
    [...tree].map(([key, value]) => [key, value instanceof Map ? mapOf(value) : plainValue(value.value)]),
  );
}

function firstLine(raw: Entry<RawValue> | RawTree): number {
  while (raw instanceof Map) {
    const first = raw.values().next().value;
    if (first === undefined) return 1;
    raw = first;
  }
  return raw.line;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map(
  Object.entries({
    true: true,
    t: true,
    yes: true,
    y: true,
    on: true,
    1: true,
    false: false,
    f: false,
    no: false,
    n: false,
    off: false,
    0: false,
  }),
);

/** Parses a number as written in documents (`1`, `-0.5`, `.5`, `1.0e-3`), null for any other text. */
export function toNumber(text: string): number | null {
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : null;
}

/** A value whose text determines its type: a number if it is numeric. */
export function plainValue(value: RawValue): AttributeValue {
  if (typeof value === "string") return toNumber(value) ?? value;
  return value.map((element) => toNumber(element) ?? element);
}

function expectation(type: AttributeType): string {
  switch (type.kind) {
    case "number":
      return `a number (${type.documentUnit ?? type.unit})`;
    case "boolean":
      return "true or false";
    case "text":
      return type.oneOf === undefined ? "a name or text" : `one of ${type.oneOf.join(", ")}`;
    case "list":
      return "names in brackets";
    case "map":
    case "block":
      return "names below it";
  }
}
