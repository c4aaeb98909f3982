/** Sliders of a scaled region, carried over to another size. */
import type { InputTable, Scaling, SliderState, Values } from "@etesian/engine";

/** Units of what does not grow with a region. */
const SIZELESS: ReadonlySet<string | null> = new Set([
  "%",
  "COP",
  "degC",
  "dollar",
  "euro",
  "euro/kWh",
  "gCO2/KWh",
  "hours",
  "kWh",
  "m^2K/W",
  "x",
  "kg/GJ",
  "kg/MWh",
  "MWoutput",
  "enum",
]);

/** A scenario's sliders for a region of another scaling: out of the old one, into the new one, where the unit is an amount. */
export function rescale(
  from: SliderState & { readonly scaling: Scaling | null },
  to: Scaling | null,
  table: InputTable,
): SliderState {
  const { activeCouplings } = from;
  const factor = multiplier(to) / multiplier(from.scaling);
  if (factor === 1) return { userValues: from.userValues, balancedValues: from.balancedValues, activeCouplings };

  const scaled = <V extends Values>(values: V): V =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        const amount = typeof value === "number" && !SIZELESS.has(table.get(key)?.unit ?? null);
        return [key, amount ? value * factor : value];
      }),
    ) as V;
  return { userValues: scaled(from.userValues), balancedValues: scaled(from.balancedValues), activeCouplings };
}

const multiplier = (scaling: Scaling | null): number => (scaling === null ? 1 : scaling.value / scaling.baseValue);
