/**
 * Names by which documents refer to colours. A page draws each carrier in the same colour everywhere; design tokens
 * define it (`--c-wind-sea`). The list of names is closed, so that every colour has been checked for contrast and
 * colour blindness.
 */
import type { Text } from "./language.ts";

interface Named {
  /** Name of the design token without `--`. */
  readonly token: string;
  readonly label: Text;
}

const named = (token: string, en: string, nl: string): Named => ({ token, label: { en, nl } });

export const CARRIERS = {
  wind: named("c-wind-sea", "Wind", "Wind"),
  wind_sea: named("c-wind-sea", "Wind at sea", "Wind op zee"),
  wind_land: named("c-wind-land", "Wind on land", "Wind op land"),
  wind_coast: named("c-wind-coast", "Wind on the coast", "Wind aan de kust"),
  solar: named("c-solar", "Sun", "Zon"),
  solar_heat: named("c-solar-heat", "Solar heat", "Zonnewarmte"),
  hydro: named("c-hydro", "Hydro", "Waterkracht"),
  geothermal: named("c-geothermal", "Geothermal", "Aardwarmte"),
  ambient: named("c-ambient", "Ambient heat", "Omgevingswarmte"),
  nuclear: named("c-nuclear", "Nuclear", "Kernenergie"),
  coal: named("c-coal", "Coal", "Kolen"),
  coal_gas: named("c-coal-gas", "Coal gas", "Kolengas"),
  oil: named("c-oil", "Oil", "Olie"),
  gas: named("c-gas", "Gas", "Gas"),
  green_gas: named("c-green-gas", "Green gas", "Groen gas"),
  biomass: named("c-biomass", "Biomass", "Biomassa"),
  biofuel: named("c-biofuel", "Biofuels", "Biobrandstoffen"),
  waste: named("c-waste", "Waste", "Afval"),
  hydrogen: named("c-hydrogen", "Hydrogen", "Waterstof"),
  ammonia: named("c-ammonia", "Ammonia", "Ammoniak"),
  methanol: named("c-methanol", "Methanol", "Methanol"),
  synfuel: named("c-synfuel", "Synthetic fuels", "Synthetische brandstoffen"),
  power: named("c-power", "Electricity", "Elektriciteit"),
  heat: named("c-heat", "Heat", "Warmte"),
  residual: named("c-residual", "Residual heat", "Restwarmte"),
  import: named("c-import", "Import", "Import"),
  export: named("c-export", "Export", "Export"),
  storage: named("c-storage", "Storage", "Opslag"),
  curtailed: named("c-curtailed", "Curtailed", "Afgeregeld"),
  shortage: named("c-shortage", "Shortage", "Tekort"),
  captured: named("c-captured", "Captured CO₂", "Afgevangen CO₂"),
  loss: named("c-loss", "Losses", "Verliezen"),
} as const satisfies { readonly [name: string]: Named };

export type Carrier = keyof typeof CARRIERS;

export const SECTORS = {
  households: named("s-households", "Households", "Huishoudens"),
  buildings: named("s-buildings", "Services", "Diensten"),
  industry: named("s-industry", "Industry", "Industrie"),
  transport: named("s-transport", "Transport", "Vervoer"),
  agriculture: named("s-agriculture", "Agriculture", "Landbouw"),
  energy: named("s-energy", "Energy sector", "Energiesector"),
  waste: named("s-waste", "Waste", "Afval"),
  land: named("s-land", "Land use", "Landgebruik"),
  bunkers: named("s-bunkers", "International transport", "Internationaal vervoer"),
  other: named("s-other", "Other", "Overig"),
} as const satisfies { readonly [name: string]: Named };

export type SectorColour = keyof typeof SECTORS;

/** Heating technologies: one colour family, so that heat pumps are recognised as one kind. */
export const TECHNOLOGIES = {
  hybrid_heat_pump: named("t-hybrid", "Hybrid heat pump", "Hybride warmtepomp"),
  air_heat_pump: named("t-air", "Air-source heat pump", "Luchtwarmtepomp"),
  ground_heat_pump: named("t-ground", "Ground-source heat pump", "Bodemwarmtepomp"),
} as const satisfies { readonly [name: string]: Named };

export type Technology = keyof typeof TECHNOLOGIES;
