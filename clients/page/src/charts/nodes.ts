/**
 * Names and colours of nodes, derived from capacity sliders and from words in node keys: models define names and
 * colours of series and sliders, not of nodes.
 */
import { CARRIERS, type Carrier, type InterfaceView, type Language, readableKey } from "@etesian/interface";

/** Words of keys that display names omit or spell differently, applied in this order. */
const SPELLINGS: readonly (readonly [words: RegExp, by: string])[] = [
  // Words that all nodes of a market share.
  [/^energy_(power_)?/, ""],
  [/_(import|export)ed_electricity/, "_$1"],
  [/_(dispatchable|must_run|steam_hot_water)$/, ""],
  [/_network_electricity$/, "_network"],
  // Types of turbines and boilers, and the main fuel of a mix.
  [/(?<=chp_)(local_|ultra_|supercritical_)+/, ""],
  [/_gas_power_fuelmix$/, "_gas"],
  [/_waste_mix$/, "_waste"],
  [/^environment_([a-z]+)_(\w+)$/, "$2_from_$1"],
];

const distinctPart = (key: string): string =>
  SPELLINGS.reduce((text, [words, by]) => text.replace(words, by), key) || key;

/** The display name: the title of the node's capacity slider if it has one, otherwise its readable key. */
export function nameOfNode(key: string, sliders: Pick<InterfaceView["sliders"], "get">, language: Language): string {
  const slider = sliders.get(`capacity_of_${key}`);
  return slider?.isTitled === true ? slider.title : readableKey(distinctPart(key))[language];
}

/** The name in a list of one sector's heaters, or of other technologies: the title of the node's share. */
export function nameAmongPeers(
  key: string,
  sliders: Pick<InterfaceView["sliders"], "get">,
  language: Language,
): string {
  const share = sliders.get(`${key.replace("_space_heater_", "_heater_")}_share`);
  return share?.isTitled === true ? share.title : nameOfNode(key, sliders, language);
}

/** The first match wins; specific words come first. */
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
