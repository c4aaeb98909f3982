/** Adds new events to the corpus of the current version; existing events are unchanged. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { currentEntries } from "../../libs/contracts/src/events/corpus.ts";

const FORMAT = join(import.meta.dirname, "../../node_modules/oxfmt/bin/oxfmt");

/** Returns whether nothing is missing; with `check`, nothing is written. */
export function updateEventCorpus(directory, version, check) {
  const file = join(directory, `${version}.json`);
  const read = (path) => JSON.parse(readFileSync(path, "utf8"));
  const storedEntries = Object.assign({}, ...readdirSync(directory).map((name) => read(join(directory, name))));
  const missing = Object.entries(currentEntries()).filter(([event]) => storedEntries[event] === undefined);
  if (!check && missing.length > 0) {
    const corpus = { ...(existsSync(file) ? read(file) : {}), ...Object.fromEntries(missing) };
    writeFileSync(file, `${JSON.stringify(corpus, null, 2)}\n`);
    execFileSync(process.execPath, [FORMAT, file]);
  }
  return missing.length === 0;
}
