import { type Language, readableKey } from "@etesian/interface";

/** The readable key of a curve: `weather/wind_offshore_baseline` → `Weather: wind at sea baseline`. */
export function readableCurveKey(key: string, language: Language): string {
  const [set, ...names] = key.split("/").map((part) => readableKey(part)[language]);
  return [set, ...names.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`)].join(": ");
}
