import { type InputTable, moveSliders } from "@etesian/sliders";
import { expect } from "vitest";
import type { Space } from "./space.ts";

/** Validation errors for a point's recipe, sent as a request to a scenario without changes. */
export function refusalsAt(point: Float64Array, space: Space, table: InputTable): readonly string[] {
  const { userValues, balancedValues } = space.recipeAt(point);
  expect(balancedValues).toEqual({});
  const untouched = { userValues: {}, balancedValues: {}, activeCouplings: [] };
  const moved = moveSliders(table, untouched, { values: userValues });
  if ("errors" in moved) return moved.errors;
  // The request balances no groups and disables no sliders.
  expect(moved.state.userValues).toEqual(userValues);
  expect(moved.state.balancedValues).toEqual({});
  return [];
}
