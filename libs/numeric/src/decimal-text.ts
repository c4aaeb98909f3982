/**
 * The text of a double in messages and tables: the shortest text that parses to the same number. It always has a
 * fraction (`100.0`), and uses scientific notation from 1e16 and below 1e-4 (`1.0e-05`).
 */
export function decimalText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude >= 1e16 || magnitude < 1e-4)) {
    const [mantissa = "", exponent = ""] = value.toExponential().split("e");
    const digits = exponent.slice(1).padStart(2, "0");
    return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}e${exponent[0]}${digits}`;
  }
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return text.includes(".") ? text : `${text}.0`;
}
