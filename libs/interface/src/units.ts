/**
 * Display units, and the conversion from the API's units. Documents name a display unit; the factor follows from this
 * table, so that no document contains factors.
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

/** Quantities whose sums are meaningless. */
export const UNSUMMABLE_QUANTITIES: ReadonlySet<Quantity> = new Set([
  "price",
  "share",
  "growth",
  "intensity",
  "years",
  "temperature",
]);

interface Unit {
  readonly quantity: Quantity;
  /**
   * The unit's size in the base unit of the quantity: MJ, MW, kg, €, €/MWh, factor, factor a year, kg/MWh, h, year,
   * one, km, km², °C.
   */
  readonly size: number;
  readonly label: Text;
}

const unit = (quantity: Quantity, size: number, en: string, nl = en): Unit => ({ quantity, size, label: { en, nl } });

const UNITS = {
  MJ: unit("energy", 1, "MJ"),
  GJ: unit("energy", 1e3, "GJ"),
  TJ: unit("energy", 1e6, "TJ"),
  PJ: unit("energy", 1e9, "PJ"),
  kWh: unit("energy", 3.6, "kWh"),
  MWh: unit("energy", 3.6e3, "MWh"),
  GWh: unit("energy", 3.6e6, "GWh"),
  TWh: unit("energy", 3.6e9, "TWh"),
  W: unit("power", 1e-6, "W"),
  kW: unit("power", 1e-3, "kW"),
  MW: unit("power", 1, "MW"),
  GW: unit("power", 1e3, "GW"),
  kg: unit("mass", 1, "kg"),
  t: unit("mass", 1e3, "t"),
  kt: unit("mass", 1e6, "kt"),
  Mt: unit("mass", 1e9, "Mt"),
  "t CO₂": unit("mass", 1e3, "t CO₂"),
  "kt CO₂": unit("mass", 1e6, "kt CO₂"),
  "Mt CO₂": unit("mass", 1e9, "Mt CO₂"),
  "t CO₂-eq": unit("mass", 1e3, "t CO₂-eq"),
  "kt CO₂-eq": unit("mass", 1e6, "kt CO₂-eq"),
  "Mt CO₂-eq": unit("mass", 1e9, "Mt CO₂-eq"),
  "€": unit("money", 1, "€"),
  "thousand €": unit("money", 1e3, "thousand €", "duizend €"),
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
  "% a year": unit("growth", 0.01, "%/year", "%/jaar"),
  "kg/MWh": unit("intensity", 1, "kg/MWh"),
  "g/kWh": unit("intensity", 1, "g/kWh"),
  h: unit("hours", 1, "h", "u"),
  years: unit("years", 1, "years", "jaar"),
  "#": unit("count", 1, ""),
  thousand: unit("count", 1e3, "thousand", "duizend"),
  million: unit("count", 1e6, "million", "miljoen"),
  km: unit("distance", 1, "km"),
  "mln km": unit("distance", 1e6, "mln km"),
  "bln km": unit("distance", 1e9, "bln km", "mld km"),
  "km²": unit("area", 1, "km²"),
  "°C": unit("temperature", 1, "°C"),
} as const satisfies { readonly [name: string]: Unit };

type UnitName = keyof typeof UNITS;

/**
 * Units that differ only in their prefix, smallest first. All units of a family use one prefix in a scenario, so that
 * the scenario's figures can be compared at a glance. Joules and watt-hours are separate families, between which
 * documents choose.
 */
const LADDERS = {
  joule: [["GJ", "TJ", "PJ"]],
  wattHour: [["MWh", "GWh", "TWh"]],
  power: [["kW", "MW", "GW"]],
  mass: [
    ["t", "kt", "Mt"],
    ["t CO₂", "kt CO₂", "Mt CO₂"],
    ["t CO₂-eq", "kt CO₂-eq", "Mt CO₂-eq"],
  ],
  money: [["thousand €", "mln €", "bln €"]],
  count: [["#", "thousand", "million"]],
  distance: [["km", "mln km", "bln km"]],
} as const satisfies { readonly [family: string]: readonly (readonly UnitName[])[] };

