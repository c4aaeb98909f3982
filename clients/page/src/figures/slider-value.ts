/** Values of sliders as text. */
import type { Value } from "../calculation/calculator.ts";
import type { Texts } from "../texts/en.ts";
import { formatFigure, type Language } from "./figures.ts";

/** The unit of inputs that are either off (0) or on (1). */
export const SWITCH = "bool";

/** "31.7 GW", "On", "1987": a value in the model's unit, as displayed by the slider. */
export function sliderValue(
  value: Value,
  { unit, factor }: { readonly unit: string; readonly factor: number },
  { texts, language }: { readonly texts: Texts; readonly language: Language },
): string {
  if (typeof value !== "number") return value;
  if (unit === SWITCH) return value === 0 ? texts.off : texts.on;
  return `${formatFigure(value * factor, language)} ${unit}`.trim();
}
