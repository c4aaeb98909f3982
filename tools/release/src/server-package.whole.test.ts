/**
 * The `etesian` package, built from these sources, installed by npm into an empty directory, and run as users run it.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import { freePort } from "@etesian/service-kit";
import { skipNote } from "@etesian/testing/registry";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PROGRAMS } from "./programs.ts";
import { packServer } from "./server-package.ts";

const MEGABYTE = 1e6;

describe.skipIf(skipNote !== "")(`the package etesian${skipNote}`, () => {
  let directory: string;
  let tarball: string;
  let installed: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "etesian-package-"));
    tarball = await packServer(join(directory, "etesian"));
    const empty = join(directory, "empty");
    execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--prefix", empty, tarball], {
      shell: process.platform === "win32",
    });
    installed = join(empty, "node_modules/etesian");
  }, 400_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const environment = () => ({ ...process.env, HOME: directory, USERPROFILE: directory });
  async function run(
    ...args: readonly string[]
  ): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
    const options = { env: environment(), cwd: directory };
    const result = promisify(execFile)(process.execPath, [join(installed, "bin/etesian.mjs"), ...args], options);
    return result.then(
      (output) => ({ code: 0, ...output }),
      (error: unknown) => error as { readonly code: number; readonly stdout: string; readonly stderr: string },
    );
  }
  /** Starts the server on a free port with these flags; resolves once it is ready. */
  async function start(...flags: readonly string[]): Promise<{ readonly url: string; readonly child: ChildProcess }> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [join(installed, "bin/etesian.mjs"), "--port", String(port), "--no-examples", "--no-warm-up", ...flags],
      { env: environment(), cwd: directory },
    );
    onTestFinished(async () => {
      const exited = once(child, "exit");
      if (child.exitCode === null && child.kill()) await exited;
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 240_000 }).toContain("  ready ");
    return { url: `http://127.0.0.1:${port}`, child };
  }

  test("the package is at most 40 MB, has no install script, and contains its libraries' licences", () => {
    expect(statSync(tarball).size / MEGABYTE).toBeLessThan(40);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as { readonly scripts?: object };
    expect(manifest.scripts).toBeUndefined();
    const notices = readFileSync(join(installed, "THIRD_PARTY_LICENSES"), "utf8");
    const pageNotices = readFileSync(join(installed, "page/assets/licenses.txt"), "utf8");
    for (const library of ["fastify", "zod", "pg", "oidc-provider"])
      expect(notices).toMatch(new RegExp(`^${library} \\d`, "m"));
    // A library that only the worker uses.
    for (const library of ["react", "uplot", "@noble/hashes"])
      expect(pageNotices).toMatch(new RegExp(`^${library} \\d`, "m"));
  });

  test("the server serves the page, calculates a scenario, and stores it in the home directory", async () => {
    const { url, child } = await start();
    const page = await (await fetch(url, { headers: { accept: "text/html" } })).text();
    expect(page).toContain('id="page"');
    const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(assets.length).toBeGreaterThan(0);
    const files = [
      "/assets/licenses.txt",
      "/docs/planner.html",
      "/docs/client.tgz",
      "/docs/engine.tgz",
      `/docs/${WHEEL_NAME}`,
    ];
    for (const path of [...assets, ...files]) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    const send = async (method: string, path: string, body: object): Promise<unknown> => {
      const headers = { "content-type": "application/json" };
      return (await fetch(`${url}/api/v3${path}`, { method, headers, body: JSON.stringify(body) })).json();
    };
    const { id } = (await send("POST", "/scenarios", {})) as { readonly id: number };
    expect(await send("PUT", `/scenarios/${id}`, { gqueries: ["share_of_renewable_electricity"] })).toMatchObject({
      gqueries: { share_of_renewable_electricity: { present: 0.497322514150532 } },
    });
    const exited = once(child, "exit");
    child.kill();
    await exited;
    const { stdout } = await run("events", "check");
    expect(stdout).toContain(join(directory, ".etesian"));
  });

  test("every command has a help text", async () => {
    const { stdout } = await run("--help");
    for (const command of Object.keys(PROGRAMS)) {
      expect(stdout).toContain(`  ${command} `);
      if (command === "start") continue;
      const help = await run(command, "--help");
      expect({ command, ...help }).toMatchObject({ code: 0, stderr: "" });
      expect(help.stdout).toMatch(new RegExp(`^Usage: (?:npx etesian|npm run) ${command}`));
    }
  });

  test("`model check` accepts a model that `model new` created", async () => {
    expect(await run("model", "new", join(directory, "mine"))).toMatchObject({ code: 0 });
    expect(await run("model", "check", join(directory, "mine"))).toMatchObject({ code: 0 });
  });

  test("an unknown command is refused with the list of commands", async () => {
    const { code, stderr } = await run("stat");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `"stat" is not a command: expected ${Object.keys(PROGRAMS).join(", ")}. npx etesian --help explains them.\n`,
    });
  });

  test("the launcher fetches Node if the installed version is too old, and reports it", async () => {
    const path = join(installed, "package.json");
    const previousManifest = readFileSync(path, "utf8");
    onTestFinished(() => writeFileSync(path, previousManifest));
    writeFileSync(path, previousManifest.replace(/"oldestNode": \d+/, '"oldestNode": 1000'));
    const { code, stdout, stderr } = await run("accounts", "--help");
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("is too old: Etesian needs 1000 or newer"),
    });
    expect(stdout).toContain("Usage: npx etesian accounts");
  });
});
