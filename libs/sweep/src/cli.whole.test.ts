/** Tests `npm run sweep` and the samples of docs/sweeps.md, run as an analyst would. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { modelCache } from "@etesian/testing/model-cache";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

const ROOT = resolve(import.meta.dirname, "../../..");
const page = readFileSync(join(ROOT, "docs/sweeps.md"), "utf8");
const samplesOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^\`]+)\`\`\``, "g"))].map(([, sample]) => sample!);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-sweep-"));
  writeFileSync(join(directory, "sweep.json"), samplesOf("json")[0]!);
  // The data directory contains the tests' cache.
  cpSync(modelCache.cacheDirectory, join(directory, "data/cache"), { recursive: true });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function sweep(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "cli.ts"), ...args], {
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: directory, ETESIAN_DATA: join(directory, "data") },
  });
  return { status, stdout, stderr };
}

/** The arguments of each command in the document. */
const commands = samplesOf("sh")
  .filter((sample) => sample.startsWith("npm run sweep"))
  .flatMap((sample) =>
    sample.split("\n").flatMap((line) => (line === "" ? [] : [line.replace("npm run sweep -- ", "").split(" ")])),
  );

const bytesOf = (folder: string, file: string): Buffer => readFileSync(join(directory, folder, file));

const Manifest = z.object({
  variants: z.number(),
  failed: z.number(),
  columns: z.array(z.object({ name: z.string(), unit: z.string().nullable() })),
  factors: z.array(z.looseObject({ name: z.string(), role: z.string() })),
  files: z.array(z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })),
});
const manifestOf = (folder: string): z.infer<typeof Manifest> =>
  Manifest.parse(JSON.parse(bytesOf(folder, "manifest.json").toString()));

describe("the commands in docs/sweeps.md", () => {
  test("an estimate reports variants and time, and writes nothing", () => {
    const { status, stdout } = sweep(...commands[0]!);
    expect(stdout).toMatch(
      /^sweep {5}128 variants of nl 2040: 4 factors, 6 coordinates, 6 outputs\nestimate {2}\S+ s on /,
    );
    expect(status).toBe(0);
    expect(readdirSync(directory)).not.toContain("results");
  });

  test("a sweep writes Parquet, CSV and a manifest with their hashes", () => {
    const { status, stdout } = sweep(...commands[1]!);
    expect(stdout).toMatch(/^done {6}128 variants in \S+ s, 0 with errors$/m);
    expect(status).toBe(0);
    const manifest = manifestOf("results");
    expect(manifest).toMatchObject({ variants: 128, failed: 0 });
    for (const { file, bytes, sha256 } of manifest.files) {
      const content = bytesOf("results", file);
      expect([content.length, createHash("sha256").update(content).digest("hex")]).toEqual([bytes, sha256]);
    }
    const lines = bytesOf("results", "results.csv").toString().trimEnd().split("\n");
    expect(lines).toHaveLength(129);
    expect(lines[0]).toBe(manifest.columns.map(({ name }) => name).join(","));
  });

  test("shards in one directory produce the same bytes as one run, for any number of threads", () => {
    for (const [index, command] of commands.slice(2).entries()) {
      const { status, stdout } = sweep(...command, "--threads", String(index + 1));
      expect([status, stdout]).toEqual([
        0,
        expect.stringMatching(index === 0 ? /still missing in shared$/m : /^results /m),
      ]);
    }
    expect(bytesOf("shared", "results.parquet").equals(bytesOf("results", "results.parquet"))).toBe(true);
  });

  test("a finished sweep repeats no calculation, and an error names a damaged part", () => {
    const { stdout } = sweep(...commands[1]!);
    expect(stdout).toMatch(/^done {6}0 variants/m);
    const [part] = readdirSync(join(directory, "results/parts"));
    writeFileSync(join(directory, "results/parts", part!), "PAR1");
    const { status, stderr } = sweep(...commands[1]!);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/parts\/00000000-\d+\.parquet is damaged .* delete it and/),
    ]);
  });
});

