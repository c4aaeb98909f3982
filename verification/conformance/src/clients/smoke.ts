/** `npm run smoke -- --url URL --token TOKEN`: runs a typical script against any running server. */
import { AssertionError } from "node:assert";
import { parseArgs } from "node:util";
import { script, ScopeError } from "./script.ts";
import { sessionOf } from "./session.ts";

const DEFAULT_URL = "http://127.0.0.1:3000";

/** A shell command that creates a token for the server of `url` and runs this program with it. */
const commandFor = (url: string): string =>
  `npm run smoke -- --url ${url} --token "$(npm run --silent accounts -- token EMAIL --scopes read,write,delete --days 1)"`;

const HELP = `Usage: npm run smoke -- [--url URL] --token TOKEN

Asks a running server what a user's script does: create a scenario, move 20 sliders, attach two curves, set an order, ask
queries, download all 22 tables, clone, interpolate, undo, delete. A line for each step; exit code 1 at the first answer that
is not what it should be. The scenarios it makes are deleted, also after a failure.

  --url    of the server, ${DEFAULT_URL} if not given
  --token  a token that can read, write and delete; or ETM_API_TOKEN in the environment

With the account EMAIL (npm run accounts -- create EMAIL), where the stores of the server can be reached (--store or --data of
npm run accounts):

  ${commandFor(DEFAULT_URL)}
`;

async function run(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const options = { url: text, token: text, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { url = DEFAULT_URL, token = process.env["ETM_API_TOKEN"] ?? "" } = values;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (token === "" || !URL.canParse(url)) {
    console.error(
      `${token === "" ? "--token is missing" : `--url is ${JSON.stringify(url)}: expected a URL`}\n\n${HELP}`,
    );
    return 2;
  }
  const { origin } = new URL(url);
  const begun = performance.now();
  const made = new Set<number>();
  try {
    for await (const step of script(sessionOf({ url: origin }, token), made)) {
      console.log(`✓ ${((performance.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${step}`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ScopeError)) throw error;
    console.error(`✗ ${error.message}. With all scopes:\n\n  ${commandFor(origin)}`);
    return 1;
  } finally {
    if (made.size > 0) console.error(`Not deleted for lack of the scope: scenarios ${[...made].join(", ")}`);
  }
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
