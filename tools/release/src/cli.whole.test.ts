/** `npm run release -- --dry-run`: the packages that the release workflow publishes. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import project from "../../../package.json" with { type: "json" };

const CLI = join(import.meta.dirname, "cli.ts");
const ATTW = join(import.meta.dirname, "../node_modules/.bin/attw");
const isWindows = process.platform === "win32";
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

test("all packages have the version and the URLs of the project, and are published with provenance", () => {
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

test("the engine's package contains the licences of its libraries", () => {
  const path = "package/THIRD_PARTY_LICENSES";
  const notices = execFileSync("tar", ["-xzOf", `etesian-engine-${version}.tgz`, path], { cwd: to, encoding: "utf8" });
  expect(notices).toMatch(/^@noble\/hashes \d/m);
});

describe.each(["etesian-client", "etesian-engine"])("the package %s", (file) => {
  let tarball: string;
  beforeAll(() => {
    tarball = join(to, `${file}-${version}.tgz`);
  });

  test("publint finds no problems in the package", async () => {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
      strict: true,
    });
    expect(messages).toEqual([]);
  });

  test("every resolution of ES modules finds the types of the package", () => {
    // The tool's other profiles require CommonJS; from version 22, Node's `require` loads ES modules.
    const result = spawnSync(ATTW, [tarball, "--profile", "esm-only"], { encoding: "utf8", shell: isWindows });
    expect({ ...result, output: null }).toMatchObject({ status: 0 });
  });
});
