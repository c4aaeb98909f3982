/** Values as text, like Ruby's `to_s`: EQUALS compares strings, and dotted access may use them. */
import { decimalText } from "@etesian/numeric";
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
      return decimalText(value);
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return inspect(value);
  }
}

/** Like `toText`, but quotes strings, marks symbols and names nil. */
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
