/**
 * `npm run engine`: builds the package `@etesian/engine`, as `npm` (for `npm pack` and `npm publish`) and
 * `etesian-engine-VERSION.tgz` in a directory. It is one JavaScript file with types and without dependencies.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { publication } from "@etesian/client/publication";
import { flagsOf } from "@etesian/service-kit/program";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { bundle } from "./bundle.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCE = join(ROOT, "src/index.ts");

const HELP = `Usage: npm run engine [-- --to DIR]

Builds the package @etesian/engine: npm, and a .tgz for npm install.

  --to  directory of both, clients/engine/dist if not given
`;
const { values } = flagsOf(HELP, { to: { type: "string", default: join(ROOT, "dist") } });
const to = resolve(values.to);
const FOLDER = join(to, "npm");

const { description } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly [field: string]: string;
};
rmSync(FOLDER, { recursive: true, force: true });
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
execFileSync("npm", ["pack", "--silent", "--pack-destination", to], {
  cwd: FOLDER,
  shell: process.platform === "win32",
});
console.log(`npm install ${relative(process.cwd(), join(to, `etesian-engine-${publication().version}.tgz`))}`);

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
