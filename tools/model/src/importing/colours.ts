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

/** Words in labels, by the carrier whose colour they get; the first match applies. */
const CARRIER_WORDS: readonly (readonly [RegExp, Carrier])[] = [
  [/shortage|blackout|deficit/, "shortage"],
  [/curtail/, "curtailed"],
  [/loss/, "loss"],
  [/import/, "import"],
  [/export/, "export"],
  [/batter|storage|p2p/, "storage"],
  [/wind.*(offshore|coastal)|offshore_wind/, "wind_sea"],
  [/wind.*(inland|onshore)|onshore_wind/, "wind_land"],
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

/** The carrier that a label names, and the position of its name. */
function carrierOf(words: string): { readonly carrier: Carrier; readonly position: number } | null {
  for (const [pattern, carrier] of CARRIER_WORDS) {
    const position = words.search(pattern);
    if (position !== -1) return { carrier, position };
  }
  return null;
}

export const NO_COLOUR: SeriesColour = { carrier: null, sector: null, technology: null };

type Labelled = Pick<OutputElementSeries, "label" | "gquery">;
const wordsOf = ({ label, gquery }: Labelled): string => label ?? gquery;

/**
 * The colours of one chart. A carrier's or sector's colour always means that carrier or sector, so the page chooses
 * muted colours for other series. Two series share a colour only if they have one label, as in columns of a mekko. Of
 * several labels with a carrier, the one that names it earliest gets the colour: "gas_chp" before
 * "network_gas_compression".
 */
export function chartColours(series: readonly Labelled[]): (one: Labelled) => SeriesColour {
  const labels = [...new Set(series.map(wordsOf))];
  const labelByCarrier = new Map<Carrier, { readonly words: string; readonly position: number }>();
  for (const words of labels) {
    const match = SECTOR_WORDS[words] === undefined ? carrierOf(words) : null;
    if (match !== null && match.position < (labelByCarrier.get(match.carrier)?.position ?? Infinity))
      labelByCarrier.set(match.carrier, { words, position: match.position });
  }
  return (one) => {
    const words = wordsOf(one);
    const sector = SECTOR_WORDS[words] ?? null;
    if (sector !== null) return { ...NO_COLOUR, sector };
    const carrier = carrierOf(words)?.carrier ?? null;
    return carrier !== null && labelByCarrier.get(carrier)?.words === words ? { ...NO_COLOUR, carrier } : NO_COLOUR;
  };
}
