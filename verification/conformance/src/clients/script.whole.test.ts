/** Tests `npm run smoke`: the whole script, on its own server. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { script, ScopeError } from "./script.ts";
import { type Session, sessionOf } from "./session.ts";

let data: string;
let server: TestServer;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "etesian-script-"));
  server = await startForTest({ model: resolve(import.meta.dirname, "../../../../models/starter"), data });
});

afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

async function stepsOf(session: Session): Promise<readonly string[]> {
  const steps: string[] = [];
  for await (const step of script(session)) steps.push(step);
  return steps;
}

/** Number of scenarios and saved scenarios of a user. */
async function countOf(session: Session): Promise<readonly number[]> {
  const lists = await Promise.all(["/scenarios", "/saved_scenarios"].map((path) => session.request("GET", path)));
  return lists.map(({ json }) => (json["data"] as readonly unknown[]).length);
}

test(
  "the script creates, moves sliders, uploads curves, sets orders, requests queries and 22 tables, clones, interpolates, undoes and deletes",
  {
    timeout: 240_000,
  },
  async () => {
    const session = sessionOf(server, await server.token("somebody@example.org"));
    expect(await stepsOf(session)).toEqual([
      "the token can read, write and delete",
      expect.stringMatching(/^created scenario \d+ of nl$/),
      expect.stringMatching(/^requested \d+ queries$/),
      "moved 20 sliders",
      "attached interconnector_1_price and industry_electricity",
      expect.stringMatching(/^reversed the order of \d+ suppliers of hydrogen$/),
      "downloaded 22 tables",
      expect.stringMatching(/^cloned it as scenario \d+, with the same results$/),
      expect.stringMatching(/^interpolated it at 2030 as scenario \d+$/),
      "undid everything: the results equal the first ones",
      "redid everything",
      "deleted it; the clone is unchanged",
      "deleted the others",
    ]);
    expect(await countOf(session)).toEqual([0, 0]);
  },
);

describe("scopes", () => {
  test.each([
    { lacks: "read", scopes: ["scenarios:write", "scenarios:delete"] },
    { lacks: "write", scopes: ["scenarios:read", "scenarios:delete"] },
    { lacks: "delete", scopes: ["scenarios:read", "scenarios:write"] },
  ] as const)("a token that cannot $lacks is refused before anything is created", async ({ lacks, scopes }) => {
    const owner = sessionOf(server, await server.token("owner@example.org"));
    const [previousCount] = await countOf(owner);
    if (previousCount === 0) await owner.request("POST", "/scenarios", {});
    const session = sessionOf(server, await server.token("owner@example.org", scopes));
    await expect(stepsOf(session)).rejects.toEqual(new ScopeError(`the token cannot ${lacks}`));
    expect(await countOf(owner)).toEqual([1, 0]);
  });

  test("a token that cannot delete, of a user without scenarios, creates at most one scenario, whose ID is reported", async () => {
    const session = sessionOf(
      server,
      await server.token("newcomer@example.org", ["scenarios:read", "scenarios:write"]),
    );
    const createdIds = new Set<number>();
    const steps = async () => {
      for await (const _ of script(session, createdIds));
    };
    await expect(steps()).rejects.toThrow(ScopeError);
    expect([...createdIds]).toEqual([expect.any(Number)]);
    await expect(steps()).rejects.toThrow(ScopeError);
    expect(await countOf(session)).toEqual([1, 0]);
  });
});

test("scenarios are deleted even after a failure", async () => {
  const session = sessionOf(server, await server.token("unlucky@example.org"));
  const failingRequest: Session["request"] = (method, path, body, headers) =>
    path.endsWith("/interpolate")
      ? Promise.reject(new Error(`${path} fails`))
      : session.request(method, path, body, headers);
  await expect(stepsOf({ ...session, request: failingRequest })).rejects.toThrow("fails");
  expect(await countOf(session)).toEqual([0, 0]);
});

test("npm run smoke prints the complete command for a token with all scopes", async () => {
  const token = await server.token("reader@example.org", ["scenarios:read"]);
  const { status, stdout, stderr } = await smoke("--url", server.url, "--token", token);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("✗ the token cannot write. With all scopes:");
  expect(stderr).toContain(
    `npm run smoke -- --url ${server.url} --token "$(npm run --silent accounts -- token EMAIL --scopes read,write,delete --days 1)"`,
  );
  expect(await smoke()).toMatchObject({ status: 2, stderr: expect.stringContaining("--token is missing") });
});

/** Runs the program as a process, while the server in this process responds. */
async function smoke(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "smoke.ts"), ...args], {
    env: { ...process.env, ETM_API_TOKEN: "" },
  });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status: status as number, stdout, stderr };
}
