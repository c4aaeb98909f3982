/** The tour in English. */
export const en = {
  back: "Back",
  leave: "Leave the tour",
  done: "Done",
  more: "More in the documentation",
  next: "Next",
  stepOf: (step: number, of: number) => `Step ${step} of ${of}`,
  steps: {
    sliders: {
      title: "Sliders",
      text: "Each slider is a choice for the end year. Drag it, use the arrow keys, or type its value. Esc cancels a drag.",
    },
    headline: {
      title: "Key figures",
      text: "These figures describe the whole scenario and follow every drag. “Why?” shows the parts of a figure.",
    },
    charts: {
      title: "Charts",
      text: "Charts follow every drag, too. Choose another chart at its title, pin it, or show it as a table.",
    },
    views: {
      title: "Screens",
      text: "Hours shows the electricity market hour by hour, Years the path to the end year, Compare other scenarios, and Explore many variants at once.",
    },
    timeline: {
      title: "Versions",
      text: "Every change is kept. Move along the timeline to see an earlier version, and restore it or branch from it.",
    },
    find: {
      title: "Search",
      text: "Ctrl K finds sliders, key figures, charts, actions and answers to “how do I …”. Save the scenario at the top right.",
    },
  },
};

export type TourTexts = typeof en;
