/** Tests that a process that is killed while it merges former files neither loses nor duplicates data. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleSize } from "@etesian/testing/sample";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeFormerFiles } from "../../testing/former-files.ts";
import { mergeFormerFiles } from "./merge.ts";
import { expectMerged } from "./merged.fixture.ts";

const PROGRAM = join(import.meta.dirname, "../../testing/merge-in-steps.ts");
/** Number of steps between kills. Each kill takes a process. */
const STEP_INTERVAL = sampleSize(12, 1);

let root: string;
let steps: number;

/** Creates a copy of the former files. */
function copyFormerFiles(name: string): string {
  const data = join(root, name);
  cpSync(join(root, "whole"), data, { recursive: true });
  return data;
}

/** Merges in its own process, which is killed before a step. Returns whether it was killed. */
function mergeAndKill(data: string, step: number): boolean {
  const { signal, status } = spawnSync(process.execPath, [PROGRAM, data, String(step)]);
  if (signal !== "SIGKILL" && status !== 0) throw new Error(`the merge ended with ${signal ?? status}`);
  return signal === "SIGKILL";
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "etesian-killed-"));
  writeFormerFiles(join(root, "whole"));
  steps = Number(execFileSync(process.execPath, [PROGRAM, copyFormerFiles("counted")], { encoding: "utf8" }));
});
afterAll(() => rmSync(root, { recursive: true }));

test("a merge whose process is killed at any step continues at the next start", async () => {
  // Preparing, importing and renaming four files takes many steps.
  expect(steps).toBeGreaterThan(100);
  for (let step = 1; step <= steps; step += STEP_INTERVAL) {
    const data = copyFormerFiles("killed");
    expect(mergeAndKill(data, step)).toBe(true);
    await mergeFormerFiles(data);
    await expectMerged(data);
    rmSync(data, { recursive: true });
  }
});

test("a merge completes even if its process is killed at every start, each time a few steps later", async () => {
  const data = copyFormerFiles("again");
  let starts = 1;
  while (mergeAndKill(data, starts)) starts += STEP_INTERVAL;
  expect(starts).toBeGreaterThan(50);
  await expectMerged(data);
});
