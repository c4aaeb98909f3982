/** The dictionary of the model in Dutch. */
import type { DictionaryTexts } from "./en.ts";

export const nl: DictionaryTexts = {
  about:
    "De schuifregelaars, resultaten, grafieken en gebieden van het model, op naam in beide talen of op sleutel van de API.",
  areas: "Gebieden",
  charts: "Grafieken",
  dataOf: (year) => `gegevens van ${year}`,
  modelNotShared: "De server deelt zijn model niet, dus er is niets om op te sommen.",
  find: "Zoeken in het model",
  kind: "Soort",
  more: (count) => `Nog ${count}. Typ een naam of sleutel om ze te vinden.`,
  name: "Naam en sleutel",
  none: "Niets gevonden.",
  place: "Waar",
  queries: "Resultaten",
  sliders: "Schuifregelaars",
  source: "Definitie en bron",
  title: "Woordenboek van het model",
  unit: "Eenheid",
};
