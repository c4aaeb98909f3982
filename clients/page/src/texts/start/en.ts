/** Scaling of a new scenario, in English. */
export const en = {
  about: "A smaller area with the same mix as this one, such as a village or a district.",
  attributes: { number_of_inhabitants: "Inhabitants", present_number_of_residences: "Residences" },
  scaleBy: "Scale by",
  invalid: (whole: string) => `Enter a number of at most ${whole}.`,
  ofWhole: (whole: string) => `of ${whole}`,
  sectors: { has_agriculture: "Keep agriculture", has_industry: "Keep industry", has_energy: "Keep energy production" },
  title: "Scale to a smaller area",
};

export type ScalingTexts = typeof en;
