/** Values as text, as Ruby's `to_s` writes them: EQUALS compares texts, dotted access may ask for them. */
import type { Value } from "../world.ts";
import { className, isList } from "./kinds.ts";

export function toText(value: Value): string {
  if (value === null) return "";
  switch (typeof value) {
    case "string":
      return value;
    case "symbol":
      return value.description!;
    case "number":
      return floatText(value);
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return inspect(value);
  }
}

/** As `toText`, but quotes strings, marks symbols and names nil. */
function inspect(value: Value): string {
  if (value === null) return "nil";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "symbol")
    return /^\w+[?!]?$/.test(value.description!) ? `:${value.description}` : `:${JSON.stringify(value.description)}`;
  if (isList(value)) return `[${Array.from(value, (item) => inspect(item)).join(", ")}]`;
  if (value instanceof Map) {
    const entries = Array.from(
      value as ReadonlyMap<Value, Value>,
      ([key, item]) => `${inspect(key)}=>${inspect(item)}`,
    );
    return `{${entries.join(", ")}}`;
  }
  if (typeof value === "object") return `#<${className(value)}>`;
  return toText(value);
}

/** Shortest digits that read back as the same float, always with a decimal: `100.0`, `1.0e+15`, `1.5e-05`. */
export function floatText(x: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "NaN" : x > 0 ? "Infinity" : "-Infinity";
  if (x === 0) return Object.is(x, -0) ? "-0.0" : "0.0";
  const magnitude = Math.abs(x);
  if (magnitude >= 1e-4 && magnitude < 1e15) {
    const text = String(x);
    return text.includes(".") ? text : `${text}.0`;
  }
  const [digits = "", exponent = ""] = x.toExponential().split("e");
  const sign = exponent.startsWith("-") ? "-" : "+";
  return `${digits.includes(".") ? digits : `${digits}.0`}e${sign}${exponent.slice(1).padStart(2, "0")}`;
}
