/** Tests the program that `npm start` runs: its output, its settings, and files that it cannot use. */
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
      // The program is started as users start it, with a warm-up.
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

  test("a start prints URL, model and stores, and the server stops on request", async () => {
    const data = join(directory, "program");
    const { code, output } = await run(
      ["--model", join(directory, "village"), "--data", data, "--port", "0"],
      /ready .*\n/,
    );
    expect(output).toMatch(/^Etesian is listening on (http:\/\/127\.0\.0\.1:\d+)\n[^]* api {5}\1\/api\/v3 /m);
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
    const limitedArguments = [
      "-c",
      'ulimit -n 48; exec "$0" "$@"',
      process.execPath,
      main,
      ...flags("few"),
      "--port",
      "0",
    ];
    const limitedProcess = spawnSync("bash", limitedArguments, { timeout: 20_000 });
    expect(linesOf({ output: limitedProcess.stderr.toString() })).toMatch(
      /^Etesian could not start: [^\n]*EMFILE: too many open files, open '[^\n]*few[^\n]*\n$/,
    );
  });

  test("a start reports unusable settings", async () => {
    const missingModel = await run(["--model", "/nowhere", "--data", join(directory, "x")]);
    expect(missingModel).toEqual({
      code: 1,
      output: expect.stringContaining("--model /nowhere: expected a model directory"),
    });
    const invalidModel = await run([
      "--model",
      join(directory, "village"),
      "--data",
      join(directory, "village/config/default_dataset.yml"),
    ]);
    expect(invalidModel.output.replaceAll(/^ .*…\n/gm, "")).toMatch(
      /^Etesian could not start: \S+default_dataset\.yml is a file; expected a directory\n$/,
    );
    const wrongFlags = await run(["--port", "http", "--wrokers", "2"]);
    expect(wrongFlags.code).toBe(2);
    expect(wrongFlags.output).toContain('--port is "http": expected a port number');
    expect(wrongFlags.output).toContain("--wrokers is not a known flag: did you mean --workers?");
    const otherServer = createServer().listen(0, "127.0.0.1");
    await once(otherServer, "listening");
    const port = String((otherServer.address() as AddressInfo).port);
    const usedPort = await run(["--model", join(directory, "village"), "--data", join(directory, "y"), "--port", port]);
    otherServer.close();
    expect(usedPort.code).toBe(1);
    // A slow start prints its progress before this line.
    expect(usedPort.output.replaceAll(/^ .*…\n/gm, "")).toBe(
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
