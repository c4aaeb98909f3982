/** The ranges of headline numbers that a screen below them shows, such as an exploration of uncertainties. */
import { createStore } from "zustand/vanilla";

/** In the displayed unit. */
export interface HeadlineRange {
  readonly low: number;
  readonly high: number;
  /** The range as short text, and as a sentence for screen readers. */
  readonly text: string;
  readonly sentence: string;
}

/** By query; empty if no screen shows ranges. */
export const headlineRanges = createStore<ReadonlyMap<string, HeadlineRange>>()(() => new Map());
