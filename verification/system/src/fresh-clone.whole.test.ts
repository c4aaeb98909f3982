/** Tests `npm start` on a fresh clone: it installs only the server's dependencies, and builds the page once. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import { PROJECT } from "@etesian/service-kit";
import { skipNote } from "@etesian/testing/registry";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

const isClone = existsSync(join(PROJECT, ".git"));
const reason = skipNote === "" && !isClone ? " (skipped: no Git repository)" : skipNote;

/** Compilers, linters and test tools. */
const TOOLS = ["typescript", "oxlint", "oxfmt", "knip", "vitest", "playwright-core", "@bufbuild/buf", "testcontainers"];

describe.skipIf(reason !== "")(`a fresh clone${reason}`, () => {
  let clone: string;
  beforeAll(() => {
    clone = join(mkdtempSync(join(tmpdir(), "etesian-clone-")), "etesian");
    // The clone includes uncommitted changes.
    execFileSync("git", ["clone", "--quiet", PROJECT, clone]);
    const diff = execFileSync("git", ["diff", "HEAD", "--binary"], { cwd: PROJECT, maxBuffer: 1 << 28 });
    if (diff.length > 0) execFileSync("git", ["apply"], { cwd: clone, input: diff });
  });
  afterAll(() => rmSync(join(clone, ".."), { recursive: true, force: true }));

  async function start(): Promise<string> {
    const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "start", "--port", "0", "--no-examples"], {
      cwd: clone,
    });
    onTestFinished(async () => {
      const exited = once(child, "exit");
      if (child.exitCode === null && child.kill()) await exited;
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 240_000 }).toContain("  ready ");
    const [url] = /http:\/\/[\d.]+:\d+/.exec(output)!;
    const page = async (): Promise<string> => (await fetch(url, { headers: { accept: "text/html" } })).text();
    await expect.poll(page, { timeout: 240_000 }).toContain('id="page"');
    for (const file of ["client.tgz", "engine.tgz", WHEEL_NAME])
      expect([file, (await fetch(`${url}/docs/${file}`)).status]).toEqual([file, 200]);
    return output;
  }

  test("a fresh clone starts the server and builds the page without compilers, linters or test tools", async () => {
    expect(await start()).toContain("Etesian: installed in");
    const installedPackages = readdirSync(join(clone, "node_modules/.pnpm"));
    const unwantedTools = TOOLS.filter((name) =>
      installedPackages.some((folder) => folder.startsWith(`${name.replace("/", "+")}@`)),
    );
    expect(unwantedTools).toEqual([]);
    expect(await start()).not.toContain("Etesian: install");
    expect(readdirSync(join(clone, "clients/page/dist"))).toHaveLength(1);
  });

  test("a fresh clone runs the programs for operators with only the server's dependencies", async () => {
    const accounts = async (...args: readonly string[]): Promise<string> => {
      const words = ["run", "--silent", "accounts", "--", ...args];
      const { stdout } = await promisify(execFile)("npm", words, { cwd: clone, shell: process.platform === "win32" });
      return stdout;
    };
    await accounts("create", "ada@example.org");
    expect(await accounts("list")).toContain("ada@example.org");
  });
});