export type UnitFamily = keyof typeof LADDERS;

/**
 * Counts and distances span many powers of ten: documents choose the largest prefix, and small areas use smaller
 * ones.
 */
const SHRINK_ONLY_FAMILIES: ReadonlySet<UnitFamily> = new Set(["count", "distance"]);

/** A family has the largest prefix with which its largest figure is at least this. */
const MIN_FIGURE = 10;

/** The API's units, as spelled by models. */
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

/** Quantities whose API units omit their denominator: `euro` for a price per MWh. */
const FULL_QUANTITIES: { readonly [quantity in Quantity]?: Quantity } = {
  price: "money",
  growth: "share",
  intensity: "mass",
};

/** Units of hourly curves, whose queries all have the unit `curve`. */
const CURVE_UNITS: { readonly [quantity in Quantity]?: UnitName } = {
  power: "MW",
  energy: "MWh",
  price: "€/MWh",
  temperature: "°C",
  share: "factor",
};

const isUnit = (name: string): name is UnitName => Object.hasOwn(UNITS, name);

/** The table's name of a unit that a model spells differently; the text itself if it is not a unit. */
function canonicalName(name: string): string {
  const trimmed = name.trim();
  return !isUnit(trimmed) && Object.hasOwn(SPELLINGS, trimmed) ? SPELLINGS[trimmed]! : trimmed;
}

function findUnit(name: string): Unit | null {
  const tableName = canonicalName(name);
  return isUnit(tableName) ? UNITS[tableName] : null;
}

interface Rung {
  readonly family: UnitFamily;
  readonly ladder: readonly UnitName[];
  readonly step: number;
}

const RUNGS: ReadonlyMap<string, Rung> = new Map(
  (Object.keys(LADDERS) as UnitFamily[]).flatMap((family) =>
    LADDERS[family].flatMap((ladder: readonly UnitName[]) =>
      ladder.map((name, step) => [name, { family, ladder, step }] as const),
    ),
  ),
);

/**
 * The family of a unit; null if the unit never changes. The smallest unit of a family is for single objects, such as
 * a 6 kW heater or a number of turbines, whose size does not depend on the area.
 */
export function familyOf(name: string): UnitFamily | null {
  const rung = RUNGS.get(canonicalName(name));
  return rung === undefined || rung.step === 0 ? null : rung.family;
}

/** The size of each family's largest figure, in the base unit of its quantity. */
export type Magnitudes = { readonly [family in UnitFamily]?: number };

/** The position of each family's unit on its ladder. A family without figures keeps the documents' units. */
export type Prefixes = { readonly [family in UnitFamily]?: number };

/** The size of a value in the base unit of its quantity (MJ, MW, kg, € …); 0 for a name that is not a unit. */
export const baseSize = (value: number, name: string): number => Math.abs(value) * (findUnit(name)?.size ?? 0);

/** Merges the magnitudes of several charts or scenarios into the largest of each family. */
export function largestOf(several: readonly Magnitudes[]): Magnitudes {
  const largest: { [family in UnitFamily]?: number } = {};
  for (const magnitudes of several) {
    for (const [family, size] of Object.entries(magnitudes) as [UnitFamily, number][])
      largest[family] = Math.max(largest[family] ?? 0, size);
  }
  return largest;
}

/** The prefix of each family: the largest one with which its largest figure is at least 10, otherwise the smallest. */
export const prefixesOf = (magnitudes: Magnitudes): Prefixes =>
  Object.fromEntries(
    (Object.entries(magnitudes) as [UnitFamily, number][])
      .filter(([, size]) => size > 0)
      .map(([family, size]) => {
        const [ladder]: readonly (readonly UnitName[])[] = LADDERS[family];
        // 10 MW in kilowatts is slightly less than 10 because of rounding; sizes are powers of ten.
        const step = ladder.findLastIndex((name) => size / UNITS[name].size >= MIN_FIGURE * (1 - 1e-12));
        return [family, Math.max(0, step)];
      }),
  );

