/**
 * Formats and parses figures as people read and type them: few digits, a true minus sign, the separators of their
 * language. No other module formats figures.
 */

export type Language = "en" | "nl";

export const MINUS = "\u2212";
/** Significant digits of a displayed figure. */
const DIGITS = 3;

/** The value that a displayed figure represents. */
export const roundToFigure = (value: number): number => Number(value.toPrecision(DIGITS));

/** Maximum decimals of a figure shown alone. A smaller one reads "<0.00001". */
const MAX_DECIMALS = 5;
/**
 * Smaller values are rounding noise of sums, because prefixes are chosen so that a family's largest figure is at least
 * 10.
 */
const NOISE = 1e-9;

/** Formats by number of decimals. */
const formats: Readonly<Record<Language, Intl.NumberFormat[]>> = { en: [], nl: [] };

const format = (language: Language, decimals: number): Intl.NumberFormat =>
  (formats[language][decimals] ??= new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }));

const fullFormat = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 12, useGrouping: false });
const fullFormats: Readonly<Record<Language, Intl.NumberFormat>> = { en: fullFormat("en"), nl: fullFormat("nl") };

/**
 * Number of decimals that shows a magnitude with three significant digits, at most `maxDecimals`. From 1,000 upwards it
 * is negative: −1 rounds to tens.
 */
export function decimalsFor(magnitude: number, maxDecimals = MAX_DECIMALS): number {
  if (!(magnitude > 0)) return maxDecimals;
  // 9.996 has one decimal, because it rounds to 10.0.
  const rounded = Number(magnitude.toPrecision(DIGITS));
  return Math.min(maxDecimals, DIGITS - 1 - Math.floor(Math.log10(rounded)));
}

/** Maximum decimals of the figures in one column: as many as the largest of them needs. */
export function decimalsForColumn(largest: number): number {
  if (!(largest > 0)) return MAX_DECIMALS;
  return Math.min(MAX_DECIMALS, Math.max(1, DIGITS - 1 - Math.floor(Math.log10(largest))));
}

