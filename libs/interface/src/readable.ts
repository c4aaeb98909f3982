/** Creates titles from keys, for objects without a title. */
import { LANGUAGES, type Text } from "./language.ts";

/** The spelling in titles of words in keys; `-` omits a word, a `+` joins it to the next one. */
const WORDS: { readonly [word: string]: readonly [en: string, nl: string] } = {
  // sectors
  households: ["households", "huishoudens"],
  buildings: ["services", "diensten"],
  industry: ["industry", "industrie"],
  transport: ["transport", "vervoer"],
  agriculture: ["agriculture", "landbouw"],
  energy: ["energy", "energie"],
  bunkers: ["international transport", "internationaal vervoer"],
  environment: ["environment", "milieu"],
  emissions: ["emissions", "emissies"],
  emission: ["emission", "emissie"],
  factors: ["factors", "factoren"],
  greenhouse: ["greenhouse", "broeikas+"],
  gases: ["gases", "gassen"],
  ccus: ["CCUS", "CCUS"],
  waste: ["waste", "afval"],
  // quantities
  demand: ["demand", "vraag"],
  supply: ["supply", "aanbod"],
  costs: ["costs", "kosten"],
  investment: ["investment", "investering"],
  capacity: ["capacity", "vermogen"],
  capture: ["capture", "afvang"],
  captured: ["captured", "afgevangen"],
  volume: ["volume", "volume"],
  number: ["number", "aantal"],
  price: ["price", "prijs"],
  share: ["share", "aandeel"],
  part: ["part", "deel"],
  renewable: ["renewable", "hernieuwbare"],
  average: ["average", "gemiddelde"],
  production: ["production", "productie"],
  import: ["import", "import"],
  imported: ["imported", "geïmporteerde"],
  export: ["export", "export"],
  storage: ["storage", "opslag"],
  load: ["load", "belasting"],
  flh: ["full-load hours", "vollasturen"],
  useful: ["useful", "nuttige"],
  final: ["final", "finale"],
  primary: ["primary", "primaire"],
  total: ["total", "totaal"],
  level: ["level", "niveau"],
  overview: ["overview", "overzicht"],
  efficiencies: ["efficiencies", "rendementen"],
  technologies: ["technologies", "technieken"],
  efficiency: ["efficiency", "rendement"],
  settings: ["settings", "instellingen"],
  residences: ["homes", "woningen"],
  inhabitants: ["inhabitants", "inwoners"],
  // carriers
  electricity: ["electricity", "elektriciteit"],
  network: ["network", "net"],
  gas: ["gas", "gas"],
  natural: ["natural", "aard+"],
  greengas: ["green gas", "groen gas"],
  biogas: ["biogas", "biogas"],
  hydrogen: ["hydrogen", "waterstof"],
  ammonia: ["ammonia", "ammoniak"],
  coal: ["coal", "kolen"],
  lignite: ["lignite", "bruinkool"],
  oil: ["oil", "olie"],
  crude: ["crude", "ruwe"],
  products: ["products", "producten"],
  gasoline: ["petrol", "benzine"],
  diesel: ["diesel", "diesel"],
  kerosene: ["kerosene", "kerosine"],
  lpg: ["LPG", "lpg"],
  lng: ["LNG", "lng"],
  uranium: ["uranium", "uranium"],
  oxide: ["-", "-"],
  wood: ["wood", "hout"],
  pellets: ["pellets", "pellets"],
  biomass: ["biomass", "biomassa"],
  heat: ["heat", "warmte"],
  steam: ["steam", "stoom"],
  hot: ["hot", "warm"],
  water: ["water", "water"],
  ambient: ["ambient", "omgevings+"],
  geothermal: ["geothermal", "aardwarmte"],
  solar: ["solar", "zonne+"],
  radiation: ["-", "-"],
  thermal: ["thermal", "thermisch"],
  pv: ["panels", "panelen"],
  wind: ["wind", "wind"],
  hydro: ["hydro", "waterkracht"],
  nuclear: ["nuclear", "kernenergie"],
  residual: ["residual", "rest+"],
  // curves
  availability: ["availability", "beschikbaarheid"],
  profile: ["profile", "profiel"],
  baseline: ["baseline", "basis"],
  weather: ["weather", "weer"],
  temperature: ["temperature", "temperatuur"],
  // technologies
  heater: ["heater", "verwarming"],
  combined: ["condensing", "hr"],
  "combined cycle": ["combined cycle", "steg"],
  "steam methane reformer": ["steam methane reformer", "stoomreformer"],
  heatpump: ["heat pump", "warmtepomp"],
  hybrid: ["hybrid", "hybride"],
  air: ["air", "lucht"],
  ground: ["ground", "bodem"],
  burner: ["burner", "brander"],
  boiler: ["boiler", "ketel"],
  turbine: ["turbine", "turbine"],
  turbines: ["turbines", "turbines"],
  inland: ["on land", "op land"],
  onshore: ["on land", "op land"],
  offshore: ["at sea", "op zee"],
  coastal: ["coastal", "aan de kust"],
  plant: ["plant", "centrale"],
  power: ["power", "elektriciteit"],
  chp: ["CHP", "wkk"],
  ccs: ["with capture", "met afvang"],
  batteries: ["batteries", "batterijen"],
  battery: ["battery", "batterij"],
  electrolysis: ["electrolysis", "elektrolyse"],
  interconnector: ["interconnector", "interconnector"],
  curtailment: ["curtailment", "afregeling"],
  flexibility: ["flexibility", "flexibiliteit"],
  insulation: ["insulation", "isolatie"],
  space: ["space", "ruimte+"],
  heating: ["heating", "verwarming"],
  cooling: ["cooling", "koeling"],
  cooker: ["cooker", "fornuis"],
  lighting: ["lighting", "verlichting"],
  appliances: ["appliances", "apparaten"],
  district: ["district", "stads+"],
  // transport
  electric: ["electric", "elektrische"],
  vehicle: ["vehicle", "voertuig"],
  buses: ["buses", "bussen"],
  vans: ["vans", "bestelwagens"],
  car: ["car", "auto"],
  cars: ["cars", "auto’s"],
  truck: ["truck", "vrachtwagen"],
  trucks: ["trucks", "vrachtwagens"],
  bus: ["bus", "bus"],
  van: ["van", "bestelwagen"],
  ship: ["ship", "schip"],
  ships: ["ships", "schepen"],
  plane: ["plane", "vliegtuig"],
  planes: ["planes", "vliegtuigen"],
  train: ["train", "trein"],
  trains: ["trains", "treinen"],
  bicycle: ["bicycle", "fiets"],
  // industries
  steel: ["steel", "staal"],
  chemicals: ["chemicals", "chemie"],
  refineries: ["refineries", "raffinaderijen"],
  fertilizers: ["fertilisers", "kunstmest"],
  food: ["food", "voeding"],
  paper: ["paper", "papier"],
  metals: ["metals", "metalen"],
  aluminium: ["aluminium", "aluminium"],
  ict: ["data centres", "datacenters"],
  other: ["other", "overig"],
  // grammar
  of: ["of", "van"],
  in: ["in", "in"],
  on: ["on", "op"],
  for: ["for", "voor"],
  and: ["and", "en"],
  from: ["from", "van"],
  by: ["by", "door"],
  to: ["to", "naar"],
  using: ["on", "op"],
  co2: ["CO₂", "CO₂"],
  ghg: ["greenhouse gases", "broeikasgassen"],
  wacc: ["interest", "rente"],
  lt: ["low temperature", "lage temperatuur"],
  mt: ["medium temperature", "middentemperatuur"],
  ht: ["high temperature", "hoge temperatuur"],
  lv: ["low voltage", "laagspanning"],
  mv: ["medium voltage", "middenspanning"],
  hv: ["high voltage", "hoogspanning"],
};

