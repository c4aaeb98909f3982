/** Tests all programs in package.json: their help, refused arguments, and exit when their output is closed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandsOf, PAGES, scriptOf } from "./docs/pages.ts";

const ROOT = join(import.meta.dirname, "../../..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: { readonly [name: string]: string };
};

/** Programs by their npm script: their file and their fixed arguments. */
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const words = /^node scripts\/bootstrap\.mjs run (.+)$/.exec(script)?.[1]?.split(" ");
  return words === undefined ? [] : [{ name, words }];
});

const documentedCommands = PAGES.flatMap(commandsOf);

interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(words: readonly string[], env = process.env): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], env });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
    child.on("close", (code) => resolve({ code, ...output }));
  });
}

describe.concurrent.each(programs)("npm run $name", ({ name, words }) => {
  test("`--help` prints the usage on standard output", async () => {
    const { code, stdout, stderr } = await run([...words, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name}\\b`));
  });

  test("the help explains every command of this program in the documentation", async () => {
    const { stdout: help } = await run([...words, "--help"]);
    const takesNames = /\[(?:name|command|PART)[ …]/.test(help);
    for (const { page, words: command } of documentedCommands) {
      const { script, args } = scriptOf(command) ?? {};
      if (script !== name) continue;
      const flags = args!
        .filter((word) => word.startsWith("--") && word !== "--help")
        .map((flag) => flag.replace(/=.*/, ""));
      const commandNames = args!.slice(0, takesNames ? undefined : 1).filter((word) => /^[a-z][a-z-]*$/.test(word));
      const unknown = [...flags, ...commandNames].filter(
        (word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(help),
      );
      expect([page, command.join(" "), unknown]).toEqual([page, command.join(" "), []]);
    }
  });

  test("an unknown flag is refused on standard error, with exit code 2", async () => {
    const { code, stdout, stderr } = await run([...words, "--no-such-flag"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("no-such-flag");
    expect(stderr).toContain(`Usage: npm run ${name}`);
    expect(stderr).not.toContain("    at ");
  });
});

describe.each(["service", "test", "watch", "check"])("npm run %s, a script without its own program", (job) => {
  test("`--help` prints the usage on standard output", async () => {
    const { code, stdout, stderr } = await run(["scripts/bootstrap.mjs", job, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: npm (run )?${job}\\b`));
  });
});

test.each([
  [["service"], "Which service?"],
  [["service", "nonsense"], "There is no service nonsense."],
  [["check", "--no-such-flag"], "No check has --no-such-flag in its name."],
])("%j is refused on standard error with exit code 2 and the usage", async (words, message) => {
  const { code, stdout, stderr } = await run(["scripts/bootstrap.mjs", ...words]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr.startsWith(`${message}\n\nUsage: npm run ${words[0]}`)).toBe(true);
});

test("examples/subscriber prints help, and names an invalid argument", async () => {
  const words = ["examples/subscriber/src/main.ts"];
  const { code, stdout } = await run([...words, "--help"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("--bus")]);
  const refusal = await run([...words, "--port", "many"]);
  expect([refusal.code, refusal.stderr.split("\n")[0]]).toEqual([
    2,
    '--port is "many": expected a number from 0 to 65535',
  ]);
});

test("a program exits without an error when its output is closed", async () => {
  const child = spawn(
    process.execPath,
    ["scripts/bootstrap.mjs", "run", "tools/model/src/model-cli.ts", "list", "queries"],
    { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] },
  );
  child.stdout.destroy();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  // On a slow machine, progress is also printed on standard error.
  const errors = stderr.replaceAll(/^ *\d+ %.*\n/gm, "");
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
});
