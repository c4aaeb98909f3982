/** Questions of the search, with the action that answers each, in English. */
import type { HowTo } from "./how-to.ts";

export const en: HowTo = {
  compare: "How do I compare scenarios?",
  copyLink: "How do I share this view with a link?",
  couplings: "How do I couple the scenario with another model?",
  curves: "How do I use my own curve or weather year?",
  dictionary: "How do I find out what a slider or result means?",
  downloads: "How do I get the numbers into Excel, Python or R?",
  explore: "How do I find out which sliders matter, or reach a target?",
  hours: "How do I see single hours and the electricity price?",
  orders: "How do I change the merit order?",
  settings: "How do I rename the scenario, make it private, or change its year?",
  start: "How do I start with another area?",
  tour: "How does this page work?",
  undo: "How do I undo a change?",
  years: "How do I see the years between today and the end year?",
};
