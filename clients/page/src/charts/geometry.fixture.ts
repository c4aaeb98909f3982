/** Series, sizes and strings for tests of geometry. */
import type { ChartText } from "./chart-text.ts";
import type { Series } from "./series.ts";

export const SIZE = { width: 480, height: 300 };

/** Characters of 6 pixels, bold ones of 7; figures are whole numbers. */
export const text: ChartText = {
  measure: (text, weight = "plain") => text.length * (weight === "strong" ? 7 : 6),
  figure: (value) => String(Math.round(value)),
  change: (change) => (Math.round(change) === 0 ? "" : String(Math.round(change))),
  andMore: (count) => `and ${count} more`,
};

export const DRAWING_OPTIONS = {
  size: SIZE,
  text,
  language: "en",
  grow: (_name: string, length: number) => length,
} as const;

export const createSeries = (
  key: string,
  today: number | null,
  future: number | null,
  previous: number | null = null,
): Series => ({
  key,
  label: key,
  colour: "c-gas",
  hatch: null,
  today,
  future,
  previous,
  isLine: false,
  target: null,
});
