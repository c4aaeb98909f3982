/** `npm run conformance`: whether the server does what the documents of its API say. Exit code 1 when it does not. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { startForTest } from "../test-server.ts";
import { checkAccess } from "./access.ts";
import { checkRows } from "./check.ts";
import { CALLERS } from "./matrix.ts";
import { RESOURCES } from "./rows/index.ts";

const HELP = `Usage: npm run conformance [-- PART…]

  access   asks every route as ${CALLERS.length} callers on six kinds of scenario, over HTTP with real tokens
  rows     all of these; every answer is compared with the OpenAPI document, too, and every change is asked for again
           with its Idempotency-Key, which has to change nothing:
           ${RESOURCES.map(({ name }) => name).join(", ")}

Without a part: rows, then access.
`;

async function access(): Promise<boolean> {
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
    return wrong.length === 0;
  } finally {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function rows(names: readonly string[]): Promise<boolean> {
  const resources = RESOURCES.filter(({ name }) => names.includes(name));
  const { checked, withoutRow, operations } = await checkRows(resources);
  for (const { resource, row, problem } of checked) {
    console.log(`${problem === null ? "✓" : "✗"} ${resource.padEnd(10)} ${row.source.padEnd(5)} ${row.rule}`);
    if (problem !== null) console.log(`    ${row.send}: ${problem}`);
  }
  console.log("");
  for (const { name } of resources) {
    const of = checked.filter(({ resource }) => resource === name);
    const good = of.filter(({ problem }) => problem === null).length;
    console.log(`${name.padEnd(10)} ${String(good).padStart(4)} of ${String(of.length).padStart(4)}`);
  }
  const isWhole = resources.length === RESOURCES.length;
  if (isWhole) for (const operation of withoutRow) console.log(`✗ no row for ${operation}`);
  const failed = checked.filter(({ problem }) => problem !== null).length;
  console.log(
    `${checked.length} rows, every answer compared with the OpenAPI document: ${checked.length - failed} as documented, ` +
      `${failed} not` +
      (isWhole ? `; ${operations - withoutRow.length} of ${operations} operations have a row` : ""),
  );
  return failed === 0 && (!isWhole || withoutRow.length === 0);
}

const parts = process.argv.slice(2);
const names = RESOURCES.map(({ name }) => name);
const unknown = parts.filter((part) => !["access", "rows", ...names].includes(part));
if (unknown.length > 0) {
  console.log(`Unknown: ${unknown.join(" ")}\n\n${HELP}`);
  process.exitCode = 2;
} else {
  const wanted = parts.length === 0 || parts.includes("rows") ? names : names.filter((name) => parts.includes(name));
  const rowsAreGood = wanted.length === 0 || (await rows(wanted));
  const wantsAccess = parts.length === 0 || parts.includes("access");
  const accessIsGood = !wantsAccess || (await access());
  process.exitCode = rowsAreGood && accessIsGood ? 0 : 1;
}
