/** The history in Dutch. */
import type { HistoryTexts } from "./en.ts";

export const nl: HistoryTexts = {
  anyone: "Iedereen",
  anySlider: "Alle schuifregelaars",
  clear: "Alles tonen",
  current: "huidige versie",
  earlier: "Eerdere wijzigingen tonen",
  find: "Zoeken in wijzigingen",
  from: "Vanaf",
  none: "Geen wijzigingen gevonden",
  person: "Persoon",
  shown: (count, of) => `${count} van ${of} wijzigingen`,
  slider: "Schuifregelaar",
  title: "Geschiedenis",
  until: "Tot en met",
  visit: (version) => `Versie ${version} tonen`,
};
