/** `npm run release -- --dry-run`: the packages that the release workflow publishes. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unreached } from "@etesian/testing/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import project from "../../../package.json" with { type: "json" };

const CLI = join(import.meta.dirname, "cli.ts");
const CHECKERS = {
  publint: ["publint@0.3.25", "--strict"],
  /** Its other profiles demand CommonJS, which the packages do not have. */
  attw: ["@arethetypeswrong/cli@0.18.5", "--profile", "esm-only"],
};
const { version, license, homepage, bugs, repository } = project;

let directory: string;
/** Directory of the packages. */
let to: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-release-"));
  to = join(directory, "dist");
  execFileSync(process.execPath, [CLI, "--dry-run", "--to", to]);
}, 400_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("a tag of another version is refused before anything is built", () => {
  const args = [CLI, "--dry-run", "--tag", "v0.0.0", "--to", join(directory, "refused")];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toMatch(new RegExp(`^tag v0\\.0\\.0: expected v${version}, the version of package\\.json\n`));
  expect(readdirSync(join(directory, "refused"))).toEqual([]);
});

test("all packages have the version and the addresses of the project, and are published with provenance", () => {
  const packages = { etesian: "etesian", "@etesian/client": "etesian-client", "@etesian/engine": "etesian-engine" };
  expect(readdirSync(to)).toContain(`etesian-${version}-py3-none-any.whl`);
  const tarballs = readdirSync(to).filter((file) => file.endsWith(".tgz"));
  expect(tarballs.toSorted()).toEqual(
    Object.values(packages)
      .map((file) => `${file}-${version}.tgz`)
      .toSorted(),
  );
  for (const [name, file] of Object.entries(packages)) {
    const manifest = execFileSync("tar", ["-xzOf", `${file}-${version}.tgz`, "package/package.json"], {
      cwd: to,
      encoding: "utf8",
    });
    const publishConfig = { access: "public", provenance: true };
    expect(JSON.parse(manifest)).toMatchObject({ name, version, license, homepage, bugs, repository, publishConfig });
  }
});

test.skipIf(unreached !== "").for(
  (["etesian-client", "etesian-engine"] as const).flatMap((file) =>
    Object.values(CHECKERS).map(([checker, ...flags]) => ({ file, checker: checker!, flags })),
  ),
)(`$checker finds no fault in $file${unreached}`, ({ file, checker, flags }) => {
  const args = ["--yes", checker, join(to, `${file}-${version}.tgz`), ...flags];
  const { status, stdout, stderr } = spawnSync("npx", args, { encoding: "utf8", shell: process.platform === "win32" });
  expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
});
