/** Figures as people read and type them: few digits, a true minus, the separators of their language. */

export type Language = "en" | "nl";

const MINUS = "\u2212";
/** Significant digits that a figure is shown with. */
const DIGITS = 3;

/** By decimals. */
const formats: Readonly<Record<Language, Intl.NumberFormat[]>> = { en: [], nl: [] };

const format = (language: Language, decimals: number): Intl.NumberFormat =>
  (formats[language][decimals] ??= new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }));

/** Decimals that give a magnitude three significant digits, `most` at the most; larger figures have none. */
export function decimalsFor(magnitude: number, most = 1): number {
  if (!(magnitude > 0)) return most;
  return Math.min(most, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(magnitude))));
}

/** A figure with a number of decimals; never "-0". */
export function written(value: number, language: Language, decimals: number): string {
  const text = format(language, decimals).format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

/** A figure with three significant digits, and `most` decimals at the most. */
export const figure = (value: number, language: Language, most = 1): string =>
  written(value, language, decimalsFor(Math.abs(value), most));

/** The end of a range as `figure` shows it, rounded into the range: it can be typed. */
export function bound(end: "least" | "most", value: number, language: Language, most = 1): string {
  const decimals = decimalsFor(Math.abs(value), most);
  const shifted = Number((value * 10 ** decimals).toPrecision(12));
  return written((end === "most" ? Math.floor(shifted) : Math.ceil(shifted)) / 10 ** decimals, language, decimals);
}

/** A shown number in the unit of the model, one of which is shown as `factor`: 0.7 / 0.001 are not quite 700. */
export const inModelUnit = (shown: number, factor: number): number => Number((shown / factor).toPrecision(12));

export interface ShownChange {
  /** Its size without a sign; `±0` below the rounding of the figure beside it. */
  readonly text: string;
  readonly direction: "up" | "down" | "none";
}

/** The change between two figures that are shown with these decimals. */
export function change(from: number, to: number, language: Language, decimals: number): ShownChange {
  const difference = to - from;
  const text = written(Math.abs(difference), language, decimals);
  if (!/[1-9]/.test(text)) return { text: "±0", direction: "none" };
  return { text, direction: difference > 0 ? "up" : "down" };
}

/**
 * The number that a person typed, with a decimal comma or point; null when it is none. The last separator is the decimal one,
 * unless it stands alone before exactly three digits and is the language's separator of thousands.
 */
export function typed(text: string, language: Language): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u2009\u202f']/g, "").replace(/^[\u2212\u2013]/, "-");
  if (!/^[+-]?[\d.,]+$/.test(plain) || !/\d/.test(plain)) return null;
  const thousands = language === "nl" ? "." : ",";
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  if (last === -1) return Number(plain);
  const separator = plain[last]!;
  const isGrouping = separator === thousands && new RegExp(`^[+-]?\\d{1,3}(?:\\${separator}\\d{3})+$`).test(plain);
  if (isGrouping) return Number(plain.replaceAll(separator, ""));
  const whole = /^([+-]?)(\d*|\d{1,3}(?:[.,]\d{3})+)$/.exec(plain.slice(0, last));
  const decimals = plain.slice(last + 1);
  if (whole === null || whole[2]!.includes(separator) || /\D/.test(decimals)) return null;
  return Number(`${whole[1]}${whole[2]!.replaceAll(/[.,]/g, "")}.${decimals}`);
}

/**
 * Numbers for an axis, from 0 or below to the maximum or above. The 3 to 6 steps are 1, 2, 2.5 or 5 times a power of
 * ten.
 */
export function ticks(min: number, max: number, wanted = 4): readonly number[] {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return [0];
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999)!;
  const first = Math.floor(min / step + 1e-9);
  const last = Math.ceil(max / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Ticks as an axis shows them: all with the decimals that their step needs. */
export function tickLabels(values: readonly number[], language: Language): readonly string[] {
  const step = values.length > 1 ? Math.abs(values[1]! - values[0]!) : 1;
  const decimals = step > 0 ? Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9))) : 0;
  const isExact = Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) < 1e-6;
  return values.map((value) => written(value, language, isExact ? decimals : decimals + 1));
}
