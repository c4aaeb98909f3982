/** User-defined queries in Dutch. */
import type { OwnTexts } from "./en.ts";

export const nl: OwnTexts = {
  about: "Een query in de taal van het model, GQL. De grafiek ernaast volgt; het adres onthoudt de query.",
  chooseHours: "Het resultaat is een curve van uren: kies Uren.",
  documentation: "Over de taal",
  fault: (line, column) => `Regel ${line}, kolom ${column}: `,
  goTo: "Naar de fout",
  hours: "Uren",
  kinds: {
    attribute: "eigenschap",
    carrier: "drager",
    function: "functie",
    group: "groep",
    node: "node",
    query: "query",
  },
  names: "Namen",
  queryTooLong: "De query is te lang voor het adres. Maak hem korter of verwijder een andere eigen grafiek.",
  chooseYears: "Het resultaat is een getal: kies Jaren.",
  onlyInBrowser: "Eigen query’s vereisen de berekening in deze browser, die niet beschikbaar is.",
  query: "Query",
  remove: "Grafiek verwijderen",
  result: "Resultaat",
  resolution: "Weergave per",
  title: "Eigen query",
  chartTitle: "Titel",
  unit: "Eenheid",
  years: "Jaren",
};
