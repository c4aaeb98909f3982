/** Sends the requests in docs/sweeps.md to a server, as its readers would. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fencesOf, PROJECT } from "./pages.ts";

const fences = fencesOf("docs/sweeps.md");
const curl = fences.find(({ text }) => text.startsWith("curl "))!.text;
const program = fences.find(({ text }) => text.includes("asyncBufferFromUrl"))!.text;
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

let data: string;
let server: TestServer;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "etesian-sweeps-docs-"));
  server = await startForTest({ model: join(PROJECT, "models/starter"), data });
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

test.skipIf(!hasCurl)(
  `a sweep is requested with curl, and its results are read from their URL${hasCurl ? "" : " (skipped: there is no curl)"}`,
  async () => {
    const creation = await fetch(`${server.url}/api/v3/scenarios`, { method: "POST" });
    const { id: scenario } = (await creation.json()) as { readonly id: number };
    const command = curl
      .replace("localhost:3000", new URL(server.url).host)
      .replace('"scenario_id": 13', `"scenario_id": ${scenario}`);
    const { stdout } = await promisify(execFile)("sh", ["-c", command]);
    const { id, variants } = JSON.parse(stdout) as { readonly id: string; readonly variants: number };
    expect(variants).toBe(256);
    const status = async (): Promise<string> =>
      ((await (await fetch(`${server.url}/api/v3/sweeps/${id}`)).json()) as { readonly status: string }).status;
    await expect.poll(status, { interval: 500 }).toBe("completed");

    const body = program
      .replaceAll(/^import .*;$/gm, "")
      .replace("http://127.0.0.1:3000", server.url)
      .replace("/ID/", `/${id}/`);
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (...values: unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;
    const run = new AsyncFunction("asyncBufferFromUrl", "parquetReadObjects", "console", `${body}\nreturn rows;`);
    const rows = await run(asyncBufferFromUrl, parquetReadObjects, { log: () => {} });
    expect(rows).toHaveLength(256);
    expect(Object.keys(rows[0]!)).toEqual(["query.dashboard_total_costs"]);
  },
);
