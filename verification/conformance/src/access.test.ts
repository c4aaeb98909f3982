/**
 * Runs a part of `npm run conformance -- access`: one route of each row of the table, and all routes that change
 * something.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { COLLECTION_RIGHTS, OTHER_RIGHTS, SAVED_RIGHTS, SCENARIO_RIGHTS } from "@etesian/contracts/rights";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { checkAccess } from "./access.ts";

let directory: string;
let server: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-access-"));
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

test("every route admits the documented callers", async () => {
  const seenOperations = new Set<string>();
  const { testedCells, wrongCells } = await checkAccess(
    { urls: [server.url], stores: { data: join(directory, "data"), store: null, keys: null } },
    {
      isIncluded: ({ operation, method }) => {
        const isFirst = !seenOperations.has(operation);
        seenOperations.add(operation);
        return isFirst || (operation !== "read" && operation !== "model" && method !== "PATCH");
      },
    },
  );
  expect(wrongCells).toEqual([]);
  const operations = new Set([...testedCells.keys()].map((row) => row.split(" ")[0]));
  expect(operations).toEqual(
    new Set([SCENARIO_RIGHTS, SAVED_RIGHTS, COLLECTION_RIGHTS, OTHER_RIGHTS].flatMap(Object.keys)),
  );
});
