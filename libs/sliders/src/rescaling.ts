/** Converts the sliders of a scaled region to another size. */
import type { InputTable } from "./input-facts.ts";
import type { SliderState } from "./moving.ts";
import type { Scaling, Values } from "./recipe.ts";

/**
 * Converts a scenario's sliders to another scaling of its region: amounts are divided by the old factor and
 * multiplied by the new one.
 */
export function rescale(
  sliders: SliderState & { readonly scaling: Scaling | null },
  newScaling: Scaling | null,
  table: InputTable,
): SliderState {
  const { activeCouplings } = sliders;
  const factor = multiplier(newScaling) / multiplier(sliders.scaling);
  if (factor === 1) return { userValues: sliders.userValues, balancedValues: sliders.balancedValues, activeCouplings };

  const scaleValues = <V extends Values>(values: V): V =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        const isAmount = table.get(key)?.scalesWithArea ?? false;
        return [key, isAmount && typeof value === "number" ? value * factor : value];
      }),
    ) as V;
  return {
    userValues: scaleValues(sliders.userValues),
    balancedValues: scaleValues(sliders.balancedValues),
    activeCouplings,
  };
}

const multiplier = (scaling: Scaling | null): number => (scaling === null ? 1 : scaling.value / scaling.baseValue);