/** A figure with a number of decimals, or rounded to tens with −1; never "-0". */
export function formatDecimals(value: number, language: Language, decimals: number): string {
  const step = 10 ** -decimals;
  const size = decimals < 0 ? Math.round(Math.abs(value) / step) * step : Math.abs(value);
  const text = format(language, Math.max(0, decimals)).format(size);
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

/**
 * A figure with three significant digits and at most `maxDecimals` decimals. Zero is "0". Other values never read "0":
 * below the last decimal they read "<0.1" or ">−0.1".
 */
export function formatFigure(value: number, language: Language, maxDecimals = MAX_DECIMALS): string {
  const size = Math.abs(value);
  if (size < NOISE) return "0";
  const text = formatDecimals(value, language, decimalsFor(size, maxDecimals));
  if (/[1-9]/.test(text)) return text;
  const smallest = formatDecimals(10 ** -maxDecimals, language, maxDecimals);
  return value > 0 ? `<${smallest}` : `>${MINUS}${smallest}`;
}

/** Figures that are read together, such as the ends of a range: the largest of them determines the decimals of all. */
export function formatTogether<const Figures extends readonly number[]>(
  values: Figures,
  language: Language,
): { readonly [At in keyof Figures]: string } {
  const decimals = Math.max(0, decimalsFor(Math.max(...values.map(Math.abs))));
  return values.map((value) => formatFigure(value, language, decimals)) as { readonly [At in keyof Figures]: string };
}

/** Two figures with three significant digits, or more if they would otherwise look equal: 23.04 and 23.01. */
export function formatApart(from: number, to: number, language: Language): readonly [string, string] {
  const texts = [formatFigure(from, language), formatFigure(to, language)] as const;
  if (from === to || texts[0] !== texts[1]) return texts;
  const magnitude = Math.max(Math.abs(from), Math.abs(to));
  for (let decimals = Math.max(0, decimalsFor(magnitude)); decimals <= 12; decimals++) {
    const finer = [formatDecimals(from, language, decimals), formatDecimals(to, language, decimals)] as const;
    if (finer[0] !== finer[1]) return finer;
  }
  return texts;
}

/** The figures of one column. */
export function formatColumn(values: readonly number[], language: Language): readonly string[] {
  const decimals = decimalsForColumn(Math.max(...values.map(Math.abs)));
  return values.map((value) => formatFigure(value, language, decimals));
}

/** A figure with its unit, for tooltips and screen readers; a count has no unit. Null if the value does not exist. */
export function formatWithUnit(unit: string, value: number | null, language: Language): string {
  if (value === null) return "–";
  return unit === "" ? formatFigure(value, language) : `${formatFigure(value, language)} ${unit}`;
}

/** The end of a range with three significant digits, rounded into the range, so that it can be typed. */
export function formatBound(end: "min" | "max", value: number, language: Language): string {
  if (value === 0) return "0";
  const decimals = decimalsFor(Math.abs(value), 12);
  const shifted = Number((value * 10 ** decimals).toPrecision(12));
  const whole = end === "max" ? Math.floor(shifted) : Math.ceil(shifted);
  return formatDecimals(Number((whole / 10 ** decimals).toPrecision(12)), language, decimals);
}

/**
 * A displayed number converted to the model's unit, where 1 in the model is displayed as `factor`: 0.7 / 0.001 is not
 * exactly 700.
 */
export const toModelUnit = (displayed: number, factor: number): number => Number((displayed / factor).toPrecision(12));

/** A value of the model in the displayed unit, in full precision. */
export const toDisplayUnit = (value: number, factor: number): number => Number((value * factor).toPrecision(12));

/** A value in full precision that can be typed again: twelve digits, without thousands separators. */
export const formatInFull = (value: number, language: Language): string =>
  fullFormats[language].format(Number(value.toPrecision(12)));

export interface DisplayedChange {
  /** The magnitude without a sign; `±0` if it rounds to 0 with the decimals of the adjacent figure. */
  readonly text: string;
  readonly direction: "up" | "down" | "none";
}

/** A change with its sign; "±0" below its last decimal. */
export function formatSigned(value: number, language: Language, decimals: number): string {
  const text = formatDecimals(value, language, decimals);
  if (!/[1-9]/.test(text)) return "±0";
  return value > 0 ? `+${text}` : text;
}

/** The difference of two figures after rounding: 51.9 is 6.3 above 45.6. */
export function displayedDifference(from: number, to: number, decimals: number): number {
  const step = 10 ** decimals;
  return (Math.round(to * step) - Math.round(from * step)) / step;
}

/** The change between two figures displayed with these decimals. */
export function formatChange(from: number, to: number, language: Language, decimals: number): DisplayedChange {
  const difference = displayedDifference(from, to, decimals);
  const text = formatDecimals(Math.abs(difference), language, decimals);
  if (!/[1-9]/.test(text)) return { text: "±0", direction: "none" };
  return { text, direction: difference > 0 ? "up" : "down" };
}

/** The difference of two figures that are displayed with three significant digits, and no finer than they are. */
export function formatDifference(from: number, to: number, language: Language): string {
  const decimals = Math.min(decimalsFor(Math.abs(from)), decimalsFor(Math.abs(to)));
  return formatSigned(displayedDifference(from, to, decimals), language, decimals);
}

export interface ParsedFigure {
  readonly value: number;
  /** The typed text after the number; empty if there is none. */
  readonly unit: string;
}

/** Digits with their separators, then an optional exponent such as e3. */
const NUMBER = /^([+-]?[\d.,]+)(?:e([+-]?\d{1,3})(?![\p{L}\d]))?/iu;

/**
 * The number that a person typed, with a decimal comma or point, and a unit after it: "0,5 MW", "500kW", "1e1". Null if
 * the text does not begin with a number.
 */
export function parseFigure(text: string, language: Language): ParsedFigure | null {
  const plain = text.replaceAll(/[\s\u00a0\u2009\u202f']/g, "").replace(/^[\u2212\u2013]/, "-");
  const match = NUMBER.exec(plain);
  if (match === null) return null;
  const [whole, digits = "", exponent] = match;
  const number = parseNumber(digits, language);
  if (number === null) return null;
  const value = exponent === undefined ? number : Number(`${number}e${exponent}`);
  return Number.isFinite(value) ? { value, unit: plain.slice(whole.length) } : null;
}

/**
 * The last separator is the decimal separator, unless it is the language's thousands separator and every group after
 * the first has three digits.
 */
function parseNumber(plain: string, language: Language): number | null {
  if (!/\d/.test(plain)) return null;
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
export function ticks(min: number, max: number, count = 4): readonly number[] {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return [0];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999)!;
  const first = Math.floor(min / step + 1e-9);
  const last = Math.ceil(max / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Labels of ticks: all labels except 0 have as many decimals as the step needs. */
export function tickLabels(values: readonly number[], language: Language): readonly string[] {
  const step = values.length > 1 ? Math.abs(values[1]! - values[0]!) : 1;
  const decimals = step > 0 ? Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9))) : 0;
  const isExact = Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) < 1e-6;
  return values.map((value) =>
    value === 0 ? "0" : formatDecimals(value, language, isExact ? decimals : decimals + 1),
  );
}

/**
 * The end of a scale: the smallest number of the form 1, 2, 2.5 or 5 times a power of ten that is not below a
 * magnitude.
 */
export function roundUp(magnitude: number): number {
  if (!(magnitude > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(magnitude));
  const step = [1, 2, 2.5, 5, 10].find((value) => value * power >= magnitude * (1 - 1e-9))!;
  return Number((step * power).toPrecision(12));
}
