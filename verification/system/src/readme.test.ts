/** The README's first scenario: every command is run, and has to answer at least what stands below it. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

const project = resolve(import.meta.dirname, "../../..");
const readme = readFileSync(join(project, "README.md"), "utf8");
const steps = [...readme.matchAll(/```sh\n(curl [^`]+)```\n\n```json\n([^`]+)```/g)].map(
  ([, command = "", answer = ""]) => [command, answer] as const,
);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe.skipIf(!hasCurl)("the README's first scenario (needs curl)", () => {
  let data: string;
  let server: TestServer;

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "etesian-readme-"));
    server = await startForTest({ model: join(project, "models/starter"), data, noExamples: false });
  }, 120_000);
  afterAll(async () => {
    await server.close();
    rmSync(data, { recursive: true, force: true });
  });

  test.each(steps)("%s", async (command, answer) => {
    const { host } = new URL(server.url);
    const { stdout } = await promisify(execFile)("sh", ["-c", command.replaceAll("localhost:3000", host)]);
    expect(JSON.parse(stdout)).toMatchObject(JSON.parse(answer) as object);
  });

  test("the README has five steps", () => {
    expect(steps).toHaveLength(5);
  });
});
