/** Tests the exit codes and output of programs for help, mistakes and errors. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StartRefusedError } from "./operator-errors.ts";
import { exitCodeOf, UsageError } from "./program.ts";

class UnreachableError extends Error {}

const OPTIONS = { count: { type: "string", default: "1" }, json: { type: "boolean", default: false } } as const;
const program = { help: "Usage: program [--count N]\n", options: OPTIONS, knownErrors: [UnreachableError] };
let output = { stdout: "", stderr: "" };

beforeEach(() => {
  output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      output[stream] += String(text);
      return true;
    });
  vi.spyOn(console, "error").mockImplementation((text: string) => (output.stderr += `${text}\n`));
});
afterEach(() => vi.restoreAllMocks());

const throwing = (error: Error) => (): number => {
  throw error;
};

test("a program receives its flags, with defaults, and positional arguments, and returns its exit code", async () => {
  const run = vi.fn<(flags: object, words: readonly string[]) => number>(() => 3);
  expect(await exitCodeOf({ ...program, args: ["list", "--json", "areas"] }, run)).toBe(3);
  expect(run).toHaveBeenCalledWith({ count: "1", json: true }, ["list", "areas"]);
});

test.each(["--help", "-h"])("%s prints the help on standard output without running the program", async (flag) => {
  expect(await exitCodeOf({ ...program, args: ["list", flag, "--unknown"] }, throwing(new Error("it ran")))).toBe(0);
  expect(output).toEqual({ stdout: program.help, stderr: "" });
});

test("an unknown flag and a UsageError are printed with the help, with exit code 2", async () => {
  expect(await exitCodeOf({ ...program, args: ["--unknown"] }, () => 0)).toBe(2);
  expect(output.stderr).toMatch(/^Unknown option '--unknown'[^]*Usage: program/);
  output.stderr = "";
  expect(await exitCodeOf({ ...program, args: [] }, throwing(new UsageError("expected a command")))).toBe(2);
  expect(output.stderr).toBe(`expected a command\n\n${program.help}`);
});

test("a known error is printed without its stack, with exit code 1; an unknown one is thrown", async () => {
  expect(await exitCodeOf({ ...program, args: [] }, throwing(new UnreachableError("no database")))).toBe(1);
  expect(output.stderr).toBe("no database\n");
  await expect(exitCodeOf({ ...program, args: [] }, throwing(new TypeError("a defect")))).rejects.toThrow("a defect");
});

test("an error for operators is printed without its stack, in every program", async () => {
  const refusal = throwing(new StartRefusedError("a newer version wrote these files"));
  expect(await exitCodeOf({ help: "", options: {}, args: [] }, refusal)).toBe(1);
  expect(output.stderr).toBe("a newer version wrote these files\n");
});
