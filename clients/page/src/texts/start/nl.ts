/** Scaling of a new scenario, in Dutch. */
import type { ScalingTexts } from "./en.ts";

export const nl: ScalingTexts = {
  about: "Een kleiner gebied met dezelfde samenstelling, zoals een dorp of een wijk.",
  attributes: { number_of_inhabitants: "Inwoners", present_number_of_residences: "Woningen" },
  scaleBy: "Schalen naar",
  invalid: (whole) => `Vul een getal in van hoogstens ${whole}.`,
  ofWhole: (whole) => `van ${whole}`,
  sectors: {
    has_agriculture: "Landbouw behouden",
    has_industry: "Industrie behouden",
    has_energy: "Energieproductie behouden",
  },
  title: "Schalen naar een kleiner gebied",
};
