/** Tests the command-line program. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let data: string;
beforeAll(() => void (data = mkdtempSync(join(tmpdir(), "etesian-accounts-cli-"))));
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Runs a command; returns its exit code and output. */
function run(...args: readonly string[]) {
  const program = [join(import.meta.dirname, "cli.ts"), ...args, "--data", data];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: "utf8" });
  return { status, stdout, stderr };
}

test("an account is created, given a token, listed and erased", () => {
  expect(run("create", "ada@example.org", "--name", "Ada", "--private")).toMatchObject({ status: 0 });
  expect(run("create", "ada@example.org")).toEqual({
    status: 1,
    stdout: "",
    stderr: "ada@example.org already has an account\n",
  });
  const token = run("token", "ada@example.org", "--scopes", "read,delete", "--days", "0", "--label", "laptop");
  expect(token).toMatchObject({ status: 0, stdout: expect.stringMatching(/^etm_1_\w+\n$/) });
  const { stdout } = run("list");
  expect(stdout).toMatch(
    /^1 {2}ada@example\.org {2}Ada {2}private by default\n {3}token \w{10} {2}read,delete {2}expires never {2}used never {2}laptop\n$/,
  );
  expect(stdout).not.toContain(token.stdout.trim().split("_").at(-1));
  expect(JSON.parse(run("list", "--json").stdout)).toMatchObject([
    {
      id: 1,
      email: "ada@example.org",
      private_scenarios: true,
      tokens: [{ label: "laptop", scopes: ["scenarios:read", "scenarios:delete"], expires_at: null }],
    },
  ]);
  expect(run("erase", "ada@example.org").status).toBe(2);
  expect(run("erase", "ada@example.org", "--yes", "--private-scenarios", "leave").stderr).toContain(
    "leave has no account",
  );
  expect(run("erase", "ada@example.org", "--yes", "--wait", "0")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("the erasure continues while Etesian runs"),
  });
  expect(run("list").stdout).toBe("");
});

test("a rotation creates a signing key and lists it with the previous one", () => {
  const { status, stdout } = run("keys", "rotate");
  expect(stdout).toMatch(/^\S{43} {2}signing {2}the first {2}until \S+Z\n\S{43} {2}next {5}signs from \S+Z\n$/);
  expect([status, run("keys", "list").status]).toEqual([0, 2]);
});

test.each([
  [["token"], "missing email address"],
  [["make"], 'unknown command "make"'],
  [["token", "a@example.org", "--days", "x"], "a@example.org has no account"],
])("%j is refused with a message", (args, expectedMessage) => {
  const { status, stderr } = run(...args);
  expect([status === 0, stderr]).toEqual([false, expect.stringContaining(expectedMessage)]);
});
