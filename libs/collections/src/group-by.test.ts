import fc from "fast-check";
import { expect, test } from "vitest";
import { groupBy } from "./group-by.ts";

test("groupBy() returns the same result as Map.groupBy()", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 5 }), (values, n) => {
      const keyOf = (value: number): number => value % n;
      expect([...groupBy(values, keyOf)]).toEqual([...Map.groupBy(values, keyOf)]);
    }),
  );
});
