/**
 * Units for people, and the way there from those of the API. Documents name a unit that is shown; the factor follows from this
 * table, so that no document holds one.
 */
import type { Language, Text } from "./language.ts";

export const QUANTITIES = [
  "energy",
  "power",
  "mass",
  "money",
  "price",
  "share",
  "growth",
  "intensity",
  "hours",
  "years",
  "count",
  "distance",
  "area",
  "temperature",
] as const;

export type Quantity = (typeof QUANTITIES)[number];

interface Unit {
  readonly quantity: Quantity;
  /** Its size in the base unit of the quantity: MJ, MW, kg, €, €/MWh, factor, factor a year, kg/MWh, h, year, one, km, km², °C. */
  readonly size: number;
  readonly label: Text;
}

const unit = (quantity: Quantity, size: number, en: string, nl = en): Unit => ({ quantity, size, label: { en, nl } });

const UNITS = {
  MJ: unit("energy", 1, "MJ"),
  GJ: unit("energy", 1e3, "GJ"),
  TJ: unit("energy", 1e6, "TJ"),
  PJ: unit("energy", 1e9, "PJ"),
  MWh: unit("energy", 3.6e3, "MWh"),
  GWh: unit("energy", 3.6e6, "GWh"),
  TWh: unit("energy", 3.6e9, "TWh"),
  kW: unit("power", 1e-3, "kW"),
  MW: unit("power", 1, "MW"),
  GW: unit("power", 1e3, "GW"),
  kg: unit("mass", 1, "kg"),
  t: unit("mass", 1e3, "t"),
  kt: unit("mass", 1e6, "kt"),
  Mt: unit("mass", 1e9, "Mt"),
  "t CO₂": unit("mass", 1e3, "t CO₂"),
  "kt CO₂-eq": unit("mass", 1e6, "kt CO₂-eq"),
  "Mt CO₂": unit("mass", 1e9, "Mt CO₂"),
  "Mt CO₂-eq": unit("mass", 1e9, "Mt CO₂-eq"),
  "€": unit("money", 1, "€"),
  "mln €": unit("money", 1e6, "mln €"),
  "bln €": unit("money", 1e9, "bln €", "mld €"),
  "€/MWh": unit("price", 1, "€/MWh"),
  "€/kWh": unit("price", 1e3, "€/kWh"),
  "€/t": unit("price", 1, "€/t"),
  "€/kW": unit("price", 1, "€/kW"),
  "€/kg": unit("price", 1, "€/kg"),
  "€/l": unit("price", 1, "€/l"),
  "€/GJ": unit("price", 1, "€/GJ"),
  "€/unit": unit("price", 1, "€/unit", "€/stuk"),
  "€/connection": unit("price", 1, "€/connection", "€/aansluiting"),
  factor: unit("share", 1, "×"),
  "%": unit("share", 0.01, "%"),
  "% a year": unit("growth", 0.01, "% a year", "% per jaar"),
  "kg/MWh": unit("intensity", 1, "kg/MWh"),
  "g/kWh": unit("intensity", 1, "g/kWh"),
  h: unit("hours", 1, "h", "u"),
  years: unit("years", 1, "years", "jaar"),
  "#": unit("count", 1, ""),
  thousand: unit("count", 1e3, "thousand", "duizend"),
  million: unit("count", 1e6, "million", "miljoen"),
  km: unit("distance", 1, "km"),
  "bln km": unit("distance", 1e9, "bln km", "mld km"),
  "km²": unit("area", 1, "km²"),
  "°C": unit("temperature", 1, "°C"),
} as const satisfies { readonly [name: string]: Unit };

type UnitName = keyof typeof UNITS;

/** Units of the API, whose spelling is a model's own. */
const SPELLINGS: { readonly [apiUnit: string]: UnitName } = {
  MT: "Mt",
  mt: "Mt",
  kT: "kt",
  T: "t",
  tonne: "t",
  gw: "GW",
  mw: "MW",
  euro: "€",
  eur: "€",
  EUR: "€",
  mln_euro: "mln €",
  bln_euro: "bln €",
  "cost/MWh": "€/MWh",
  "euro/MWh": "€/MWh",
  "EUR/MWh": "€/MWh",
  "euro/kWh": "€/kWh",
  percentage: "%",
  Percentage: "%",
  fraction: "factor",
  share: "factor",
  hours: "h",
  year: "years",
  number: "#",
  nodes: "#",
  km2: "km²",
  "gCO2/KWh": "g/kWh",
  degC: "°C",
};

/** Quantities whose API units leave out their denominator: `euro` for a price per MWh. */
const SHORT_FOR: { readonly [quantity in Quantity]?: Quantity } = {
  price: "money",
  growth: "share",
  intensity: "mass",
};

/** Units of hourly curves, whose queries all have the unit `curve`. */
const OF_CURVES: { readonly [quantity in Quantity]?: UnitName } = {
  power: "MW",
  energy: "MWh",
  price: "€/MWh",
  temperature: "°C",
  share: "factor",
};

const isUnit = (name: string): name is UnitName => Object.hasOwn(UNITS, name);

function find(name: string): Unit | null {
  const trimmed = name.trim();
  if (isUnit(trimmed)) return UNITS[trimmed];
  const spelled = Object.hasOwn(SPELLINGS, trimmed) ? SPELLINGS[trimmed] : undefined;
  return spelled === undefined ? null : UNITS[spelled];
}

/** The names of units that documents may use. */
export const unitNames = (): readonly string[] => Object.keys(UNITS);

/** The quantity that a unit measures; null for names that are no unit (`bool`, `enum`, `curve`). */
export const quantityOf = (name: string): Quantity | null => find(name)?.quantity ?? null;

/** A unit as people read it; the name itself where it is none of the table. */
export const unitLabel = (name: string, language: Language): string => find(name)?.label[language] ?? name;

/**
 * The factor from values in the API's unit to values in the unit that is shown; null where there is no way. `curve` is
 * converted from the unit that hourly curves of the quantity have (MW, MWh, €/MWh, °C).
 */
export function factorBetween(apiUnit: string, shown: string): number | null {
  const to = find(shown);
  if (to === null) return apiUnit === shown ? 1 : null;
  const name = apiUnit === "curve" ? OF_CURVES[to.quantity] : apiUnit;
  const from = name === undefined ? null : find(name);
  if (from === null) return null;
  if (from.quantity === to.quantity || from.quantity === SHORT_FOR[to.quantity]) return from.size / to.size;
  return null;
}
