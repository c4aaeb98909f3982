/** Questions of the search, with the action that answers each, in Dutch. */
import type { HowTo } from "./how-to.ts";

export const nl: HowTo = {
  compare: "Hoe vergelijk ik scenario’s?",
  copyLink: "Hoe deel ik dit beeld met een link?",
  couplings: "Hoe koppel ik het scenario aan een ander model?",
  curves: "Hoe gebruik ik mijn eigen curve of weerjaar?",
  dictionary: "Hoe vind ik de betekenis van een schuifregelaar of resultaat?",
  downloads: "Hoe krijg ik de cijfers in Excel, Python of R?",
  explore: "Hoe vind ik de belangrijkste schuifregelaars of haal ik een doel?",
  hours: "Hoe bekijk ik losse uren en de elektriciteitsprijs?",
  orders: "Hoe wijzig ik de merit order?",
  settings: "Hoe geef ik het scenario een andere naam of een ander jaar, of maak ik het privé?",
  start: "Hoe begin ik met een ander gebied?",
  tour: "Hoe werkt deze pagina?",
  undo: "Hoe maak ik een wijziging ongedaan?",
  years: "Hoe bekijk ik de jaren tussen vandaag en het eindjaar?",
};
