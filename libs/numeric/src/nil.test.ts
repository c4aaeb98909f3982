import { expect, test } from "vitest";
import { isNil } from "./index.ts";

test("only NaN is nil: 0 and infinities are values", () => {
  expect(isNil(NaN)).toBe(true);
  for (const value of [0, -0, 1, Infinity, -Infinity]) expect(isNil(value)).toBe(false);
});
