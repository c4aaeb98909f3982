/** `npm run conformance`: checks a server against the documentation of its API. Exits with 1 if it differs. */
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
  rows     sends all rows below; every answer is also compared with the OpenAPI document, and every change is repeated
           with its Idempotency-Key, which must change nothing:
           ${RESOURCES.map(({ name }) => name).join(", ")}

Without a part: rows, then access. Without --url: on servers that are started for the run.

  --url    a gateway of a running deployment; requests alternate between several. The run writes to it, so it should be an
           unused test deployment. --data, --store and --keys locate its accounts, as for npm run accounts.
           Checks of another model than the served one are omitted, and listed.

       npm run conformance -- village DIRECTORY

  writes the small model of most checks, for a deployment to serve; the other checks use models/starter.
`;

const PARTS = ["access", "rows", ...RESOURCES.map(({ name }) => name)];
/**
 * Access is checked on the small model, where every route answers fast; tables that it lacks, on the included model.
 */
const MODELS_OF_ACCESS: readonly ModelName[] = ["village", "starter"];

async function access(model: ModelName, deploy: Deploy): Promise<boolean> {
  let hasPassed = false;
  await deploy(model, async (deployment) => {
    const { testedCells, wrong, routes, omitted } = await checkAccess(deployment, { model });
    for (const [row, cells] of testedCells) {
      const [operation = "", kind = ""] = row.split(" ");
      const failed = wrong.filter((line) => line.startsWith(`${operation} ${kind}:`)).length;
      console.log(
        `${operation.padEnd(8)} ${kind.padEnd(18)} ${String(cells - failed).padStart(5)} of ${String(cells).padStart(5)}`,
      );
    }
    for (const line of wrong) console.log(`✗ ${line}`);
    const cells = [...testedCells.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `${routes} routes, ${CALLERS.length} callers: ${cells - wrong.length} cells as documented, ${wrong.length} not; ` +
        `${omitted} routes are omitted: operations on several scenarios`,
    );
    hasPassed = wrong.length === 0;
  });
  return hasPassed;
}

async function rows(names: readonly string[], deploy: Deploy): Promise<boolean> {
  const resources = RESOURCES.filter(({ name }) => names.includes(name));
  const { checked, withoutRow, operations } = await checkRows(resources, deploy);
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

function parse() {
  const text = { type: "string" } as const;
  const options = { url: { ...text, multiple: true }, data: text, store: text, keys: text } as const;
  return flagsOf(HELP, options, { words: true });
}

/** The deployment given by flags and variables; null if there is none, so one is started. */
function deploymentOf({ url, ...place }: ReturnType<typeof parse>["values"]): Deployment | null {
  return url === undefined ? null : { urls: url.map((each) => each.replace(/\/$/, "")), place: accountStoresOf(place) };
}

async function check(parts: readonly string[], deployment: Deployment | null): Promise<boolean> {
  const model = deployment && (await modelAt(deployment));
  const deploy: Deploy = deployment === null ? withServer : (_, work) => work(deployment);
  const isServed = (wanted: ModelName): boolean => model === null || model === wanted;
  const isSelected = (part: string): boolean => parts.length === 0 || parts.includes(part);
  const wanted = RESOURCES.filter(({ name }) => isSelected("rows") || parts.includes(name));
  const served = wanted.filter((resource) => isServed(resource.model));
  const models = isSelected("access") ? MODELS_OF_ACCESS.filter(isServed) : [];
  const omitted = wanted.filter((resource) => !served.includes(resource)).map(({ name }) => name);
  if (omitted.length > 0) console.log(`omitted, because this deployment serves ${model}: ${omitted.join(", ")}\n`);
  const names = served.map(({ name }) => name);
  let isGood = names.length === 0 || (await rows(names, deploy));
  for (const each of models) isGood = (await access(each, deploy)) && isGood;
  return isGood && names.length + models.length > 0;
}

async function run(): Promise<number> {
  const { values, positionals } = parse();
  const [first, directory, ...more] = positionals;
  if (first === "village" && directory !== undefined && more.length === 0) {
    writeVillage(directory);
    console.log(`npm run cluster -- --model ${directory} …`);
    return 0;
  }
  const unknown = positionals.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) exitWithUsage(HELP, `unknown: ${unknown.join(" ")}`);
  return (await check(positionals, deploymentOf(values))) ? 0 : 1;
}

process.exitCode = await run();
