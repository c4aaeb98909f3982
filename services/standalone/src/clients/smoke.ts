/** `npm run smoke -- --url URL --token TOKEN`: whether a server that runs anywhere does what a script asks of it. */
import { AssertionError } from "node:assert";
import { parseArgs } from "node:util";
import { script } from "./script.ts";
import { sessionOf } from "./session.ts";

const HELP = `Usage: npm run smoke -- [--url URL] --token TOKEN

Asks a running server what a user's script does: create a scenario, move 20 sliders, attach two curves, set an order, ask
queries, download all 22 tables, clone, interpolate, undo, delete. A line for each step; exit code 1 at the first answer that
is not what it should be. The scenarios it makes are deleted.

  --url    of the server, http://127.0.0.1:3000 if not given
  --token  a token with all scopes, of npm run accounts -- token EMAIL (after create EMAIL); or ETM_API_TOKEN in the environment
`;

async function run(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const options = { url: text, token: text, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { url = "http://127.0.0.1:3000", token = process.env["ETM_API_TOKEN"] ?? "" } = values;
  if (values.help || token === "" || !URL.canParse(url)) {
    console.error(HELP);
    return values.help ? 0 : 2;
  }
  const begun = performance.now();
  for await (const step of script(sessionOf({ url: new URL(url).origin }, token))) {
    console.log(`✓ ${((performance.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${step}`);
  }
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  const isNoServer = error instanceof TypeError && error.cause instanceof Error;
  if (!isUsage && !isNoServer && !(error instanceof AssertionError)) throw error;
  console.error(isUsage ? `${error.message}\n\n${HELP}` : `✗ ${isNoServer ? String(error.cause) : error.message}`);
  process.exitCode = isUsage ? 2 : 1;
}