/** The unit with its family's prefix in a scenario; unchanged if the family has none. */
export function scaledUnit(name: string, prefixes: Prefixes): string {
  const family = familyOf(name);
  const step = family === null ? undefined : prefixes[family];
  if (family === null || step === undefined) return name;
  const { ladder, step: documentedStep } = RUNGS.get(canonicalName(name))!;
  return ladder[SHRINK_ONLY_FAMILIES.has(family) ? Math.min(step, documentedStep) : step]!;
}

/** A unit of the joule family for MJ, the unit of the model's energy results; other units are unchanged. */
export const resultUnit = (apiUnit: string): string => (canonicalName(apiUnit) === "MJ" ? "PJ" : apiUnit);

const normaliseUnitText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("co2", "co₂")
    .replaceAll(/[\s\u00a0\u202f]/g, "");

/** Short forms that users may type, in addition to names and labels. */
const SHORT_FORMS: { readonly [text: string]: UnitName } = {
  "k€": "thousand €",
  "m€": "mln €",
  "miljoen€": "mln €",
  "miljard€": "bln €",
  "€": "€",
  "%/y": "% a year",
  "%peryear": "% a year",
  "%perjaar": "% a year",
  hour: "h",
  uur: "h",
  uren: "h",
  j: "years",
};

/**
 * The factor from a unit typed by a user, with any prefix and in either language, to a unit of the table; null if the
 * text is not a unit, or measures another quantity.
 */
export function factorOfTypedUnit(text: string, displayUnit: string): number | null {
  const target = findUnit(displayUnit);
  const typedText = normaliseUnitText(text);
  if (target === null) return typedText === normaliseUnitText(displayUnit) ? 1 : null;
  const isTarget = (quantity: Quantity): boolean =>
    quantity === target.quantity || quantity === FULL_QUANTITIES[target.quantity];
  const shortForm = Object.hasOwn(SHORT_FORMS, typedText) ? SHORT_FORMS[typedText]! : null;
  const names = [...(shortForm === null ? [] : [shortForm]), ...(Object.keys(UNITS) as UnitName[])];
  const name = names.find((name) => {
    const { quantity, label } = UNITS[name];
    return (
      isTarget(quantity) &&
      (name === shortForm || [name, label.en, label.nl].some((one) => normaliseUnitText(one) === typedText))
    );
  });
  const spellingOfModel = Object.keys(SPELLINGS).find((spelling) => normaliseUnitText(spelling) === typedText);
  const source =
    name !== undefined ? UNITS[name] : spellingOfModel === undefined ? null : UNITS[SPELLINGS[spellingOfModel]!];
  return source === null || !isTarget(source.quantity) ? null : source.size / target.size;
}

/** Units in which a value may be typed, as displayed: its family's units, otherwise the unit itself. */
export function typedUnits(displayUnit: string, language: Language): readonly string[] {
  const rung = RUNGS.get(canonicalName(displayUnit));
  return (rung?.ladder ?? [displayUnit]).map((name) => unitLabel(name, language)).filter((label) => label !== "");
}

/** The names of units for documents. */
export const unitNames = (): readonly string[] => Object.keys(UNITS);

/** The quantity of a unit; null for names that are not units (`bool`, `enum`, `curve`). */
export const quantityOf = (name: string): Quantity | null => findUnit(name)?.quantity ?? null;

/** A unit as displayed; the name itself if it is not in the table. */
export const unitLabel = (name: string, language: Language): string => findUnit(name)?.label[language] ?? name;

/**
 * The factor from the API's unit to a display unit; null if they cannot be converted. `curve` is converted from the
 * quantity's unit in hourly curves (MW, MWh, €/MWh, °C).
 */
export function factorBetween(apiUnit: string, displayUnit: string): number | null {
  const target = findUnit(displayUnit);
  if (target === null) return apiUnit === displayUnit ? 1 : null;
  const name = apiUnit === "curve" ? CURVE_UNITS[target.quantity] : apiUnit;
  const source = name === undefined ? null : findUnit(name);
  if (source === null) return null;
  if (source.quantity === target.quantity || source.quantity === FULL_QUANTITIES[target.quantity])
    return source.size / target.size;
  return null;
}
