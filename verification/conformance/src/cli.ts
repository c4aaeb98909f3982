/** `npm run conformance`: checks a server against the documentation of its API. Exits with code 1 if it differs. */
import { accountStoresOf } from "@etesian/accounts";
import { writeVillage } from "@etesian/compute/testing";
import { flagsOf, exitWithUsage } from "@etesian/service-kit/program";
import { checkAccess } from "./access.ts";
import { checkRows } from "./check.ts";
import { type Deploy, type Deployment, modelAt, type ModelName, withServer } from "./deployment.ts";
import { CALLERS } from "./matrix.ts";
import { RESOURCES } from "./rows/index.ts";

const HELP = `Usage: npm run conformance [-- PART…] [--url URL]… [--data DIR] [--store URL] [--keys URL]

  access   sends every route as ${CALLERS.length} callers on six kinds of scenario, over HTTP with real tokens
  rows     sends all rows below; every response is also compared with the OpenAPI document, and every change is repeated
           with its Idempotency-Key, which must change nothing:
           ${RESOURCES.map(({ name }) => name).join(", ")}

Without a part, both run, rows first. Without --url, they run on servers started for this purpose.

  --url    a gateway of a running deployment; requests alternate between several. The run writes data, so use an empty test deployment. --data, --store and --keys locate its accounts, as for npm run accounts.
           Checks for other models than the served one are omitted and listed.

       npm run conformance -- village DIRECTORY

  writes the small model that most checks use, for a deployment to serve; the other checks use models/starter.
`;

const PARTS = ["access", "rows", ...RESOURCES.map(({ name }) => name)];
/**
 * Access is checked on the small model, where every route responds fast; tables that it lacks are checked on the
 * included model.
 */
const ACCESS_MODELS: readonly ModelName[] = ["village", "starter"];

async function runAccess(model: ModelName, deploy: Deploy): Promise<boolean> {
  let hasPassed = false;
  await deploy(model, async (deployment) => {
    const { testedCells, wrongCells, routes, omittedCount } = await checkAccess(deployment, { model });
    for (const [row, cells] of testedCells) {
      const [operation = "", kind = ""] = row.split(" ");
      const failedCount = wrongCells.filter((line) => line.startsWith(`${operation} ${kind}:`)).length;
      console.log(
        `${operation.padEnd(8)} ${kind.padEnd(18)} ${String(cells - failedCount).padStart(5)} of ${String(cells).padStart(5)}`,
      );
    }
    for (const line of wrongCells) console.log(`✗ ${line}`);
    const cells = [...testedCells.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `${routes} routes, ${CALLERS.length} callers: ${cells - wrongCells.length} cells as documented, ${wrongCells.length} not; ` +
        `${omittedCount} routes are omitted: operations on several scenarios`,
    );
    hasPassed = wrongCells.length === 0;
  });
  return hasPassed;
}

async function runRows(names: readonly string[], deploy: Deploy): Promise<boolean> {
  const resources = RESOURCES.filter(({ name }) => names.includes(name));
  const { checkedRows, withoutRow, operations } = await checkRows(resources, deploy);
  for (const { resource, row, problem } of checkedRows) {
    console.log(`${problem === null ? "✓" : "✗"} ${resource.padEnd(10)} ${row.source.padEnd(5)} ${row.rule}`);
    if (problem !== null) console.log(`    ${row.send}: ${problem}`);
  }
  console.log("");
  for (const { name } of resources) {
    const rowsOfResource = checkedRows.filter(({ resource }) => resource === name);
    const passedCount = rowsOfResource.filter(({ problem }) => problem === null).length;
    console.log(
      `${name.padEnd(10)} ${String(passedCount).padStart(4)} of ${String(rowsOfResource.length).padStart(4)}`,
    );
  }
  const isWhole = resources.length === RESOURCES.length;
  if (isWhole) for (const operation of withoutRow) console.log(`✗ no row for ${operation}`);
  const failedCount = checkedRows.filter(({ problem }) => problem !== null).length;
  console.log(
    `${checkedRows.length} rows, every response compared with the OpenAPI document: ${checkedRows.length - failedCount} as documented, ` +
      `${failedCount} not` +
      (isWhole ? `; ${operations - withoutRow.length} of ${operations} operations have a row` : ""),
  );
  return failedCount === 0 && (!isWhole || withoutRow.length === 0);
}

function parseArguments() {
  const text = { type: "string" } as const;
  const options = { url: { ...text, multiple: true }, data: text, store: text, keys: text } as const;
  return flagsOf(HELP, options, { words: true });
}

/** The deployment given by flags and variables; null if there is none, and then one is started. */
function deploymentOf({ url, ...stores }: ReturnType<typeof parseArguments>["values"]): Deployment | null {
  return url === undefined
    ? null
    : { urls: url.map((address) => address.replace(/\/$/, "")), stores: accountStoresOf(stores) };
}

async function runChecks(parts: readonly string[], deployment: Deployment | null): Promise<boolean> {
  const model = deployment && (await modelAt(deployment));
  const deploy: Deploy = deployment === null ? withServer : (_, work) => work(deployment);
  const isServed = (name: ModelName): boolean => model === null || model === name;
  const isSelected = (part: string): boolean => parts.length === 0 || parts.includes(part);
  const resources = RESOURCES.filter(({ name }) => isSelected("rows") || parts.includes(name));
  const servedResources = resources.filter((resource) => isServed(resource.model));
  const models = isSelected("access") ? ACCESS_MODELS.filter(isServed) : [];
  const omittedNames = resources.filter((resource) => !servedResources.includes(resource)).map(({ name }) => name);
  if (omittedNames.length > 0)
    console.log(`omitted, because this deployment serves ${model}: ${omittedNames.join(", ")}\n`);
  const names = servedResources.map(({ name }) => name);
  let isGood = names.length === 0 || (await runRows(names, deploy));
  for (const model of models) isGood = (await runAccess(model, deploy)) && isGood;
  return isGood && names.length + models.length > 0;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArguments();
  const [first, directory, ...extraArgs] = positionals;
  if (first === "village" && directory !== undefined && extraArgs.length === 0) {
    writeVillage(directory);
    console.log(`npm run cluster -- --model ${directory} …`);
    return 0;
  }
  const unknown = positionals.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) exitWithUsage(HELP, `unknown: ${unknown.join(" ")}`);
  return (await runChecks(positionals, deploymentOf(values))) ? 0 : 1;
}

process.exitCode = await run();
