/** Random positions of sliders, in Node and in pages. */
import type { InputFacts } from "@etesian/sliders";

export type Movable = Pick<InputFacts, "key" | "unit" | "min" | "max" | "permittedValues" | "disabled">;

/** All sliders except the switch that turns off hourly calculation. */
export function isMovable({ key, min, max, permittedValues, disabled }: Movable): boolean {
  if (disabled || key === "settings_enable_merit_order") return false;
  return permittedValues !== null || (min !== null && max !== null && max > min);
}

/** A random position in the slider's range, sometimes an end of it. */
export function positionOf({ min, max, unit, permittedValues }: Movable, random: number): number | string {
  if (permittedValues !== null) return permittedValues[Math.floor(random * permittedValues.length)]!;
  const [low, high] = [min!, max!];
  if (unit === "bool" || unit === "boolean") return random < 0.5 ? low : high;
  if (random < 0.1) return low;
  return random > 0.9 ? high : low + (high - low) * ((random - 0.1) / 0.8);
}
