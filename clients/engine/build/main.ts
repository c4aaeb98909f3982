/**
 * `npm run engine`: builds the package `@etesian/engine`, as `dist/npm` (for `npm pack` and `npm publish`) and
 * `dist/etesian-engine-VERSION.tgz`. It is one JavaScript file with types and without dependencies.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { publication } from "@etesian/client/publication";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { bundle } from "./bundle.ts";

const HELP = `Usage: npm run engine

Builds the package @etesian/engine: dist/npm, and a .tgz for npm install.
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
const FOLDER = join(ROOT, "dist/npm");
const SOURCE = join(ROOT, "src/index.ts");

const { description } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly [field: string]: string;
};
rmSync(join(ROOT, "dist"), { recursive: true, force: true });
mkdirSync(join(FOLDER, "dist"), { recursive: true });
const { code, map } = await bundle();
writeFileSync(
  join(FOLDER, "dist/index.js"),
  `${code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "")}\n//# sourceMappingURL=index.js.map\n`,
);
writeFileSync(join(FOLDER, "dist/index.js.map"), map);
writeFileSync(join(FOLDER, "dist/index.d.ts"), declarations());
writeFileSync(
  join(FOLDER, "package.json"),
  `${JSON.stringify(
    {
      name: "@etesian/engine",
      description,
      ...publication("clients/engine"),
      type: "module",
      sideEffects: false,
      engines: { node: ">=20" },
      exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
      files: ["dist", "NOTICE"],
    },
    null,
    2,
  )}\n`,
);
cpSync(join(ROOT, "README.md"), join(FOLDER, "README.md"));
for (const file of ["LICENSE", "NOTICE"]) cpSync(join(ROOT, "../..", file), join(FOLDER, file));
execFileSync("npm", ["pack", "--silent", "--pack-destination", join(ROOT, "dist")], {
  cwd: FOLDER,
  shell: process.platform === "win32",
});
console.log(`npm install ${relative(process.cwd(), join(ROOT, `dist/etesian-engine-${publication().version}.tgz`))}`);

/** The types of the public API, without library types that only constructors name. */
function declarations(): string {
  const { code, errors } = isolatedDeclarationSync(SOURCE, readFileSync(SOURCE, "utf8"));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("; "));
  const own = code
    .replaceAll(/^import .*$/gm, "")
    .replaceAll(
      /(^|\n)([ \t]*\/\*\*(?:(?!\*\/)[^])*?\*\/\n)?[ \t]*constructor\((?:[^()]|\([^()]*\))*\);/g,
      "$1\tprivate constructor();",
    );
  if (/@etesian|from "/.test(own)) throw new Error("the package's types refer to a library");
  return own;
}
