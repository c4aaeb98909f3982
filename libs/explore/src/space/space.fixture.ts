import { type InputTable, moveSliders } from "@etesian/sliders";
import { expect } from "vitest";
import type { Space } from "./space.ts";

/** Coordinates at or next to an end, and in the middle. */
export const CORNERS = [0, 2 ** -53, 0.5, 1 - 2 ** -53, 1];
/** `npm test` tests the corners of one in this number of factors. */
export const CORNER_STEP = 27;

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

/** Errors for the points in which a single included factor is at or next to an end, or in the middle. */
export function refusalsAtCorners(
  space: Space,
  table: InputTable,
  isIncluded: (factorIndex: number) => boolean,
): readonly string[] {
  const refusals: string[] = [];
  let start = 0;
  for (const [index, { dimensions }] of space.factors.entries()) {
    for (const corner of isIncluded(index) ? CORNERS : []) {
      const point = new Float64Array(space.dimensions).fill(0.5).fill(corner, start, start + dimensions);
      refusals.push(...refusalsAt(point, space, table));
    }
    start += dimensions;
  }
  return refusals;
}
