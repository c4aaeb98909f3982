import type { Area } from "@etesian/contracts/compute";
import { isObject } from "../http/parameters.ts";

type Attributes = Readonly<Record<string, unknown>>;

/** Attributes of the short form, in addition to `has_…` and `use_…`. */
const SHORT_ATTRIBUTES = new Set([
  "analysis_year",
  "area",
  "base_dataset",
  "derived",
  "geo_id",
  "group",
  "number_of_inhabitants",
  "present_number_of_residences",
  "problem",
  "scaling",
  "useable",
]);

/** Documented attributes that current datasets have renamed or merged. */
const FORMER_ATTRIBUTES: Readonly<Record<string, (attributes: Attributes) => number | boolean>> = {
  number_of_residences: (attributes) => sumOf(attributes, "present_number_of_residences"),
  number_of_buildings: (attributes) => sumOf(attributes, "present_number_of_buildings"),
  number_of_apartments: (attributes) => sumOf(attributes, "present_number_of_apartments_"),
  number_of_corner_houses: (attributes) => sumOf(attributes, "present_number_of_corner_houses_"),
  number_of_detached_houses: (attributes) => sumOf(attributes, "present_number_of_detached_houses_"),
  number_of_semi_detached_houses: (attributes) => sumOf(attributes, "present_number_of_semi_detached_houses_"),
  number_of_terraced_houses: (attributes) => sumOf(attributes, "present_number_of_terraced_houses_"),
  has_buildings: (attributes) => sumOf(attributes, "present_number_of_buildings") > 0,
  indirect_emissions_co2: () => 0,
  has_cold_network: () => false,
  has_electricity_storage: () => true,
  has_employment: () => false,
};

/** Sum of an attribute over its construction periods, which share a prefix. */
function sumOf(attributes: Attributes, prefix: string): number {
  let sum = 0;
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith(prefix) && typeof value === "number") sum += value;
  }
  return sum;
}

/** All attributes of an area in a response. */
export function areaJson(area: Area): Attributes {
  const parsed: unknown = JSON.parse(area.attributesJson);
  const { enabled, ...attributes } = isObject(parsed) ? parsed : {};
  const isOffered = isObject(enabled) ? enabled["etmodel"] !== false : true;
  const missingAttributes = Object.entries(FORMER_ATTRIBUTES).filter(([name]) => !(name in attributes));
  return {
    ...attributes,
    ...Object.fromEntries(missingAttributes.map(([name, derive]) => [name, derive(attributes)])),
    useable: area.useable && isOffered,
    // The reason why the area cannot have scenarios.
    ...(area.problem === undefined ? {} : { problem: area.problem }),
  };
}

export function shortAreaJson(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name]) => SHORT_ATTRIBUTES.has(name) || name.startsWith("has_") || name.startsWith("use_"),
    ),
  );
}
