/** A key of the model in words: `weather/wind_offshore_baseline` → `Weather: wind offshore baseline`. */
export function readable(key: string): string {
  const words = key.replaceAll("_", " ").replace("/", ": ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
