import { type InputTable, moveSliders } from "@etesian/sliders";
import { expect } from "vitest";
import type { Space } from "./space.ts";

/** Validation errors for a point's recipe, sent as a request to a scenario without changes. */
export function refusalsAt(point: Float64Array, space: Space, table: InputTable): readonly string[] {
  const { userValues, balancedValues } = space.recipeAt(point);
  expect(balancedValues).toEqual({});
  const blankState = { userValues: {}, balancedValues: {}, activeCouplings: [] };
  const sliderChange = moveSliders(table, blankState, { values: userValues });
  if ("errors" in sliderChange) return sliderChange.errors;
  // The request balances no groups and disables no sliders.
  expect(sliderChange.state.userValues).toEqual(userValues);
  expect(sliderChange.state.balancedValues).toEqual({});
  return [];
}
