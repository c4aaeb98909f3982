/**
 * Generates libs/contracts/src/generated from proto/ (buf, ts-proto), and the tables of docs/reference: attributes.md
 * from the table of attributes, settings.md from the services' settings, metrics.md from the definitions of metrics,
 * limits.md from the limits in contracts. The tables of events.md, and the corpus of events, come from the event
 * schemas; errors.md, and the types of clients/typescript, from the gateway's API. With --check nothing is written:
 * stale files are listed, and the exit code is 1 if there are any.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { updateEventCorpus } from "./event-corpus.mjs";
import { updateEventTables } from "./event-tables.mjs";
import { updateAttributeTables } from "./attribute-tables.mjs";
import { updateLimitTables } from "./limit-tables.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const generated = join(root, "libs/contracts/src/generated");
const reference = join(root, "docs/reference");
const attributes = join(reference, "attributes.md");
const settings = join(reference, "settings.md");
const events = join(reference, "events.md");
const limits = join(reference, "limits.md");
const errors = join(reference, "errors.md");
const metrics = join(reference, "metrics.md");
const client = join(root, "clients/typescript/src/generated");
const corpus = join(root, "libs/contracts/src/events/corpus");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const bin = join(root, "libs/contracts/node_modules/.bin");

function buf(...args) {
  const { status, error, stdout, stderr } = spawnSync(join(bin, "buf"), args, { cwd: root, encoding: "utf8" });
  if (error) throw error;
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (status !== 0) process.exit(status ?? 1);
}

/** Files below a directory, relative to it, sorted. */
function filesOf(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

function generateInto(directory) {
  buf("generate", "--template", "proto/buf.gen.yaml", "--output", directory);
}

/** Imported last, like the API's tables: the services import the code generated from proto/. */
const updateSettingTables = async (check) =>
  (await import("./setting-tables.mjs")).updateSettingTables(settings, check);
const updateMetricTable = async (check) => (await import("./metric-tables.mjs")).updateMetricTable(metrics, check);
const updateErrorTable = async (check) => (await import("./api.mjs")).updateErrorTable(errors, check);
const updateApiClient = async (check) => (await import("./api.mjs")).updateApiClient(check);

const HELP = `Usage: npm run generate [-- --check]

Writes generated files: messages from proto/, documentation tables, the event corpus, the client's types.
With --check, nothing is written. Stale files are listed, and the exit code is 1 if there are any.
`;

const args = process.argv.slice(2);
if (args.includes("--help") || args.includes("-h")) {
  process.stdout.write(HELP);
  process.exit(0);
}
const unknownFlags = args.filter((argument) => argument !== "--check");
if (unknownFlags.length > 0) {
  process.stderr.write(`unknown: ${unknownFlags.join(" ")}\n\n${HELP}`);
  process.exit(2);
}

buf("lint", "proto");
if (args.includes("--check")) {
  const freshDirectory = mkdtempSync(join(tmpdir(), "etesian-generated-"));
  try {
    generateInto(freshDirectory);
    const staleFiles = [...new Set([...filesOf(freshDirectory), ...filesOf(generated)])].filter((file) => {
      const [a, b] = [join(freshDirectory, file), join(generated, file)];
      return !existsSync(a) || !existsSync(b) || readFileSync(a, "utf8") !== readFileSync(b, "utf8");
    });
    for (const file of staleFiles)
      console.error(`${relative(root, join(generated, file))}: differs from the code generated from proto/`);
    const pages = [
      { page: attributes, isCurrent: updateAttributeTables(attributes, true), source: "attributes.ts" },
      { page: events, isCurrent: updateEventTables(events, true), source: "the events' schemas" },
      { page: limits, isCurrent: updateLimitTables(limits, true), source: "limits.ts" },
      { page: settings, isCurrent: await updateSettingTables(true), source: "the services' settings" },
      { page: metrics, isCurrent: await updateMetricTable(true), source: "the definitions of metrics" },
      { page: errors, isCurrent: await updateErrorTable(true), source: "errors.ts" },
    ].filter(({ isCurrent }) => !isCurrent);
    for (const { page, source } of pages) console.error(`${relative(root, page)}: its tables differ from ${source}`);
    const isCorpusCurrent = updateEventCorpus(corpus, version, true);
    if (!isCorpusCurrent) console.error(`${relative(root, corpus)}: lacks current events`);
    const isClientCurrent = await updateApiClient(true);
    if (!isClientCurrent)
      console.error(`${relative(root, client)}: differs from the types generated from the OpenAPI document`);
    if (staleFiles.length > 0 || pages.length > 0 || !isCorpusCurrent || !isClientCurrent) {
      console.error("Run: npm run generate");
      process.exit(1);
    }
  } finally {
    rmSync(freshDirectory, { recursive: true, force: true });
  }
} else {
  rmSync(generated, { recursive: true, force: true });
  generateInto(generated);
  updateAttributeTables(attributes, false);
  updateEventTables(events, false);
  updateLimitTables(limits, false);
  await updateSettingTables(false);
  await updateMetricTable(false);
  await updateErrorTable(false);
  await updateApiClient(false);
  updateEventCorpus(corpus, version, false);
}
