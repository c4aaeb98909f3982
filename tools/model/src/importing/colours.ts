/** Colours of imported series: the name of a carrier, sector or technology, for which the page has a design token. */
import type { Carrier, SectorColour, SeriesDocument } from "@etesian/interface";
import type { OutputElementSeries } from "./front-end.ts";

type SeriesColour = Pick<SeriesDocument, "carrier" | "sector" | "technology">;

export const SECTOR_WORDS: { readonly [word: string]: SectorColour } = {
  households: "households",
  buildings: "buildings",
  industry: "industry",
  transport: "transport",
  agriculture: "agriculture",
  energy: "energy",
  bunkers: "bunkers",
  other: "other",
  waste_management: "waste",
};

/** Words in labels, by the carrier whose colour they get; the first match counts. */
const CARRIER_WORDS: readonly (readonly [RegExp, Carrier])[] = [
  [/shortage|blackout|deficit/, "shortage"],
  [/curtail/, "curtailed"],
  [/loss/, "loss"],
  [/import/, "import"],
  [/export/, "export"],
  [/batter|storage|p2p/, "storage"],
  [/wind.*(offshore|coastal)|offshore/, "wind_sea"],
  [/wind_(turbine_)?inland|onshore/, "wind_land"],
  [/wind/, "wind"],
  [/solar_thermal|solar_heat/, "solar_heat"],
  [/solar|pv/, "solar"],
  [/hydro_|hydro$|hydroelectric|river|mountain/, "hydro"],
  [/geothermal/, "geothermal"],
  [/nuclear|uranium/, "nuclear"],
  [/ammonia/, "ammonia"],
  [/methanol/, "methanol"],
  [/hydrogen/, "hydrogen"],
  [/coal_gas/, "coal_gas"],
  [/coal|lignite|cokes/, "coal"],
  [/greengas|green_gas|biogas/, "green_gas"],
  [/bio_|biodiesel|biofuel|ethanol/, "biofuel"],
  [/biomass|wood|torrefied/, "biomass"],
  [/waste/, "waste"],
  [/oil|diesel|gasoline|kerosene|lpg|fuel/, "oil"],
  [/gas|lng/, "gas"],
  [/residual/, "residual"],
  [/ambient|heat_?pump/, "ambient"],
  [/heat|steam/, "heat"],
  [/electric|power/, "power"],
];

const carrierOf = (words: string): Carrier | null =>
  CARRIER_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;

const NO_COLOUR: SeriesColour = { carrier: null, sector: null, technology: null };

/**
 * The colours of one chart. A carrier's or sector's colour always means that carrier or sector, so the page chooses
 * muted colours for other series. Two series share a colour only if they have one label, as in columns of a mekko.
 */
export class ChartColours {
  /** The label for which a name is used. */
  readonly #labelByName = new Map<string, string>();

  /** The carrier or sector that the label names, unless a series with another label has it. */
  colourFor({ label, gquery }: Pick<OutputElementSeries, "label" | "gquery">): SeriesColour {
    const words = label ?? gquery;
    const colour = { ...NO_COLOUR, carrier: carrierOf(words), sector: SECTOR_WORDS[words] ?? null };
    const name = colour.sector ?? colour.carrier;
    if (name === null || (this.#labelByName.get(name) ?? words) !== words) return NO_COLOUR;
    this.#labelByName.set(name, words);
    return colour;
  }
}
