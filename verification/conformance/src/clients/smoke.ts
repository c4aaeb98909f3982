/** `npm run smoke -- --url URL --token TOKEN`: runs a typical script against any running server. */
import { AssertionError } from "node:assert";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { script, ScopeError } from "./script.ts";
import { sessionOf } from "./session.ts";

const DEFAULT_URL = "http://127.0.0.1:3000";

/** A shell command that creates a token for the server of `url` and runs this program with it. */
const commandFor = (url: string): string =>
  `npm run smoke -- --url ${url} --token "$(npm run --silent accounts -- token EMAIL --scopes read,write,delete --days 1)"`;

const HELP = `Usage: npm run smoke -- [--url URL] --token TOKEN

Sends a typical script's requests to a running server: creates a scenario, moves 20 sliders, attaches two curves, sets an order,
requests queries, downloads all 22 tables, clones, interpolates, undoes, deletes. Prints a line for each step, and
exits with 1 at the first unexpected response. Deletes the scenarios that it created, even after a failure.

  --url    URL of the server, default ${DEFAULT_URL}
  --token  a token with the scopes read, write and delete; or ETM_API_TOKEN in the environment

To create a token for the account EMAIL (npm run accounts -- create EMAIL), on a machine that can reach the server's stores
(--store or --data of npm run accounts):

  ${commandFor(DEFAULT_URL)}
`;

const OPTIONS = { url: { type: "string", default: DEFAULT_URL }, token: { type: "string" } } as const;

async function run({ url, token = process.env["ETM_API_TOKEN"] ?? "" }: Flags<typeof OPTIONS>): Promise<number> {
  if (token === "") throw new UsageError("--token is missing");
  if (!URL.canParse(url)) throw new UsageError(`--url is ${JSON.stringify(url)}: expected a URL`);
  const { origin } = new URL(url);
  const startedAt = performance.now();
  const createdIds = new Set<number>();
  try {
    for await (const step of script(sessionOf({ url: origin }, token), createdIds)) {
      console.log(`✓ ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${step}`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ScopeError)) throw error;
    console.error(`✗ ${error.message}. With all scopes:\n\n  ${commandFor(origin)}`);
    return 1;
  } finally {
    if (createdIds.size > 0)
      console.error(`Not deleted, because the token lacks the scope: scenarios ${[...createdIds].join(", ")}`);
  }
}

try {
  process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS }, run);
} catch (error) {
  const isUnreachable = error instanceof TypeError && error.cause instanceof Error;
  if (!isUnreachable && !(error instanceof AssertionError)) throw error;
  console.error(`✗ ${isUnreachable ? String(error.cause) : error.message}`);
  process.exitCode = 1;
}
