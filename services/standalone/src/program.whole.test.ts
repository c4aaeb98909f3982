/** The program that `npm start` runs: its output, its settings, and files that it cannot use. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-program-"));
  writeVillage(join(directory, "village"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("the program", () => {
  const main = join(import.meta.dirname, "main.ts");

  /** Runs until the program ends, or prints a matching line and is stopped. */
  function run(flags: readonly string[], until?: RegExp): Promise<{ code: number | null; output: string }> {
    return new Promise((resolve) => {
      // As users start it: with warm-up.
      const { ETESIAN_NO_WARM_UP: _, ...env } = process.env;
      const child = spawn(process.execPath, [main, ...flags], { stdio: ["ignore", "pipe", "pipe"], env });
      let output = "";
      const collect = (chunk: Buffer): void => {
        output += chunk.toString();
        if (until?.test(output)) child.kill("SIGTERM");
      };
      child.stdout.on("data", collect);
      child.stderr.on("data", collect);
      child.on("close", (code) => resolve({ code, output }));
    });
  }

  test("a start prints address, model and stores, and the server stops on request", async () => {
    const data = join(directory, "program");
    const { code, output } = await run(
      ["--model", join(directory, "village"), "--data", data, "--port", "0"],
      /ready .*\n/,
    );
    expect(output).toMatch(/^Etesian serves (http:\/\/127\.0\.0\.1:\d+)\n[^]* api {5}\1\/api\/v3 /m);
    expect(output).toContain(`model   ${join(directory, "village")}: 1 area, 6 queries; default area village`);
    expect(output).toContain(`events  sqlite:${join(data, "events.db")}`);
    expect(output).toContain(`mail    files in ${join(data, "mail")}`);
    expect(output).toMatch(/people {2}no accounts yet; create the first: .* create EMAIL .*, or at http:.*\/sign-in\n/);
    expect(output).toMatch(/\nEtesian is stopping\n$/);
    expect(code).toBe(0);
  });

  test("a start that cannot open its files, or opens a damaged one, ends with a one-line message, even when repeated", async () => {
    const flags = (data: string): string[] => ["--model", join(directory, "village"), "--data", join(directory, data)];
    mkdirSync(join(directory, "broken"));
    writeFileSync(join(directory, "broken/events.db"), "not a database, as its first bytes show".repeat(1_000));
    const linesOf = ({ output }: { readonly output: string }): string => output.replaceAll(/^ .*…\n/gm, "");
    for (let start = 1; start <= 2; start++) {
      expect(linesOf(await run([...flags("broken"), "--port", "0"]))).toBe(
        `Etesian could not start: The event store is not available: cannot open ${join(directory, "broken/events.db")}: file is not a database\n`,
      );
    }
    const few = spawnSync("bash", ["-c", 'ulimit -n 64; exec "$0" "$@"', process.execPath, main, ...flags("few")]);
    expect(linesOf({ output: few.stderr.toString() })).toMatch(
      /^Etesian could not start: [^\n]*EMFILE: too many open files, open '[^\n]*few[^\n]*\n$/,
    );
  });

  test("a start reports unusable settings", async () => {
    const nowhere = await run(["--model", "/nowhere", "--data", join(directory, "x")]);
    expect(nowhere).toEqual({
      code: 1,
      output: expect.stringContaining("--model /nowhere: expected a model directory"),
    });
    const file = await run([
      "--model",
      join(directory, "village"),
      "--data",
      join(directory, "village/config/default_dataset.yml"),
    ]);
    expect(file.output.replaceAll(/^ .*…\n/gm, "")).toMatch(
      /^Etesian could not start: \S+default_dataset\.yml is a file; expected a directory\n$/,
    );
    const wrong = await run(["--port", "http", "--wrokers", "2"]);
    expect(wrong.code).toBe(2);
    expect(wrong.output).toContain('--port is "http": expected a port number');
    expect(wrong.output).toContain("--wrokers is not a known flag: did you mean --workers?");
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const port = String((other.address() as AddressInfo).port);
    const taken = await run(["--model", join(directory, "village"), "--data", join(directory, "y"), "--port", port]);
    other.close();
    expect(taken.code).toBe(1);
    // A slow start prints its progress before this line.
    expect(taken.output.replaceAll(/^ .*…\n/gm, "")).toBe(
      `Port ${port} on 127.0.0.1 is in use: choose another with --port\n`,
    );
    const help = await run(["--help"]);
    expect(help.code).toBe(0);
    expect(help.output).toContain("--solution-memory N");
    expect(await run(["--version"])).toEqual({ code: 0, output: expect.stringMatching(/^Etesian \d+\.\d+\.\d+\n$/) });
    const unknownHost = [
      "--host",
      "nope.invalid",
      "--model",
      join(directory, "village"),
      "--data",
      join(directory, "z"),
    ];
    expect((await run(unknownHost)).output.replaceAll(/^ .*…\n/gm, "")).toMatch(
      /^Etesian could not start: [^\n]*nope\.invalid\n$/,
    );
  });
});
