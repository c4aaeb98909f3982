/**
 * Names by which documents refer to colours. A page draws each carrier in the same colour everywhere; design tokens
 * define the colours (`--c-wind-sea`). The list of names is closed, so that every colour has been checked for contrast
 * and colour blindness.
 */
import type { Text } from "./language.ts";

interface LabelledToken {
  /** Name of the design token without `--`. */
  readonly token: string;
  readonly label: Text;
}

const labelledToken = (token: string, en: string, nl: string): LabelledToken => ({ token, label: { en, nl } });

export const CARRIERS = {
  wind: labelledToken("c-wind-sea", "Wind", "Wind"),
  wind_sea: labelledToken("c-wind-sea", "Wind at sea", "Wind op zee"),
  wind_land: labelledToken("c-wind-land", "Wind on land", "Wind op land"),
  wind_coast: labelledToken("c-wind-coast", "Wind on the coast", "Wind aan de kust"),
  solar: labelledToken("c-solar", "Sun", "Zon"),
  solar_heat: labelledToken("c-solar-heat", "Solar heat", "Zonnewarmte"),
  hydro: labelledToken("c-hydro", "Hydro", "Waterkracht"),
  geothermal: labelledToken("c-geothermal", "Geothermal", "Aardwarmte"),
  ambient: labelledToken("c-ambient", "Ambient heat", "Omgevingswarmte"),
  nuclear: labelledToken("c-nuclear", "Nuclear", "Kernenergie"),
  coal: labelledToken("c-coal", "Coal", "Kolen"),
  coal_gas: labelledToken("c-coal-gas", "Coal gas", "Kolengas"),
  oil: labelledToken("c-oil", "Oil", "Olie"),
  gas: labelledToken("c-gas", "Gas", "Gas"),
  green_gas: labelledToken("c-green-gas", "Green gas", "Groen gas"),
  biomass: labelledToken("c-biomass", "Biomass", "Biomassa"),
  biofuel: labelledToken("c-biofuel", "Biofuels", "Biobrandstoffen"),
  waste: labelledToken("c-waste", "Waste", "Afval"),
  hydrogen: labelledToken("c-hydrogen", "Hydrogen", "Waterstof"),
  ammonia: labelledToken("c-ammonia", "Ammonia", "Ammoniak"),
  methanol: labelledToken("c-methanol", "Methanol", "Methanol"),
  synfuel: labelledToken("c-synfuel", "Synthetic fuels", "Synthetische brandstoffen"),
  power: labelledToken("c-power", "Electricity", "Elektriciteit"),
  heat: labelledToken("c-heat", "Heat", "Warmte"),
  residual: labelledToken("c-residual", "Residual heat", "Restwarmte"),
  import: labelledToken("c-import", "Import", "Import"),
  export: labelledToken("c-export", "Export", "Export"),
  storage: labelledToken("c-storage", "Storage", "Opslag"),
  curtailed: labelledToken("c-curtailed", "Curtailed", "Afgeregeld"),
  shortage: labelledToken("c-shortage", "Shortage", "Tekort"),
  captured: labelledToken("c-captured", "Captured CO₂", "Afgevangen CO₂"),
  loss: labelledToken("c-loss", "Losses", "Verliezen"),
} as const satisfies { readonly [name: string]: LabelledToken };

export type Carrier = keyof typeof CARRIERS;

export const SECTORS = {
  households: labelledToken("s-households", "Households", "Huishoudens"),
  buildings: labelledToken("s-buildings", "Services", "Diensten"),
  industry: labelledToken("s-industry", "Industry", "Industrie"),
  transport: labelledToken("s-transport", "Transport", "Vervoer"),
  agriculture: labelledToken("s-agriculture", "Agriculture", "Landbouw"),
  energy: labelledToken("s-energy", "Energy sector", "Energiesector"),
  waste: labelledToken("s-waste", "Waste", "Afval"),
  land: labelledToken("s-land", "Land use", "Landgebruik"),
  bunkers: labelledToken("s-bunkers", "International transport", "Internationaal vervoer"),
  other: labelledToken("s-other", "Other", "Overig"),
} as const satisfies { readonly [name: string]: LabelledToken };

export type SectorColour = keyof typeof SECTORS;

/** Heating technologies: one colour family, so that heat pumps are recognised as one kind. */
export const TECHNOLOGIES = {
  hybrid_heat_pump: labelledToken("t-hybrid", "Hybrid heat pump", "Hybride warmtepomp"),
  air_heat_pump: labelledToken("t-air", "Air-source heat pump", "Luchtwarmtepomp"),
  ground_heat_pump: labelledToken("t-ground", "Ground-source heat pump", "Bodemwarmtepomp"),
} as const satisfies { readonly [name: string]: LabelledToken };

export type Technology = keyof typeof TECHNOLOGIES;
