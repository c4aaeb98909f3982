/** Attributes of carriers. */
import { GqlError, type Value } from "@etesian/gql";
import { HOURS_PER_YEAR, isNil, MJ_PER_MWH } from "@etesian/numeric";
import { requireNumber, type Num } from "./objects/cells.ts";
import type { CarrierObject, YearObjects } from "./objects/objects.ts";

export type CarrierReader = (carrier: CarrierObject) => Value;

const NONE: readonly Value[] = [];

/** Text and flag attributes of carrier documents, which have no column. */
const documentAttributes = ["infinite", "graphviz_color"];

function findColumn(year: YearObjects, name: string): Float64Array | undefined {
  const index = year.state.topology.carrierColumnByName.get(name);
  return index === undefined ? undefined : year.state.carrierColumns[index];
}

function readColumn(year: YearObjects, carrier: number, name: string): Num {
  const value = findColumn(year, name)?.[carrier];
  return value === undefined || isNil(value) ? null : value;
}

/** kg per MJ; `co2_per_mj` takes precedence over `co2_conversion_per_mj`. */
const co2PerMj = ({ year, index }: CarrierObject): Num =>
  readColumn(year, index, "co2_per_mj") ?? readColumn(year, index, "co2_conversion_per_mj");

/** The mix burned by gas power plants is priced and counted as natural gas. */
function burnedCarrier(carrier: CarrierObject): CarrierObject {
  if (carrier.key !== "gas_power_fuelmix") return carrier;
  const { year } = carrier;
  return year.carriers[year.state.topology.energy.carrierByKey.get("natural_gas") ?? -1] ?? carrier;
}

/** EUR per MJ. */
function dispatchCost(carrier: CarrierObject): Num {
  const burned = burnedCarrier(carrier);
  const cost = readColumn(burned.year, burned.index, "cost_per_mj");
  return burned === carrier ? (cost ?? 0) : cost;
}

const derived: { readonly [name: string]: CarrierReader } = {
  key: ({ key }) => Symbol.for(key),
  co2_per_mj: co2PerMj,
  merit_order_co2_per_mj: (carrier) => co2PerMj(burnedCarrier(carrier)),
  merit_order_cost_per_mj: dispatchCost,
  /** Hourly prices (EUR/MWh) from the hourly calculation, or a flat price without one. */
  cost_curve: (carrier) =>
    carrier.year.state.carrierCurves.borrow(`${carrier.key}.cost_curve`) ??
    new Float64Array(HOURS_PER_YEAR).fill(requireNumber(dispatchCost(carrier), "cost_per_mj") * MJ_PER_MWH),
  /** MW by hour; an empty list without an hourly calculation. */
  demand_curve: (carrier) => carrier.year.state.carrierCurves.borrow(`${carrier.key}.demand_curve`) ?? NONE,
};

/** Attributes of carriers that are not columns. */
export const carrierAttributeNames: readonly string[] = [...Object.keys(derived), ...documentAttributes];

/** Reader of a carrier attribute; undefined if carriers have no such attribute. `<key>?` tests the carrier's key. */
export function carrierReader(name: string, columns: ReadonlyMap<string, number>): CarrierReader | undefined {
  if (Object.hasOwn(derived, name)) return derived[name];
  if (name.includes("?")) {
    const key = name.slice(0, -1);
    return (carrier) => carrier.key === key;
  }
  if (columns.has(name)) return ({ year, index }) => readColumn(year, index, name);
  if (!documentAttributes.includes(name)) return undefined;
  return ({ year, index }) => {
    const value = year.state.topology.definition.carriers[index]!.attributes[name];
    return typeof value === "boolean" ? value : typeof value === "string" ? Symbol.for(value) : null;
  };
}

export function storedCarrierValue({ year, index }: CarrierObject, name: string): Num {
  return readColumn(year, index, name);
}

/** Writes a numeric attribute. Only electricity has a fallback price. */
export function writeCarrier(carrier: CarrierObject, name: string, value: number): void {
  const values = findColumn(carrier.year, name);
  if (values === undefined) throw new GqlError(`The carrier ${carrier.key} has no attribute ${name}`);
  if (name === "fallback_price" && carrier.key !== "electricity") {
    throw new GqlError(`Cannot set fallback_price on ${carrier.key} carrier`);
  }
  values[carrier.index] = value;
}
