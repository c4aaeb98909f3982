import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltPage, openPage, type PageBuild } from "./built-page.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "etesian-build-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function openBuild(program: string): { readonly build: PageBuild; readonly result: Promise<BuiltPage> } {
  const path = join(folder, "build.mjs");
  writeFileSync(path, program);
  const { promise, resolve } = Promise.withResolvers<BuiltPage>();
  return { build: openPage(resolve, path), result: promise };
}
const READY = { state: "ready", directory: "/kept" };

test("a cached build is available before the server accepts requests", async () => {
  const { build, result } = openBuild(`console.log("/kept")`);
  expect(await result).toEqual(READY);
  build.start();
  expect(build.page()).toEqual(READY);
});

test("a build waits until the server accepts requests", async () => {
  const { build, result } = openBuild(`
    process.stdin.resume().once("end", () => console.log("/kept"));
  `);
  const timeout = new Promise((resolve) => setTimeout(resolve, 200, "waits"));
  expect(await Promise.race([result, timeout])).toBe("waits");
  expect(build.page()).toEqual({ state: "building" });
  build.start();
  expect(await result).toEqual(READY);
});

test("a failed build has a reason", async () => {
  const failedBuild = openBuild(`console.error("no room"); process.exitCode = 1;`);
  expect(await failedBuild.result).toEqual({ state: "failed", reason: "no room" });
  expect(await openBuild("").result).toEqual({ state: "failed", reason: "the build printed no directory" });
});

test("a server that stops ends a waiting or running build without reporting a failure", async () => {
  for (const isRunning of [false, true]) {
    const { build, result } = openBuild(`setInterval(() => {}, 1_000);`);
    if (isRunning) build.start();
    await build.end();
    expect(await Promise.race([result, Promise.resolve("nothing")])).toBe("nothing");
    expect(build.page()).toEqual({ state: "building" });
  }
});
