/**
 * Names and colours of nodes, derived from capacity sliders and from words in node keys: models name and colour series and sliders,
 * not nodes.
 */
import { CARRIERS, type Carrier, type InterfaceView, type Language, readableKey } from "@etesian/interface";

/** A key without the words that all nodes of a market share. */
const distinctPart = (key: string): string =>
  key
    .replace(/^energy_(power_)?/, "")
    .replace(/_(import|export)ed_electricity/, "_$1")
    .replace(/_(dispatchable|must_run|steam_hot_water)$/, "") || key;

/** The display name: the title of the node's capacity slider, else its key spelled out. */
export function nameOfNode(key: string, sliders: Pick<InterfaceView["sliders"], "get">, language: Language): string {
  const slider = sliders.get(`capacity_of_${key}`);
  return slider?.isTitled === true ? slider.title : readableKey(distinctPart(key))[language];
}

/** The first match counts; specific words come first. */
const WORDS: readonly (readonly [words: RegExp, carrier: Carrier])[] = [
  [/export/, "export"],
  [/import|interconnector/, "import"],
  [/curtail|unused/, "curtailed"],
  [/batter|storage|flexibility_pumped|load_shifting/, "storage"],
  [/wind.*(offshore|sea)|offshore/, "wind_sea"],
  [/wind/, "wind_land"],
  [/solar_thermal|solar_panel/, "solar_heat"],
  [/solar/, "solar"],
  [/nuclear|uranium/, "nuclear"],
  [/hydro_|_hydro(_|$)/, "hydro"],
  [/geothermal/, "geothermal"],
  [/hydrogen|p2g|electroly/, "hydrogen"],
  [/ammonia/, "ammonia"],
  [/waste/, "waste"],
  [/coal_gas/, "coal_gas"],
  [/coal|lignite/, "coal"],
  [/wood|biomass|biogas|bio_|greengas/, "biomass"],
  [/gas/, "gas"],
  [/oil|diesel/, "oil"],
  [/heatpump|ambient/, "ambient"],
  [/residual/, "residual"],
  [/p2h|boiler.*electric|electric/, "power"],
  [/heat/, "heat"],
  [/loss/, "loss"],
];

export function carrierOfNode(key: string): Carrier | null {
  return WORDS.find(([words]) => words.test(key))?.[1] ?? null;
}

/** The name of a design token. */
export function colourOfNode(key: string): string {
  const carrier = carrierOfNode(key);
  return carrier === null ? "c-loss" : CARRIERS[carrier].token;
}
