import { expect, test } from "vitest";
import { scaleRequest, DEFAULT_SECTORS } from "./scaling-choice.ts";

test("a size above 0 and at most the whole area's is a valid scaling", () => {
  const scaleTo = (value: number | null, areaSize: number | null = 17_000_000) =>
    scaleRequest("number_of_inhabitants", value, areaSize, DEFAULT_SECTORS);
  expect(scaleTo(1_000)).toEqual({
    area_attribute: "number_of_inhabitants",
    value: 1_000,
    has_agriculture: false,
    has_industry: false,
    has_energy: true,
  });
  expect(scaleTo(17_000_000)).not.toBeNull();
  expect(scaleTo(5, null)).not.toBeNull();
  for (const value of [null, 0, -1, Number.NaN, 17_000_001]) expect(scaleTo(value)).toBeNull();
});
