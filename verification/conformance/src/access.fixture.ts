/** A server with the small model, whose routes are requested as every caller. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { startForTest } from "@etesian/standalone/testing";
import { checkAccess, type Report, type TestedRoute } from "./access.ts";

/** Requests the included routes; `isFirst` marks the first route of each operation. */
export async function checkAccessOfVillage(
  isIncluded: (route: TestedRoute, isFirst: boolean) => boolean,
): Promise<Report> {
  const directory = mkdtempSync(join(tmpdir(), "etesian-access-"));
  writeVillage(join(directory, "village"));
  const data = join(directory, "data");
  const server = await startForTest({ model: join(directory, "village"), data });
  try {
    const seenOperations = new Set<string>();
    return await checkAccess(
      { urls: [server.url], stores: { data, store: null, keys: null } },
      {
        isIncluded: (route) => {
          const isFirst = !seenOperations.has(route.operation);
          seenOperations.add(route.operation);
          return isIncluded(route, isFirst);
        },
      },
    );
  } finally {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
