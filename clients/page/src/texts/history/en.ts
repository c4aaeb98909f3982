/** The history in English. */
export const en = {
  anyone: "Everyone",
  anySlider: "All sliders",
  clear: "Show all",
  current: "current version",
  earlier: "Show earlier changes",
  find: "Search in changes",
  from: "From",
  none: "No matching changes",
  person: "Person",
  shown: (count: number, of: number) => `${count} of ${of} changes`,
  slider: "Slider",
  title: "History",
  until: "Until",
  visit: (version: number) => `Show version ${version}`,
};

export type HistoryTexts = typeof en;
