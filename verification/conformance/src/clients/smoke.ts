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

Sends a typical script's requests to a running server: creates a scenario, moves 20 sliders, attaches two curves, sets an order,
requests queries, downloads all 22 tables, clones, interpolates, undoes, deletes. Prints a line for each step, and exits with 1 at
the first unexpected answer. Deletes the scenarios it created, even after a failure.

  --url    URL of the server, default ${DEFAULT_URL}
  --token  a token with the scopes read, write and delete; or ETM_API_TOKEN in the environment

For the account EMAIL (npm run accounts -- create EMAIL), on a machine that reaches the server's stores (--store or --data of
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
  const startedAt = performance.now();
  const made = new Set<number>();
  try {
    for await (const step of script(sessionOf({ url: origin }, token), made)) {
      console.log(`✓ ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${step}`);
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
