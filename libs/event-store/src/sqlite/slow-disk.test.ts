/** Tests that only writers wait for a disk that takes 300 ms per commit. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const testing = join(import.meta.dirname, "../testing");
const hasCompiler = process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;

test.skipIf(!hasCompiler)("the event loop and reads continue while commits wait for the disk", async () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-slow-"));
  const library = join(directory, "slow-disk.so");
  const compilation = spawnSync("cc", ["-shared", "-fPIC", "-o", library, join(testing, "slow-disk.c")]);
  expect(compilation.stderr.toString()).toBe("");
  const url = `sqlite:${join(directory, "events.db")}`;
  const { stdout } = await promisify(execFile)(process.execPath, [join(testing, "counter.ts"), url], {
    env: { ...process.env, LD_PRELOAD: library },
  });
  const ticks = Object.fromEntries(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")),
  );
  // Ticks of the event loop in 300 ms: at most 30, fewer on a loaded machine, and none if it is blocked.
  for (const operation of ["append", "number", "advance"]) expect(Number(ticks[operation])).toBeGreaterThan(8);
  expect(Number(ticks.read)).toBeLessThan(3);
  rmSync(directory, { recursive: true });
});
