/**
 * Nested blocks of nodes: `merit_order`, `fever`, `storage` … Their texts are names (symbols to queries); an entry that
 * documents leave out is nil or has a default; an entry the block does not know raises.
 */
import { GqlError, type Value } from "@etesian/gql";
import type { StoredRecord, StoredValue } from "../graph/state.ts";
import type { NodeObject, RecordObject } from "./objects.ts";

/** Entries of a block with their defaults (null: nil). */
type Entries = { readonly [name: string]: StoredValue };

const participant: Entries = {
  type: null,
  subtype: "generic",
  group: null,
  output_capacity_from_demand_of: null,
  output_capacity_from_demand_share: null,
  subordinate_to: null,
  input_capacity_from_share: null,
  delegate: null,
  production_curtailment: null,
};

const connection: Entries = { source: null, attribute: "demand", direction: null, conversion: null };

/** The blocks of nodes by attribute name. */
export const recordEntries: { readonly [record: string]: Entries } = {
  merit_order: {
    ...participant,
    level: "hv",
    demand_source: [],
    demand_profile: null,
    satisfy_with_dispatchables: null,
    relations: null,
    load_shifting_hours: null,
    temperature_cutoff: null,
  },
  heat_network_lt: participant,
  heat_network_mt: participant,
  heat_network_ht: participant,
  agriculture_heat: participant,
  hydrogen: participant,
  fever: {
    type: null,
    group: null,
    curve: {},
    share_in_group: null,
    present_share_in_demand: null,
    technology_curve_type: null,
    defer_for: null,
    efficiency_based_on: null,
    efficiency_balanced_with: null,
    base_cop: null,
    cop_per_degree: null,
    cop_cutoff: null,
    alias_of: null,
    capacity: {},
  },
  network_gas: {
    type: null,
    profile: null,
    behavior: null,
    demand_carrier: null,
    subordinate_to: null,
    subordinate_to_output: null,
  },
  storage: { volume: null, decay: 0, cost_per_mwh: 0 },
  from_molecules: connection,
  from_energy: connection,
};

/** An entry of a record as queries see it. Raises `GqlError` for an entry the record does not have. */
export function readEntry(record: RecordObject, name: string): Value {
  const { owner, entry } = record;
  if (entry !== null) {
    const value = mapIn(record)[name];
    if (value === undefined) throw unknownEntry(record, name);
    return toValue(value);
  }
  const fallback = recordEntries[record.key]?.[name];
  if (fallback === undefined) throw unknownEntry(record, name);
  const value = stored(owner, record.key)[name] ?? fallback;
  return isMap(value) ? owner.graph.recordEntry(record, name) : toValue(value);
}

/** The raw number or text of an entry, null when it is absent or a map. */
export function storedEntry(record: RecordObject, name: string): Value {
  const value = (record.entry === null ? stored(record.owner, record.key) : mapIn(record))[name] ?? null;
  return isMap(value) ? null : toValue(value);
}

/** Writes an entry; a map inside a record only takes entries it has. */
export function writeEntry(record: RecordObject, name: string, value: Value): void {
  const { owner, entry, key } = record;
  const { state } = owner.graph;
  if (entry === null) {
    if (!(name in (recordEntries[key] ?? {}))) throw unknownEntry(record, name);
    state.setRecordEntry(owner.index, key, name, fromValue(value, record, name));
    return;
  }
  const map = mapIn(record);
  if (!(name in map)) throw unknownEntry(record, name);
  const written = fromValue(value, record, name);
  if (written === null) throw new GqlError(`${describe(record)}.${name} cannot be nil`);
  state.setRecordEntry(owner.index, key, entry, { ...map, [name]: written });
}

function stored(owner: NodeObject, name: string): StoredRecord {
  const record = owner.graph.state.record(owner.index, name);
  if (record === null) throw new GqlError(`${owner.key} has no ${name}`);
  return record;
}

type MapEntry = Extract<StoredValue, { readonly [key: string]: unknown }>;

function mapIn(record: RecordObject): MapEntry {
  const map = stored(record.owner, record.key)[record.entry!];
  return isMap(map) ? map : {};
}

function isMap(value: StoredValue | undefined): value is MapEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Documents write names as text; queries compare them as symbols. */
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
