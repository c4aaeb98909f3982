/**
 * `npm run engine`: builds the `@etesian/engine` package, as `dist/npm` (for `npm pack` and `npm publish`) and
 * `dist/engine-DIGEST.tgz` (served by every instance at `/docs/engine.tgz`). It is one JavaScript file with types, and
 * has no dependencies.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isolatedDeclarationSync } from "@etesian/client/bundler";
import { noticesOf } from "@etesian/client/notices";
import { pack } from "@etesian/client/pack";
import { publication } from "@etesian/client/publication";
import { ENGINE } from "@etesian/client/tarball";
import { bundle } from "./bundle.ts";

const HELP = `Usage: npm run engine

Builds the package @etesian/engine: dist/npm, and dist/engine-DIGEST.tgz, which every server serves at /docs/engine.tgz.
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
const SOURCE = join(ROOT, "src/index.ts");

const { description } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly [field: string]: string;
};

async function writePackage(folder: string): Promise<void> {
  mkdirSync(join(folder, "dist"));
  const { code, map, modules } = await bundle();
  writeFileSync(
    join(folder, "dist/index.js"),
    `${code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "")}\n//# sourceMappingURL=index.js.map\n`,
  );
  writeFileSync(join(folder, "dist/index.js.map"), map);
  writeFileSync(join(folder, "dist/index.d.ts"), declarations());
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  cpSync(join(ROOT, "README.md"), join(folder, "README.md"));
  for (const file of ["LICENSE", "NOTICE"]) cpSync(join(ROOT, "../..", file), join(folder, file));
  writeFileSync(join(folder, "THIRD_PARTY_LICENSES"), noticesOf(modules));
}

function manifest(): object {
  return {
    name: "@etesian/engine",
    description,
    ...publication("clients/engine"),
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist", "NOTICE", "THIRD_PARTY_LICENSES"],
  };
}

/** The types of the public API, without library types that only constructors use. */
function declarations(): string {
  const { code, errors } = isolatedDeclarationSync(SOURCE, readFileSync(SOURCE, "utf8"));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("; "));
  const publicTypes = code
    .replaceAll(/^import .*$/gm, "")
    .replaceAll(
      /(^|\n)([ \t]*\/\*\*(?:(?!\*\/)[^])*?\*\/\n)?[ \t]*constructor\((?:[^()]|\([^()]*\))*\);/g,
      "$1\tprivate constructor();",
    );
  if (/@etesian|from "/.test(publicTypes)) throw new Error("the package's types refer to a library");
  return publicTypes;
}

console.log(`npm install ${relative(process.cwd(), await pack(ENGINE, writePackage))}`);
