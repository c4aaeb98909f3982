/**
 * Previews a file of hourly values before its upload: the number of values, their range, and an outline of the curve.
 * The server validates the file.
 */

export interface CurvePreview {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly values: readonly number[];
}

const WITH_COMMA = /^[-+]?\d+(?:,\d+)?$/;

/** The text with decimal points if all of its lines are numbers and some have a decimal comma; otherwise unchanged. */
export function withDecimalPoints(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const isDutch =
    lines.some((line) => line.includes(",")) && lines.every((line) => line === "" || WITH_COMMA.test(line));
  return isDutch ? lines.map((line) => line.replace(",", ".")).join("\n") : text;
}

/**
 * The values of a file with one number per line; null if it contains no number. The server parses other files, such as
 * tables of prices.
 */
export function previewOf(text: string): CurvePreview | null {
  const values = withDecimalPoints(text)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(Number)
    .filter((value) => Number.isFinite(value));
  if (values.length === 0) return null;
  let [min, max, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }
  return { count: values.length, min, max, mean: sum / values.length, values };
}

/** The outline of the curve as an SVG path: in each column of pixels, from the lowest to the highest value. */
export function outlineOf({ values, min, max }: CurvePreview, width: number, height: number): string {
  const columns = Math.min(values.length, width);
  const y = (value: number): string =>
    (max === min ? height / 2 : height - ((value - min) / (max - min)) * height).toFixed(1);
  const parts: string[] = [];
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * values.length) / columns);
    const part = values.slice(from, Math.max(from + 1, Math.floor(((column + 1) * values.length) / columns)));
    parts.push(`M${column + 0.5} ${y(Math.min(...part))}V${y(Math.max(...part))}`);
    if (column > 0) parts.push(`M${column - 0.5} ${y(values[from - 1]!)}L${column + 0.5} ${y(values[from]!)}`);
  }
  return parts.join("");
}
