/** Transition paths in Dutch. */
import type { YearsTexts } from "./en.ts";

export const nl: YearsTexts = {
  about:
    "Scenario’s van meerdere jaren op één pad. Interpoleren maakt voor een jaar een scenario op de lijn tussen zijn buren; een wijziging van het ene scenario verandert de andere niet.",
  add: "Scenario toevoegen",
  areasDiffer: "De scenario’s horen bij verschillende gebieden: het startjaar is dat van dit scenario.",
  deleteAbout: (title) => `${title} wordt verwijderd. De scenario’s blijven bestaan.`,
  empty: "Dit pad heeft één jaar. Interpoleer jaren vóór het eindjaar, of voeg scenario’s van andere jaren toe.",
  full: (count) => `Een pad heeft hoogstens ${count} scenario’s.`,
  hours: "Uren van elk jaar, op één schaal",
  interpolate: "Interpoleren",
  pathAbout: "De scenario’s van het pad, één kolom per jaar",
  leave: "Pad verlaten",
  missing: (count) =>
    count === 1
      ? "1 scenario van het pad is privé of verwijderd."
      : `${count} scenario’s van het pad zijn privé of verwijderd.`,
  noPaths: "Je hebt geen transitiepaden. Open een scenario, bekijk de jaren en sla ze op.",
  noScenarios: "Geen enkel scenario van dit pad bestaat nog.",
  paths: "Transitiepaden",
  pathsAbout: "Scenario’s van meerdere jaren, met elke grafiek over de tijd.",
  remove: (year) => `${year} van het pad verwijderen`,
  save: "Pad opslaan",
  saveAbout: "Je vindt het terug bij je transitiepaden. Van opgeslagen scenario’s volgt het pad latere versies.",
  title: "Jaren",
  years: "Te interpoleren jaren",
  yearsInvalid: (from, to) => `Vul jaren in tussen ${from} en ${to}, gescheiden door komma’s.`,
};
