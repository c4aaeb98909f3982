/**
 * `npm run docs`: builds the documentation as a website, in `dist`, and prints this directory. Every server that finds
 * it there serves it at `/docs/`; any other web server can also serve it. The site is rebuilt only if sources changed.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vitepress";
import { PROJECT } from "./contents.ts";

const HELP = `Usage: npm run docs

Builds the documentation as a website, in clients/site/dist: servers serve it at /docs/, and any web server can publish it.
`;

const args = process.argv.slice(2);
if (args.includes("--help") || args.includes("-h")) {
  process.stdout.write(HELP);
  process.exit(0);
}
if (args.length > 0) {
  process.stderr.write(`unknown arguments: ${args.join(" ")}\n\n${HELP}`);
  process.exit(2);
}

const ROOT = join(import.meta.dirname, "..");
const SITE = join(ROOT, "dist");
/** The file in a build that identifies its sources. */
const STAMP = "sources.txt";
const SOURCES = ["{README,CONTRIBUTING}.md", "docs/**/*", "clients/site/{build,.vitepress/theme}/*", "pnpm-lock.yaml"];

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const file of globSync(SOURCES, { cwd: PROJECT }).toSorted()) {
    const path = join(PROJECT, file);
    if (statSync(path).isFile()) hash.update(file).update("\0").update(readFileSync(path));
  }
  return hash.digest("hex");
}

const hash = hashOfSources();
const isCurrent = (): boolean => existsSync(join(SITE, STAMP)) && readFileSync(join(SITE, STAMP), "utf8") === hash;
if (!isCurrent()) {
  // Other processes may build at the same time, or copy the sources into an image.
  const directory = join(ROOT, `.vitepress/cache/build.${process.pid}`);
  const unfinished = join(directory, "site");
  try {
    await build(ROOT, {
      outDir: unfinished,
      onAfterConfigResolve: (config) => void Object.assign(config, { tempDir: join(directory, "temporary") }),
    });
    writeFileSync(join(unfinished, STAMP), hash);
    if (!isCurrent()) {
      rmSync(SITE, { recursive: true, force: true });
      renameSync(unfinished, SITE);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
console.log(SITE);