/** A key as a title: "Capacity of wind turbine on land" for `capacity_of_wind_turbine_inland`. */
export function readableKey(key: string): Text {
  const words = key
    // Removes the sector of power plants, which their names imply.
    .replace(/(?<=_of_)energy_power_/, "")
    .replaceAll(/combined_cycle|steam_methane_reformer/g, (words) => words.replaceAll("_", " "))
    .split(/[_/]+/)
    .filter((word) => word !== "");
  const texts = LANGUAGES.map((language, index) => {
    const spelled = words.map((word) => (Object.hasOwn(WORDS, word) ? WORDS[word]![index]! : word));
    const text = spelled
      .filter((word) => word !== "-")
      .join(" ")
      .replaceAll(/\+ ?/g, "");
    return [language, `${text.charAt(0).toUpperCase()}${text.slice(1)}`] as const;
  });
  return Object.fromEntries(texts) as Text;
}

/** A code before the name of an area, as in `GM0344_utrecht`, `PV20_groningen`, `DE_germany`. */
const AREA_CODE = /^[A-Z]+\d*_(?=.)/;

/** The key of an area as a name: "Utrecht" for `GM0344_utrecht`. A key that consists of a code remains unchanged. */
export function readableArea(key: string): string {
  const name = key.replace(AREA_CODE, "");
  if (name === key) return key;
  return name
    .split("_")
    .filter((word) => word !== "")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(" ");
}
