/** Texts of a report, in Dutch. */
import type { ReportTexts } from "./en.ts";

export const nl: ReportTexts = {
  address: "Vast adres:",
  alsoChanged: "Ook gewijzigd:",
  assumptions: (moved: number, of: number) =>
    moved === 1
      ? `Aannames: 1 van ${of} schuifregelaars gewijzigd`
      : `Aannames: ${moved} van ${of} schuifregelaars gewijzigd`,
  back: "Terug naar de werkbank",
  balanced: "(volgt de groep)",
  copyAddress: "Vaste link kopiëren",
  dataOf: (area: string, year: number) => `Gebiedsgegevens: ${area}, ${year}`,
  earlier: (title: string) => `Omhoog: ${title}`,
  later: (title: string) => `Omlaag: ${title}`,
  openedOn: (date: string) => `Geopend op ${date}.`,
  print: "Afdrukken of opslaan als pdf",
  qr: "QR-code: opent dit rapport",
  recipe: (hash: string) => `recept ${hash}`,
  sameFigures: "De code opent dit rapport met dezelfde cijfers:",
  section: "Onderdeel",
  sources: "Bronnen",
  text: "Tekst van het rapport",
  textHint: "Beschrijf wat de cijfers laten zien. Je tekst wordt opgeslagen in het adres van het rapport.",
  withToday: (title: string, today: string, year: number) => `${title}, ${today} in ${year}`,
  title: "Rapport",
  toolbar: "Rapport",
};
