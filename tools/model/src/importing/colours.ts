/** Colours of imported series: the name of a carrier, sector or technology, whose design token the page draws. */
import type { Carrier, SectorColour, SeriesDocument } from "@etesian/interface";
import type { OutputElementSerie } from "./front-end.ts";

type Named = Pick<SeriesDocument, "carrier" | "sector" | "technology">;

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

/** Words of labels by the carrier whose colour they get; the first match counts. */
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

/**
 * Design tokens by name, in the light theme (`clients/page/src/styles/tokens.css`), without hatched ones, which have a
 * meaning, and without names that share a token.
 */
export const TOKENS: readonly (readonly [named: Partial<Named>, token: string, colour: string])[] = [
  [{ carrier: "wind_sea" }, "c-wind-sea", "#17527f"],
  [{ carrier: "wind_land" }, "c-wind-land", "#5b9bc9"],
  [{ carrier: "solar" }, "c-solar", "#f0bf2e"],
  [{ carrier: "solar_heat" }, "c-solar-heat", "#c98b1b"],
  [{ carrier: "hydro" }, "c-hydro", "#2a3f9d"],
  [{ carrier: "geothermal" }, "c-geothermal", "#5a2a22"],
  [{ carrier: "ambient" }, "c-ambient", "#8fc3b4"],
  [{ carrier: "nuclear" }, "c-nuclear", "#7a57b8"],
  [{ carrier: "coal" }, "c-coal", "#2c3236"],
  [{ carrier: "coal_gas" }, "c-coal-gas", "#6b6660"],
  [{ carrier: "oil" }, "c-oil", "#6e4a2c"],
  [{ carrier: "gas" }, "c-gas", "#dd7d3c"],
  [{ carrier: "green_gas" }, "c-green-gas", "#d3d676"],
  [{ carrier: "biomass" }, "c-biomass", "#48752c"],
  [{ carrier: "waste" }, "c-waste", "#8f7f6b"],
  [{ carrier: "hydrogen" }, "c-hydrogen", "#17a08c"],
  [{ carrier: "ammonia" }, "c-ammonia", "#3c55b4"],
  [{ carrier: "methanol" }, "c-methanol", "#b58fc9"],
  [{ carrier: "synfuel" }, "c-synfuel", "#94606f"],
  [{ carrier: "power" }, "c-power", "#34466f"],
  [{ carrier: "heat" }, "c-heat", "#c9473f"],
  [{ carrier: "residual" }, "c-residual", "#e7a99b"],
  [{ carrier: "storage" }, "c-storage", "#c58fd0"],
  [{ carrier: "captured" }, "c-captured", "#55727a"],
  [{ carrier: "loss" }, "c-loss", "#cdd4d6"],
  [{ sector: "industry" }, "s-industry", "#55616b"],
  [{ sector: "transport" }, "s-transport", "#8a6a3a"],
  [{ sector: "households" }, "s-households", "#b05a4a"],
  [{ sector: "buildings" }, "s-buildings", "#c99a7a"],
  [{ sector: "agriculture" }, "s-agriculture", "#6f8a3a"],
  [{ sector: "land" }, "s-land", "#7fa07a"],
  [{ sector: "other" }, "s-other", "#a9b5bb"],
  [{ technology: "air_heat_pump" }, "t-air", "#357a69"],
  [{ technology: "ground_heat_pump" }, "t-ground", "#1b5648"],
];

const NONE: Named = { carrier: null, sector: null, technology: null };

/** Colour names of the front end. */
const CSS_NAMES: { readonly [name: string]: string } = {
  blue: "#0000ff",
  green: "#008000",
  lightgreen: "#90ee90",
  orange: "#ffa500",
  red: "#ff0000",
};

/** Red, green and blue from 0 to 255; null for an unknown colour. */
function channels(colour: string): readonly [number, number, number] | null {
  const written = colour.trim().toLowerCase();
  const digits = /^#([0-9a-f]{6})/.exec(CSS_NAMES[written] ?? written)?.[1];
  if (digits === undefined) return null;
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return [red!, green!, blue!];
}

/** Perceived distance of two colours: channels weighted by the mean of red ("redmean"). */
function distance(one: readonly [number, number, number], other: readonly [number, number, number]): number {
  const red = (one[0] + other[0]) / 2;
  const [r, g, b] = one.map((channel, index) => (channel - other[index]!) ** 2);
  return (2 + red / 256) * r! + 4 * g! + (2 + (255 - red) / 256) * b!;
}

/** The colours of one chart. Two series share a colour only if they do in the front end. */
export class ChartColours {
  /** The front end's colour for which a name is used. */
  readonly #used = new Map<string, string>();

  /**
   * The carrier or sector that the label names, if it is free; otherwise the free token nearest to the series' colour.
   */
  of({ label, gquery, color }: OutputElementSerie): Named {
    const meant = { ...NONE, carrier: carrierOf(label ?? gquery), sector: SECTOR_WORDS[label ?? ""] ?? null };
    const own = color ?? "";
    const isNamed = meant.carrier !== null || meant.sector !== null;
    const channelsOfSeries = channels(own);
    const nearest =
      channelsOfSeries === null
        ? []
        : TOKENS.map(
            ([named, , colour]) => [{ ...NONE, ...named }, distance(channels(colour)!, channelsOfSeries)] as const,
          )
            .sort(([, a], [, b]) => a - b)
            .map(([named]) => named);
    const chosen = [...(isNamed ? [meant] : []), ...nearest].find((named) => this.#isFree(named, own)) ?? meant;
    this.#used.set(JSON.stringify(chosen), own);
    return chosen;
  }

  #isFree(named: Named, colour: string): boolean {
    const used = this.#used.get(JSON.stringify(named));
    return used === undefined || used === colour;
  }
}
