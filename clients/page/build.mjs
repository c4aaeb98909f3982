/**
 * Builds the page and prints its output directory; skips the build if the sources are unchanged. The directory is named
 * after a hash of the sources, so that several servers can share it, and it appears either complete or not at all.
 * `--wait`: the build starts once standard input has ended.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const pageDirectory = import.meta.dirname;
const root = join(pageDirectory, "../..");
/** Builds, by the hash of their sources. A container image contains a build of its sources and no build tools. */
const builds = join(pageDirectory, "dist");

/** All inputs of the build. */
const SOURCES = [
  "clients/page/{src,public}/**/*",
  "clients/page/{index.html,embed.html,vite.config.ts,tsconfig.json,build.mjs,package.json}",
  "libs/{clock,collections,engine,explore,gql,interface,model,numeric,sliders,sweep}/{package.json,src/**/*.{ts,json}}",
  "clients/typescript/{src,build}/**/*.ts",
  "tsconfig.json",
  "pnpm-lock.yaml",
];
/** Number of builds to keep: a server started before an update still reads its own build. */
const MAX_BUILDS = 4;
/** Compressing smaller files gains nothing. */
const MIN_COMPRESSED_BYTES = 1024;
const COMPRESSED = /\.(?:html|js|css|svg|json)$/;

const hashOfSources = () => {
  const hash = createHash("sha256").update(process.version);
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file));
  for (const file of files.toSorted()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update("\0").update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 16);
};

/** Lists the page's files in the service worker, which caches a release completely or not at all. */
function listFiles(directory, release) {
  const path = join(directory, "sw.js");
  // Files of embedded charts do not belong to the page.
  const files = readdirSync(join(directory, "assets"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".txt"))
    .map(({ name }) => `/assets/${name}`);
  const worker = readFileSync(path, "utf8")
    .replace('const RELEASE = "development";', `const RELEASE = ${JSON.stringify(release)};`)
    .replace("const FILES = [];", `const FILES = ${JSON.stringify(files.toSorted())};`);
  writeFileSync(path, worker);
}

/** Writes `x.br` and `x.gz` next to each text file: plain HTTP gets gzip, HTTPS the smaller Brotli. */
function compress(directory) {
  for (const name of readdirSync(directory, { recursive: true })) {
    const path = join(directory, name);
    if (!COMPRESSED.test(path) || !statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    if (bytes.length < MIN_COMPRESSED_BYTES) continue;
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 22 },
      }),
    );
  }
}

function removeOldBuilds(current) {
  const others = readdirSync(builds)
    .filter((name) => name !== current)
    .map((name) => ({ path: join(builds, name), time: statSync(join(builds, name)).mtimeMs }))
    .toSorted((a, b) => b.time - a.time);
  for (const { path } of others.slice(MAX_BUILDS - 1)) rmSync(path, { recursive: true, force: true });
}

const hash = hashOfSources();
const directory = join(builds, hash);
if (!existsSync(directory)) {
  if (process.argv.includes("--wait")) await once(process.stdin.resume(), "end");
  mkdirSync(builds, { recursive: true });
  const unfinished = join(builds, `${hash}.${process.pid}`);
  // Independent of the server's environment: a production build has no development checks.
  process.env.NODE_ENV = "production";
  const { build } = await import("vite");
  for (const mode of ["production", "embed"])
    await build({
      root: pageDirectory,
      mode,
      configFile: join(pageDirectory, "vite.config.ts"),
      logLevel: "error",
      clearScreen: false,
      build: { outDir: unfinished, emptyOutDir: mode === "production" },
    });
  listFiles(unfinished, hash);
  compress(unfinished);
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another server finished the build first.
    if (!existsSync(directory)) throw error;
  }
  removeOldBuilds(hash);
}
process.stdout.write(`${directory}\n`);
