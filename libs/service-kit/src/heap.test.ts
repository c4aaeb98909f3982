/** Tests that code compiled in one run is reused in the next, and that memory is released. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import serverFlags from "@etesian/runtime/server-flags.json" with { type: "json" };

const directory = mkdtempSync(join(tmpdir(), "etesian-heap-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs a program that loads a module and calls `collectEarly`. Returns Node's messages about its compile cache. */
function run(): string {
  const program = join(directory, "program.ts");
  writeFileSync(join(directory, "module.ts"), "export const sum = (a: number, b: number): number => a + b;\n");
  const heap = JSON.stringify(new URL("./heap.ts", import.meta.url).href);
  writeFileSync(program, `import "./module.ts"; import { collectEarly } from ${heap}; collectEarly();`);
  const env = { ...process.env, NODE_COMPILE_CACHE: join(directory, "compiled"), NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
  const { stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: "utf8" });
  return stdout + stderr;
}

test("code compiled before early collection is reused at the next start", () => {
  run();
  const output = run();
  expect(output).toMatch(/V8 code cache for ESM \S+module\.ts was accepted/);
  expect(output).not.toContain("was rejected");
});

test("unused memory is released if the C library supports it, without output or keeping the process alive", () => {
  const program = join(directory, "giving.ts");
  const heap = JSON.stringify(new URL("./heap.ts", import.meta.url).href);
  writeFileSync(program, `import { releaseUnusedMemory } from ${heap}; console.log(await releaseUnusedMemory());`);
  const { stdout, stderr } = spawnSync(process.execPath, [...serverFlags, program], { encoding: "utf8" });
  const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  expect([stdout.trim(), stderr]).toEqual([String(header.glibcVersionRuntime !== undefined), ""]);
});
