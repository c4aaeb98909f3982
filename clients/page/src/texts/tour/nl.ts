/** The tour in Dutch. */
import type { TourTexts } from "./en.ts";

export const nl: TourTexts = {
  back: "Terug",
  leave: "Rondleiding verlaten",
  done: "Klaar",
  more: "Meer in de documentatie",
  next: "Volgende",
  stepOf: (step, of) => `Stap ${step} van ${of}`,
  steps: {
    sliders: {
      title: "Schuifregelaars",
      text: "Elke schuifregelaar is een keuze voor het eindjaar. Sleep hem, gebruik de pijltoetsen of typ de waarde. Esc annuleert het slepen.",
    },
    headline: {
      title: "Kerncijfers",
      text: "Deze cijfers beschrijven het hele scenario en bewegen mee met elke sleep. “Waarom?” toont de delen van een cijfer.",
    },
    charts: {
      title: "Grafieken",
      text: "Ook grafieken bewegen mee. Kies een andere grafiek bij de titel, zet haar vast of toon haar als tabel.",
    },
    views: {
      title: "Schermen",
      text: "Uren toont de elektriciteitsmarkt per uur, Jaren het pad naar het eindjaar, Vergelijken andere scenario’s en Verkennen veel varianten tegelijk.",
    },
    timeline: {
      title: "Versies",
      text: "Elke wijziging blijft bewaard. Ga langs de tijdlijn om een eerdere versie te bekijken, te herstellen of er een kopie van te maken.",
    },
    find: {
      title: "Zoeken",
      text: "Ctrl K vindt schuifregelaars, kerncijfers, grafieken, acties en antwoorden op “hoe kan ik …”. Rechtsboven sla je het scenario op.",
    },
  },
};
