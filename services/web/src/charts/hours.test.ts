import { expect, it } from "vitest";
import { darkestWeek, HOURS, stacked } from "./hours.ts";

it("a stack has the sum of all series as its upper edge", () => {
  const flat = (value: number) => ({
    key: "",
    label: "",
    colour: "",
    hatch: null,
    isLine: false,
    values: new Float32Array(HOURS).fill(value),
  });
  expect(stacked([flat(1), flat(2), flat(4)]).map((edge) => edge[100])).toEqual([1, 3, 7]);
});

it("the darkest week is the one with the least wind and sun", () => {
  const wind = new Float32Array(HOURS).fill(10).fill(1, 18 * 24, 25 * 24);
  const sun = new Float32Array(HOURS).fill(1);
  expect(darkestWeek([wind, sun])).toBe(18 * 24);
});

it("a model without wind and sun begins with the first week", () => expect(darkestWeek([])).toBe(0));
