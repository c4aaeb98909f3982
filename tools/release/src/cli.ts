/** `npm run release -- --dry-run`: builds everything that a release consists of. */
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { flagsOf } from "@etesian/service-kit/program";
import { PROJECT } from "@etesian/service-kit";
import { packServer } from "./server-package.ts";

const HELP = `Usage: npm run release -- --dry-run [--to DIR]

Builds the artefacts of a release and lists them with their sizes. Publishing is the job of the release workflow.

  --dry-run  required: this command publishes nothing
  --to       directory of the artefacts, dist if not given
`;

const { values } = flagsOf(HELP, {
  "dry-run": { type: "boolean", default: false },
  to: { type: "string", default: join(PROJECT, "dist") },
});
if (!values["dry-run"]) {
  process.stderr.write(`expected --dry-run\n\n${HELP}`);
  process.exit(2);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
mkdirSync(values.to, { recursive: true });
const folder = join(values.to, "etesian");
const tarball = await packServer(folder);
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
console.log(
  `${relative(process.cwd(), tarball)}: ${megabytes(statSync(tarball).size)} to download, ${files.length} files, ${megabytes(bytes)} on disk`,
);
