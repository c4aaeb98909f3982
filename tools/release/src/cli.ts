/** `npm run release -- --dry-run`: builds the packages of a release for npm and PyPI. */
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { publication } from "@etesian/client/publication";
import { builtTarball, CLIENT, ENGINE } from "@etesian/client/tarball";
import { wheel } from "@etesian/python-package/wheel";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import { exitWithUsage, flagsOf } from "@etesian/service-kit/program";
import { PROJECT } from "@etesian/service-kit";
import { packServer } from "./server-package.ts";
import { checkTag } from "./tag.ts";

const HELP = `Usage: npm run release -- --dry-run [--tag TAG] [--to DIR]

Builds a release's packages and lists them with their sizes: etesian, @etesian/client and @etesian/engine for npm, the wheel of
etesian for PyPI. The release workflow publishes them.

  --dry-run  required, because this command does not publish
  --tag      first checks that the tag names the version in package.json and a dated section of CHANGELOG.md, which is
             written to NOTES.md
  --to       directory for the packages; default: dist
`;

const { values } = flagsOf(HELP, {
  "dry-run": { type: "boolean", default: false },
  tag: { type: "string" },
  to: { type: "string", default: join(PROJECT, "dist") },
});
if (!values["dry-run"]) exitWithUsage(HELP, "expected --dry-run");
const { version } = publication();
mkdirSync(values.to, { recursive: true });
if (values.tag !== undefined) {
  const check = checkTag(values.tag, version, readFileSync(join(PROJECT, "CHANGELOG.md"), "utf8"));
  if ("refusal" in check) exitWithUsage(HELP, check.refusal);
  writeFileSync(join(values.to, "NOTES.md"), `${check.notes}\n`);
}

writeFileSync(join(values.to, WHEEL_NAME), wheel());
const files = [
  await packServer(join(values.to, "etesian")),
  copyPackage((await builtTarball(CLIENT)).path, `etesian-client-${version}.tgz`),
  copyPackage((await builtTarball(ENGINE)).path, `etesian-engine-${version}.tgz`),
  join(values.to, WHEEL_NAME),
];
for (const file of files) console.log(`${relative(process.cwd(), file)}: ${Math.ceil(statSync(file).size / 1000)} kB`);

function copyPackage(source: string, name: string): string {
  const target = join(values.to, name);
  copyFileSync(source, target);
  return target;
}
