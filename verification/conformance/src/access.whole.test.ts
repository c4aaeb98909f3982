/**
 * Runs the part of `npm run conformance -- access` that `access.test.ts` omits: all other routes that change something.
 */
import { expect, test } from "vitest";
import { checkAccessOfVillage } from "./access.fixture.ts";

test("all other routes that change something admit the documented callers", async () => {
  const { wrongCells, routes } = await checkAccessOfVillage(
    ({ operation, method }, isFirst) => !isFirst && operation !== "read" && operation !== "model" && method !== "PATCH",
  );
  expect(wrongCells).toEqual([]);
  expect(routes).toBeGreaterThan(10);
});
