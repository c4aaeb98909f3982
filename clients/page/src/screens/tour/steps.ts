/** The steps of the tour: the part of the workbench that each step explains, and a document with details. */
import { createStore } from "zustand/vanilla";
import type { Topic } from "../documents.ts";

export const STEPS = [
  { name: "sliders", part: ".slide", topic: "sliders" },
  { name: "headline", part: ".headline", topic: "why" },
  { name: "charts", part: ".board", topic: "charts" },
  { name: "views", part: ".views", topic: "features" },
  { name: "timeline", part: ".timeline", topic: "versions" },
  { name: "find", part: ".top .find", topic: "features" },
] as const satisfies readonly { readonly name: string; readonly part: string; readonly topic: Topic }[];

/** The current step; null while there is no tour, which only the user starts. */
export const tour = createStore<{ readonly step: number | null }>()(() => ({ step: null }));

export const startTour = (): void => tour.setState({ step: 0 });
export const leaveTour = (): void => tour.setState({ step: null });

/** Goes forward or back; the tour ends after its last step. */
export function stepTour(by: -1 | 1): void {
  const { step } = tour.getState();
  if (step === null) return;
  const next = Math.max(0, step + by);
  tour.setState({ step: next < STEPS.length ? next : null });
}
