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

function opened(program: string): { readonly build: PageBuild; readonly ended: Promise<BuiltPage> } {
  const path = join(folder, "build.mjs");
  writeFileSync(path, program);
  const { promise, resolve } = Promise.withResolvers<BuiltPage>();
  return { build: openPage(resolve, path), ended: promise };
}
const READY = { state: "ready", directory: "/kept" };

test("a cached build is available before the server accepts requests", async () => {
  const { build, ended } = opened(`console.log("/kept")`);
  expect(await ended).toEqual(READY);
  build.begin();
  expect(build.page()).toEqual(READY);
});

test("a build waits until the server accepts requests", async () => {
  const { build, ended } = opened(`
    process.stdin.resume().once("end", () => console.log("/kept"));
  `);
  const early = new Promise((resolve) => setTimeout(resolve, 200, "waits"));
  expect(await Promise.race([ended, early])).toBe("waits");
  expect(build.page()).toEqual({ state: "building" });
  build.begin();
  expect(await ended).toEqual(READY);
});

test("a failed build has a reason", async () => {
  const failing = opened(`console.error("no room"); process.exitCode = 1;`);
  expect(await failing.ended).toEqual({ state: "failed", reason: "no room" });
  expect(await opened("").ended).toEqual({ state: "failed", reason: "the build printed no directory" });
});

test("a server that stops ends a waiting or running build without reporting a failure", async () => {
  for (const hasBegun of [false, true]) {
    const { build, ended } = opened(`setInterval(() => {}, 1_000);`);
    if (hasBegun) build.begin();
    await build.end();
    expect(await Promise.race([ended, Promise.resolve("nothing")])).toBe("nothing");
    expect(build.page()).toEqual({ state: "building" });
  }
});
