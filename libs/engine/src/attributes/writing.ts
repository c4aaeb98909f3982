/** Writes by inputs: stored attributes of nodes, edges, slots, carriers, records, area and emissions. */
import { GqlError, type ModelObject, type Value } from "@etesian/gql";
import { attributesOf, ENERGY_NODE, MOLECULE_NODE } from "@etesian/model/definition";
import { isNil } from "@etesian/numeric";
import { conversion } from "../graph/state/slots.ts";
import type { Topology } from "../graph/topology/topology.ts";
import { storedAreaValue, storedEmission, writeArea, writeEmission } from "./area.ts";
import { storedCarrierValue, writeCarrier } from "./carriers.ts";
import type { Num } from "./objects/cells.ts";
import {
  CarrierObject,
  EdgeObject,
  EmissionsScopeObject,
  NodeObject,
  RecordObject,
  SlotObject,
  YearObject,
} from "./objects/objects.ts";
import { storedEntry, writeEntry } from "./records.ts";
import { NodeClass } from "./objects/traits.ts";

const toNil = (value: number | undefined): Num => (value === undefined || isNil(value) ? null : value);

/** The raw stored value, never a computed one; null if nothing is stored, and for records, curves and maps. */
export function readStoredValue(object: ModelObject, attribute: string): Value {
  if (object instanceof NodeObject) {
    const column = object.graph.topology.columnByName.get(attribute);
    return column === undefined ? null : toNil(object.graph.state.columns[column]!.read(object.index));
  }
  if (object instanceof EdgeObject) {
    const numbers = edgeNumbers(object, attribute);
    return numbers === undefined ? null : toNil(numbers[object.index]);
  }
  if (object instanceof SlotObject) {
    return attribute === "conversion" ? toNil(object.graph.state.slotConversion[object.index]) : null;
  }
  if (object instanceof CarrierObject) return storedCarrierValue(object, attribute);
  if (object instanceof RecordObject) return storedEntry(object, attribute);
  if (object instanceof EmissionsScopeObject) return storedEmission(object.year, `${object.key}_${attribute}`);
  if (object instanceof YearObject && object.kind === "area") return storedAreaValue(object.year, attribute);
  if (object instanceof YearObject && object.kind === "emissions") return storedEmission(object.year, attribute);
  return null;
}

/**
 * Writes an attribute. Throws `GqlError` for an attribute that the object does not have or that requires another kind
 * of value.
 */
export function writeAttribute(object: ModelObject, attribute: string, value: Value): void {
  if (object instanceof NodeObject) writeNode(object, attribute, value);
  else if (object instanceof EdgeObject) writeEdge(object, attribute, value);
  else if (object instanceof SlotObject) writeSlot(object, attribute, value);
  else if (object instanceof CarrierObject) writeCarrier(object, attribute, toNumber(object, attribute, value));
  else if (object instanceof RecordObject) writeEntry(object, attribute, value);
  else if (object instanceof EmissionsScopeObject) {
    writeEmission(object.year, object.key, attribute, toNumber(object, attribute, value));
  } else if (object instanceof YearObject && object.kind === "area") writeArea(object.year, attribute, value);
  else throw notWritable(object, attribute);
}

/** Numbers that inputs cannot write: results of the hourly calculation, and internal values of the calculation. */
const readOnlyAttributes: ReadonlySet<string> = new Set(
  [...attributesOf(ENERGY_NODE, "number"), ...attributesOf(MOLECULE_NODE, "number")].flatMap(({ name, access }) =>
    access === undefined ? [] : [name],
  ),
);

const writableCurves = new Set(["availability_curve", "marginal_cost_curve"]);

/** `preset_demand_by_<carrier>_production`. */
const productionCarriers: ReadonlyMap<string, string> = new Map(
  ["electricity", "hydrogen", "steam_hot_water", "ammonia"].map((carrier) => [
    `preset_demand_by_${carrier}_production`,
    carrier,
  ]),
);

export function isWritableNodeAttribute(topology: Topology, attribute: string): boolean {
  if (productionCarriers.has(attribute) || writableCurves.has(attribute)) return true;
  return topology.columnByName.has(attribute) && !readOnlyAttributes.has(attribute);
}

/** Attributes of a graph's nodes that inputs may write. */
export const writableNodeAttributes = (topology: Topology): readonly string[] =>
  [...productionCarriers.keys(), ...writableCurves, ...topology.columnByName.keys()].filter((attribute) =>
    isWritableNodeAttribute(topology, attribute),
  );

function writeNode(object: NodeObject, attribute: string, value: Value): void {
  const { graph, index } = object;
  const { state, topology } = graph;

  const carrier = productionCarriers.get(attribute);
  if (carrier !== undefined) {
    const slot = graph.outputSlot(index, topology.carrierByKey.get(carrier) ?? -1);
    if (slot < 0) {
      throw new GqlError(`UPDATE: ${attribute} could not find ${carrier} output for ${object.key}`);
    }
    if (value === null) throw new GqlError(`${attribute} of ${object.key} takes a number`);
    state.presetDemand[index] = toNumber(object, attribute, value) / conversion(state, slot);
    return;
  }
  if (writableCurves.has(attribute)) {
    state.setCurve(index, attribute, toCurve(object, attribute, value));
    return;
  }
  const column = topology.columnByName.get(attribute);
  if (column === undefined || readOnlyAttributes.has(attribute)) throw notWritable(object, attribute);
  if (attribute === "number_of_units" && graph.traits.class[index] === NodeClass.InheritableUnits) {
    throw new GqlError(`Cannot set number_of_units of ${object.key}: its units follow its consumer's`);
  }
  state.columns[column]!.write(index, toNumber(object, attribute, value));
}

function writeEdge(object: EdgeObject, attribute: string, value: Value): void {
  const numbers = edgeNumbers(object, attribute);
  if (numbers === undefined) throw notWritable(object, attribute);
  numbers[object.index] = toNumber(object, attribute, value);
}

function edgeNumbers({ graph }: EdgeObject, attribute: string): Float64Array | undefined {
  switch (attribute) {
    case "share":
      return graph.state.edgeShare;
    case "value":
      return graph.state.edgeValue;
    case "co2_per_mj":
      return graph.name === "energy" ? graph.state.edgeCo2PerMj : undefined;
    default:
      return undefined;
  }
}

function writeSlot(object: SlotObject, attribute: string, value: Value): void {
  if (attribute !== "conversion") throw notWritable(object, attribute);
  object.graph.state.slotConversion[object.index] = toNumber(object, attribute, value);
}

/** The value as a number; NaN for nil. */
function toNumber(object: ModelObject, attribute: string, value: Value): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (value === null) return Number.NaN;
  throw new GqlError(`${attribute} of the ${object.kind} ${object.key} takes a number`);
}

/** The value as a curve; null for nil. */
function toCurve(object: ModelObject, attribute: string, value: Value): Float64Array | null {
  if (value === null) return null;
  if (value instanceof Float64Array) return value;
  if (Array.isArray(value))
    return Float64Array.from(value as readonly Value[], (hour) => toNumber(object, attribute, hour));
  throw new GqlError(`${attribute} of ${object.key} takes an hourly curve`);
}

function notWritable(object: ModelObject, attribute: string): GqlError {
  return new GqlError(`the ${object.kind} ${object.key} has no attribute ${attribute} that can be changed`);
}
