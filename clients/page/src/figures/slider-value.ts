/** Values of sliders as text. */
import type { Value } from "../calculation/calculator.ts";
import type { Texts } from "../texts/en.ts";
import { formatApart, formatFigure, type Language } from "./figures.ts";

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

/** A value and the one it becomes, of which only the second has the unit: "21.5" and "38.5 GW". */
export function sliderValues(
  [from, to]: readonly [Value | null, Value | null],
  slider: { readonly unit: string; readonly factor: number },
  locale: { readonly texts: Texts; readonly language: Language },
): readonly [string, string] {
  const { unit, factor } = slider;
  if (typeof from === "number" && typeof to === "number" && unit !== SWITCH) {
    const [fromText, toText] = formatApart(from * factor, to * factor, locale.language);
    return [fromText, `${toText} ${unit}`.trim()];
  }
  const textOf = (value: Value | null, unit: string): string =>
    value === null ? "–" : sliderValue(value, { unit, factor }, locale);
  return [textOf(from, unit === SWITCH ? unit : ""), textOf(to, unit)];
}
