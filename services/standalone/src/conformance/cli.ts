/** `npm run conformance -- access`: whether the server lets in whom the documents let in. Exit code 1 when it does not. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { startForTest } from "../test-server.ts";
import { checkAccess } from "./access.ts";
import { CALLERS } from "./matrix.ts";

const HELP = `Usage: npm run conformance -- access

  access   asks every route as ${CALLERS.length} callers on six kinds of scenario, over HTTP with real tokens
`;

async function access(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "etesian-conformance-"));
  writeVillage(join(directory, "village"));
  const data = join(directory, "data");
  const server = await startForTest({ model: join(directory, "village"), data });
  try {
    const { tried, wrong, routes, leftOut } = await checkAccess(server.url, data);
    for (const [row, cells] of tried) {
      const [operation = "", kind = ""] = row.split(" ");
      const failed = wrong.filter((line) => line.startsWith(`${operation} ${kind}:`)).length;
      console.log(
        `${operation.padEnd(8)} ${kind.padEnd(18)} ${String(cells - failed).padStart(5)} of ${String(cells).padStart(5)}`,
      );
    }
    for (const line of wrong) console.log(`✗ ${line}`);
    const cells = [...tried.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `${routes} routes, ${CALLERS.length} callers: ${cells - wrong.length} cells as documented, ${wrong.length} not; ` +
        `${leftOut} routes are left out: tables that the small model does not have, and what is about several scenarios`,
    );
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const [what] = process.argv.slice(2);
if (what === "access") process.exitCode = await access();
else {
  console.log(HELP);
  process.exitCode = 2;
}
