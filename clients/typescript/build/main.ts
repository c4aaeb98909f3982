/**
 * `npm run client`: builds the package that users install, as `dist/npm` (for `npm pack` and `npm publish`) and
 * `dist/client-DIGEST.tgz` (served by every instance at `/docs/client.tgz`). The code is one file with its libraries,
 * so the package has no dependencies; each module has its own type file.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { isolatedDeclarationSync, rolldown } from "./bundler.ts";
import { pack } from "./pack.ts";
import { publication } from "./publication.ts";
import { CLIENT } from "./tarball.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = join(ROOT, "src");

/** Bundled libraries with their licences; `types` where our types refer to theirs. */
const require = createRequire(import.meta.url);
const fromFetch = createRequire(require.resolve("openapi-fetch"));
const LIBRARIES = [
  { name: "openapi-fetch", folder: folderOf(require, "openapi-fetch"), types: "dist/index.d.mts" },
  {
    name: "openapi-typescript-helpers",
    folder: folderOf(fromFetch, "openapi-typescript-helpers"),
    types: "dist/index.d.mts",
  },
  { name: "eventsource-parser", folder: folderOf(require, "eventsource-parser"), types: null },
] as const;

function folderOf(from: NodeJS.Require, name: string): string {
  return dirname(from.resolve(`${name}/package.json`));
}

/** Rewrites relative imports to the file names in the package. */
function relocateImports(declarations: string, depth: number): string {
  const here = depth === 0 ? "./" : "../".repeat(depth);
  const withJsExtensions = declarations.replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"');
  return LIBRARIES.reduce(
    (text, { name }) => text.replaceAll(new RegExp(`from (["'])${name}\\1`, "g"), `from "${here}${name}.js"`),
    withJsExtensions,
  );
}

function declarationsOf(file: string): string {
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
}

/** The manifest for npm: the workspace manifest's fields for users, and the paths of the built files. */
function manifest(): object {
  const { name, description, type } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly [field: string]: string;
  };
  return {
    name,
    description,
    ...publication("clients/typescript"),
    type,
    sideEffects: false,
    engines: { node: ">=20" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist", "licenses"],
  };
}

async function writePackage(folder: string): Promise<void> {
  const bundle = await rolldown({ input: join(SOURCES, "index.ts"), platform: "neutral" });
  await bundle.write({ file: join(folder, "dist/index.js"), format: "esm" });
  await bundle.close();
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  )) {
    const target = join(folder, "dist", file.replace(/\.ts$/, ".d.ts"));
    mkdirSync(dirname(target), { recursive: true });
    const depth = relative(SOURCES, dirname(join(SOURCES, file)))
      .split(/[/\\]/)
      .filter(Boolean).length;
    writeFileSync(target, relocateImports(declarationsOf(join(SOURCES, file)), depth));
  }
  mkdirSync(join(folder, "licenses"));
  for (const { name, folder: library, types } of LIBRARIES) {
    cpSync(join(library, "LICENSE"), join(folder, "licenses", `${name}.txt`));
    if (types === null) continue;
    writeFileSync(join(folder, "dist", `${name}.d.ts`), relocateImports(readFileSync(join(library, types), "utf8"), 0));
  }
  cpSync(join(ROOT, "README.md"), join(folder, "README.md"));
  cpSync(join(ROOT, "../../LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
}

const HELP = `Usage: npm run client

Builds the package that users install: dist/npm, and dist/client-DIGEST.tgz, which every server serves at /docs/client.tgz.
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

console.log(`npm install ${relative(process.cwd(), await pack(CLIENT, writePackage))}`);
