/** Runs a part of `npm run conformance -- access`: one route for each row of the table. */
import { COLLECTION_RIGHTS, OTHER_RIGHTS, SAVED_RIGHTS, SCENARIO_RIGHTS } from "@etesian/contracts/rights";
import { expect, test } from "vitest";
import { checkAccessOfVillage } from "./access.fixture.ts";

test("a route of every operation admits the documented callers", async () => {
  const { testedCells, wrongCells } = await checkAccessOfVillage((_route, isFirst) => isFirst);
  expect(wrongCells).toEqual([]);
  const operations = new Set([...testedCells.keys()].map((row) => row.split(" ")[0]));
  expect(operations).toEqual(
    new Set([SCENARIO_RIGHTS, SAVED_RIGHTS, COLLECTION_RIGHTS, OTHER_RIGHTS].flatMap(Object.keys)),
  );
});
