/** Widths of text in the page's font, measured on a canvas. */
import { useSyncExternalStore } from "react";
import { ink } from "./ink.ts";
import type { Measure, Weight } from "./measure.ts";

/** Font size of charts in pixels, equal to `--t-11`. */
const SIZE = 11;
const TOKENS: Readonly<Record<Weight, string>> = { plain: "w", mid: "w-mid", strong: "w-strong" };
/** Maximum size of the cache; figures change with every frame of a drag. */
const MAX_CACHED = 4_000;

/** Canvas font of text in charts. */
export const chartFont = (weight: Weight = "plain"): string => `${ink(TOKENS[weight])} ${SIZE}px ${ink("font")}`;

/** Creates a measuring function with a cache. */
function createMeasure(): Measure {
  const context = document.createElement("canvas").getContext("2d")!;
  const widths = new Map<string, number>();
  const fonts = new Map<Weight, string>();
  return (text, weight = "plain") => {
    const key = `${weight} ${text}`;
    const cachedWidth = widths.get(key);
    if (cachedWidth !== undefined) return cachedWidth;
    const font = fonts.get(weight) ?? chartFont(weight);
    fonts.set(weight, font);
    context.font = font;
    const { width } = context.measureText(text);
    if (widths.size >= MAX_CACHED) widths.clear();
    widths.set(key, width);
    return width;
  };
}

let measure: Measure | null = null;
let isSubscribed = false;

function currentMeasure(): Measure {
  // Registered before any chart subscribes, so that the cache is cleared first.
  if (!isSubscribed) document.fonts.addEventListener("loadingdone", () => (measure = null));
  isSubscribed = true;
  return (measure ??= createMeasure());
}

function subscribe(onChange: () => void): () => void {
  document.fonts.addEventListener("loadingdone", onChange);
  return () => document.fonts.removeEventListener("loadingdone", onChange);
}

/** Returns a function that measures chart text, and a new one once fonts are loaded. */
export const useMeasure = (): Measure => useSyncExternalStore(subscribe, currentMeasure);
