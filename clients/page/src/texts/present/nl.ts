/** Presentations in Dutch. */
import type { PresentTexts } from "./en.ts";

export const nl: PresentTexts = {
  title: "Presentatie",
  join: "Doe mee op je telefoon.",
  joinAbout: "Hetzelfde beeld, je eigen kopie. Dit scherm blijft ongewijzigd.",
  leave: "Sluiten",
  next: "Volgende grafiek",
  previous: "Vorige grafiek",
  qr: "QR-code: opent dit beeld in een kopie",
  stepOf: (step: number, of: number) => `Grafiek ${step} van ${of}`,
};