test("a sweep whose process is killed repeatedly produces the bytes of an uninterrupted one", async () => {
  const spec = JSON.parse(samplesOf("json")[0]!) as object;
  const design = { method: "sobol", n: 600 };
  writeFileSync(join(directory, "long.json"), JSON.stringify({ ...spec, design }));
  expect(sweep("long.json", "--out", "uninterrupted").status).toBe(0);
  const parts = join(directory, "killed/parts");
  const count = (): number =>
    existsSync(parts)
      ? readdirSync(parts).filter((file) => file.endsWith(".parquet") && !file.startsWith(".")).length
      : 0;
  let kills = 0;
  for (let isOver = false; !isOver;) {
    const previousCount = count();
    const child = spawn(process.execPath, [join(import.meta.dirname, "cli.ts"), "long.json", "--out", "killed"], {
      env: { ...process.env, INIT_CWD: directory, ETESIAN_DATA: join(directory, "data") },
      stdio: "ignore",
    });
    const exit = once(child, "exit");
    const watch = setInterval(() => {
      if (count() > previousCount && kills < 3) child.kill("SIGKILL");
    }, 10);
    const [code] = (await exit) as [number | null];
    clearInterval(watch);
    if (code === null) kills += 1;
    isOver = code === 0;
    expect([null, 0]).toContain(code);
  }
  expect(kills).toBe(3);
  for (const file of ["results.parquet", "estimates.json", "manifest.json"])
    expect([file, bytesOf("killed", file).equals(bytesOf("uninterrupted", file))]).toEqual([file, true]);
});

describe("a sweep is refused", () => {
  const spec = JSON.parse(samplesOf("json")[0]!) as object;
  const writeSpec = (name: string, changes: object): string => {
    writeFileSync(join(directory, name), JSON.stringify({ ...spec, ...changes }));
    return name;
  };

  test("a sweep with another specification is refused in the same directory", () => {
    const { status, stderr } = sweep(writeSpec("other.json", { seed: 2 }), "--out", "results");
    expect([status, stderr]).toEqual([1, expect.stringContaining("has results of another sweep")]);
  });

  test.each([
    [["missing.json", "--out", "x"], /missing\.json cannot be read: ENOENT$/m],
    [[], /^expected a specification file$/m],
    [["sweep.json"], /^expected --out DIR, or --estimate$/m],
    [["sweep.json", "--out", "x", "--shard", "3/2"], /^--shard is "3\/2": expected 1\/N to N\/N, such as 3\/64$/m],
    [["sweep.json", "--out", "x", "--threads", "0"], /^--threads is "0": expected a whole number from 1$/m],
  ])("a sweep with the arguments %j is refused with a usage error", (args, message) => {
    const { status, stderr } = sweep(...args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test("a refused sweep reports all problems of its specification together", () => {
    const changes = { outputs: { queries: ["no_such", "neither"] }, base: { user_values: {} } };
    const { status, stderr } = sweep(writeSpec("wrong.json", changes), "--out", "x");
    expect([status, stderr]).toEqual([
      2,
      'outputs.queries.0 is "no_such"; the model has no such query\noutputs.queries.1 is "neither"; the model has no such query\n',
    ]);
  });
});

describe("the samples of docs/sweeps.md read the results", () => {
  test("the samples of docs/sweeps.md read the results in TypeScript", () => {
    const sample = samplesOf("ts")[0]!;
    const file = join(import.meta.dirname, ".sample.mjs");
    writeFileSync(file, sample);
    try {
      sweep("sweep.json", "--out", "read");
      const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8", cwd: directory });
      expect([status, stderr]).toEqual([0, ""]);
      expect(Number(stdout)).toBeGreaterThan(3000);
    } finally {
      rmSync(file);
    }
  });

  const python = [process.env["PYTHON"], "python3", "/usr/bin/python3"].find(
    (path) => path !== undefined && spawnSync(path, ["-c", "import pandas, pyarrow"]).status === 0,
  );
  test("the samples of docs/sweeps.md read the results in Python", ({ skip }) => {
    if (python === undefined) return skip("no Python has pandas and pyarrow");
    const { status, stdout, stderr } = spawnSync(python, ["-c", samplesOf("python")[0]!], {
      encoding: "utf8",
      cwd: directory,
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^128 of 128 variants\n0\.05 /);
  });
});
