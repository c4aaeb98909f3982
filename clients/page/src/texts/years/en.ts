/** Transition paths in English. */
export const en = {
  about:
    "Scenarios of several years on one path. Interpolation creates a scenario for a year on the line between its neighbours; changing one of the scenarios does not change the others.",
  add: "Add a scenario",
  areasDiffer: "The scenarios are of different areas: the start year is that of this scenario.",
  deleteAbout: (title: string) => `${title} will be deleted. Its scenarios are kept.`,
  empty: "This path has one year. Interpolate years before its end year, or add scenarios of other years.",
  full: (count: number) => `A path has at most ${count} scenarios.`,
  hours: "Hours of each year, on one scale",
  interpolate: "Interpolate",
  pathAbout: "The scenarios of the path, one column per year",
  leave: "Leave the path",
  missing: (count: number) =>
    count === 1
      ? "1 scenario of the path is private or deleted."
      : `${count} scenarios of the path are private or deleted.`,
  noPaths: "You have no transition paths. Open a scenario, show its years, and save them.",
  noScenarios: "None of the scenarios of this path exists any more.",
  paths: "Transition paths",
  pathsAbout: "Scenarios of several years, each chart over time.",
  remove: (year: string) => `Remove ${year} from the path`,
  save: "Save the path",
  saveAbout: "It will appear in your transition paths. The path follows saved scenarios to their latest versions.",
  title: "Years",
  years: "Years to interpolate",
  yearsInvalid: (from: number, to: number) => `Enter years between ${from} and ${to}, separated by commas.`,
};

export type YearsTexts = typeof en;
