/** Tests that programs whose store cannot be used end with a one-line message. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const data = mkdtempSync(join(tmpdir(), "etesian-refused-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Output of a program that must end with exit code 1, even though its IPC channel is open. */
async function refusal(program: string, ...flags: readonly string[]): Promise<string> {
  const args = [join(import.meta.dirname, program), "--data", data, "--port", "0", ...flags];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  const output: Buffer[] = [];
  child.stderr!.on("data", (chunk: Buffer) => output.push(chunk));
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(1);
  return Buffer.concat(output).toString();
}

test("a server whose store is missing ends with a one-line message", async () => {
  const output = await refusal("main.ts", "--store", "esdb://127.0.0.1:1?tls=false");
  expect(output).toMatch(/^Etesian could not start: The event store is not available: .*ECONNREFUSED 127.0.0.1:1.*\n$/);
});

test("a cluster on EventStoreDB reports the missing setting", async () => {
  const output = await refusal("cluster/main.ts", "--store", "esdb://127.0.0.1:1?tls=false");
  expect(output).toBe(
    "Etesian could not start: --store esdb://… requires read models in PostgreSQL: add --read-models postgres://…\n",
  );
});

test.each([
  ["esdb://localhost:abc", 'store: Unexpected "abc" at position 17, expected port number.'],
  ["esdb://localhost:1?tlsCAFile=/none.crt", "store: Failed to load certificate file. File was not found."],
  ["esdb://localhost:1?namespace=a-b", 'store: the namespace is "a-b", expected letters, digits and _'],
])("an invalid EventStoreDB URL, %s, is refused with a message", async (url, sentence) => {
  expect(await refusal("main.ts", "--store", url)).toBe(`${sentence}\n`);
});
