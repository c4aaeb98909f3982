import { expect, test } from "vitest";
import { scaleRequest, USUAL_SECTORS } from "./scaling-choice.ts";

test("a size above 0 and at most that of the whole area is a scaling", () => {
  const to = (value: number | null, whole: number | null = 17_000_000) =>
    scaleRequest("number_of_inhabitants", value, whole, USUAL_SECTORS);
  expect(to(1_000)).toEqual({
    area_attribute: "number_of_inhabitants",
    value: 1_000,
    has_agriculture: false,
    has_industry: false,
    has_energy: true,
  });
  expect(to(17_000_000)).not.toBeNull();
  expect(to(5, null)).not.toBeNull();
  for (const value of [null, 0, -1, Number.NaN, 17_000_001]) expect(to(value)).toBeNull();
});
