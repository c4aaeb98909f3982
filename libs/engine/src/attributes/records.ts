/**
 * Nested blocks of nodes: `merit_order`, `fever`, `storage` … Text values in blocks are names (symbols in queries). An
 * entry that a document omits is nil or has a default; reading an entry that the block does not define throws.
 */
import { GqlError, type Value } from "@etesian/gql";
import { attributesOf, ENERGY_NODE, MOLECULE_NODE } from "@etesian/model/definition";
import type { StoredRecord, StoredValue } from "../graph/state/state.ts";
import type { NodeObject, RecordObject } from "./objects/objects.ts";

/** The entries of a block with their defaults (null stands for nil). */
type Entries = { readonly [name: string]: StoredValue };

const blocks = [...attributesOf(ENERGY_NODE, "block"), ...attributesOf(MOLECULE_NODE, "block")];

/** The blocks of nodes by attribute name. */
export const recordEntries: { readonly [record: string]: Entries } = Object.fromEntries(
  blocks.map(({ name, type: { attributes } }) => [
    name,
    Object.fromEntries(
      Object.entries(attributes).map(([entry, { fallback, readsAs }]) => [entry, fallback ?? readsAs ?? null]),
    ),
  ]),
);

/** Entries that have a value only in the blocks of other carriers, as `record.entry`. */
const otherCarrierEntries: ReadonlySet<string> = new Set(
  blocks.flatMap(({ name, type: { attributes } }) =>
    Object.entries(attributes).flatMap(([entry, { source }]) => (source === undefined ? [] : [`${name}.${entry}`])),
  ),
);

/** The value of a record's entry in queries. Throws `GqlError` for an unknown entry. */
export function readEntry(record: RecordObject, name: string): Value {
  const { owner, entry } = record;
  if (entry !== null) {
    const value = mapIn(record)[name];
    if (value === undefined) throw unknownEntry(record, name);
    return toValue(value);
  }
  const entries = recordEntries[record.key] ?? {};
  if (!Object.hasOwn(entries, name)) throw unknownEntry(record, name);
  const value = requireRecord(owner, record.key)[name] ?? entries[name]!;
  return isMap(value) ? owner.graph.recordEntry(record, name) : toValue(value);
}

/** The raw number or text of an entry; null if it is absent or a map. */
export function storedEntry(record: RecordObject, name: string): Value {
  const value = (record.entry === null ? requireRecord(record.owner, record.key) : mapIn(record))[name] ?? null;
  return isMap(value) ? null : toValue(value);
}

/** Writes an entry. A map inside a record accepts only its existing entries. */
export function writeEntry(record: RecordObject, name: string, value: Value): void {
  const { owner, entry, key } = record;
  const { state } = owner.graph;
  if (entry === null) {
    if (!Object.hasOwn(recordEntries[key] ?? {}, name) || otherCarrierEntries.has(`${key}.${name}`))
      throw unknownEntry(record, name);
    state.setRecordEntry(owner.index, key, name, fromValue(value, record, name));
    return;
  }
  const map = mapIn(record);
  if (!(name in map)) throw unknownEntry(record, name);
  const storedValue = fromValue(value, record, name);
  if (storedValue === null) throw new GqlError(`${describe(record)}.${name} cannot be nil`);
  state.setRecordEntry(owner.index, key, entry, { ...map, [name]: storedValue });
}

/** Entries of a block that inputs may write. */
export const writableEntries = (block: string): readonly string[] =>
  Object.keys(recordEntries[block] ?? {}).filter((entry) => !otherCarrierEntries.has(`${block}.${entry}`));

function requireRecord(owner: NodeObject, name: string): StoredRecord {
  const record = owner.graph.state.record(owner.index, name);
  if (record === null) throw new GqlError(`${owner.key} has no ${name}`);
  return record;
}

type MapEntry = Extract<StoredValue, { readonly [key: string]: unknown }>;

function mapIn(record: RecordObject): MapEntry {
  const map = requireRecord(record.owner, record.key)[record.entry!];
  return isMap(map) ? map : {};
}

function isMap(value: StoredValue | undefined): value is MapEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names are text in documents, and symbols in queries. */
function toValue(value: StoredValue): Value {
  if (typeof value === "string") return Symbol.for(value);
  if (Array.isArray(value)) return value.map((item) => toValue(item));
  return value as number | boolean | null;
}

function fromValue(value: Value, record: RecordObject, name: string): StoredValue {
  switch (typeof value) {
    case "number":
    case "boolean":
    case "string":
      return value;
    case "bigint":
      return Number(value);
    case "symbol":
      return value.description ?? "";
    default:
      if (value === null) return null;
      throw new GqlError(`${describe(record)}.${name} takes a number or a name`);
  }
}

function describe(record: RecordObject): string {
  return `${record.owner.key}.${record.key}${record.entry === null ? "" : `.${record.entry}`}`;
}

function unknownEntry(record: RecordObject, name: string): GqlError {
  return new GqlError(`${describe(record)} has no entry ${name}`);
}
