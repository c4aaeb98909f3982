/** `npm run run -- BOOK`: runs a workbook of scenarios, and writes a copy with their results. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { commandOf } from "@etesian/service-kit/commands";
import { DEFAULT_DATA, PROJECT, settingsOf, startServices } from "@etesian/service-kit";
import { exitWithUsage, flagsOf } from "@etesian/service-kit/program";
import { STANDALONE } from "../services.ts";
import { RunRefusedError, runWorkbook } from "./run-workbook.ts";

const HELP = `Usage: ${commandOf("run")} BOOK.xlsx [options]

Creates the scenarios of a workbook, calculates them, and writes a copy of the workbook with the results. docs/workbooks.md
explains the sheets. Cells with errors are printed, and listed in the copy's sheet ERRORS.

  --out FILE       the copy, by default BOOK_results.xlsx next to the workbook
  --url URL        a server to create the scenarios on, such as http://127.0.0.1:3000, where they remain; by default they are
                   calculated on this machine and not stored
  --token TOKEN    a token for the server; set ETESIAN_API_TOKEN instead to keep it out of the process list
  --model DIR      without --url: the model, by default the included one
  --data DIR       without --url: data directory, whose cache/ shortens the next start, as for npm start
  --help           print this text
`;

const text = { type: "string" } as const;
const { values: flags, positionals } = flagsOf(
  HELP,
  { out: text, url: text, token: text, model: text, data: text },
  { words: true },
);
/** Paths are relative to the directory in which the command was typed. */
const resolvePath = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

async function run(): Promise<void> {
  const [path, extraArguments] = positionals;
  if (path === undefined) return exitWithUsage(HELP, "expected a workbook");
  if (extraArguments !== undefined) return exitWithUsage(HELP, `unexpected: ${extraArguments}`);
  if (flags.url !== undefined && (flags.model !== undefined || flags.data !== undefined))
    return exitWithUsage(HELP, "--url: expected without --model and --data, which are for a local server");
  const book = resolvePath(path);
  if (!existsSync(book)) return exitWithUsage(HELP, `there is no file ${path}`);
  const outputPath = flags.out === undefined ? `${book.replace(/\.xlsx$/i, "")}_results.xlsx` : resolvePath(flags.out);
  const content = readFileSync(book);
  const server = flags.url === undefined ? await startOwnServer() : { url: flags.url, close: async () => {} };
  try {
    const token = flags.token ?? process.env["ETESIAN_API_TOKEN"] ?? null;
    const { scenarios, problems, results } = await runWorkbook(server.url, token, { name: path, content });
    writeFileSync(outputPath, results);
    for (const { cell, scenario, message } of problems)
      console.error(`${cell}: ${scenario === null ? "" : `${scenario}: `}${message}`);
    const createdScenarios = scenarios.filter(({ id }) => id !== null);
    const ids =
      flags.url === undefined
        ? ""
        : `: ${createdScenarios.map(({ short_name, id }) => `${short_name} is ${id}`).join(", ")}`;
    console.log(`${createdScenarios.length} of ${scenarios.length} scenarios${ids}`);
    console.log(`results   ${outputPath}`);
    if (problems.some(({ code }) => code !== "warning")) process.exitCode = 1;
  } finally {
    await server.close();
  }
}

/** A server in this process. Its scenarios are removed when it stops. */
async function startOwnServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const model = flags.model === undefined ? join(PROJECT, "models/starter") : resolvePath(flags.model);
  if (!existsSync(model)) return exitWithUsage(HELP, `--model: there is no directory ${flags.model}`);
  const cache = join(
    flags.data === undefined ? (process.env["ETESIAN_DATA"] ?? DEFAULT_DATA) : resolvePath(flags.data),
    "cache",
  );
  const data = mkdtempSync(join(tmpdir(), "etesian-run-"));
  mkdirSync(cache, { recursive: true });
  symlinkSync(resolve(cache), join(data, "cache"), "junction");
  const defaults = Object.fromEntries(
    Object.entries(settingsOf(STANDALONE)).map(([name, { fallback }]) => [name, fallback]),
  );
  const { url, shutdown } = await startServices("standalone", STANDALONE, {
    ...defaults,
    model,
    data,
    port: 0,
    noWarmUp: true,
    logLevel: "error",
    noPage: true,
    noExamples: true,
  });
  return {
    url,
    close: async () => {
      await shutdown.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

try {
  await run();
} catch (error) {
  if (!(error instanceof RunRefusedError)) throw error;
  for (const sentence of error.sentences) console.error(sentence);
  process.exitCode = 2;
}
