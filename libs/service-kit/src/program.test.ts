/** Programs: exit codes and output for help, mistakes and errors. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exitCodeOf, UsageError } from "./program.ts";

class UnreachableError extends Error {}

const OPTIONS = { count: { type: "string", default: "1" }, json: { type: "boolean", default: false } } as const;
const program = { help: "Usage: program [--count N]\n", options: OPTIONS, known: [UnreachableError] };
let written = { stdout: "", stderr: "" };

beforeEach(() => {
  written = { stdout: "", stderr: "" };
  for (const to of ["stdout", "stderr"] as const)
    vi.spyOn(process[to], "write").mockImplementation((text) => {
      written[to] += String(text);
      return true;
    });
  vi.spyOn(console, "error").mockImplementation((text: string) => (written.stderr += `${text}\n`));
});
afterEach(() => vi.restoreAllMocks());

const failing = (error: Error) => (): number => {
  throw error;
};

test("a program gets its flags with defaults, and its words, and its result is the exit code", async () => {
  const run = vi.fn<(flags: object, words: readonly string[]) => number>(() => 3);
  expect(await exitCodeOf({ ...program, args: ["list", "--json", "areas"] }, run)).toBe(3);
  expect(run).toHaveBeenCalledWith({ count: "1", json: true }, ["list", "areas"]);
});

test.each(["--help", "-h"])("%s prints the help on standard output without running the program", async (flag) => {
  expect(await exitCodeOf({ ...program, args: ["list", flag, "--unknown"] }, failing(new Error("it ran")))).toBe(0);
  expect(written).toEqual({ stdout: program.help, stderr: "" });
});

test("an unknown flag and a UsageError are printed with the help, with exit code 2", async () => {
  expect(await exitCodeOf({ ...program, args: ["--unknown"] }, () => 0)).toBe(2);
  expect(written.stderr).toMatch(/^Unknown option '--unknown'[^]*Usage: program/);
  written.stderr = "";
  expect(await exitCodeOf({ ...program, args: [] }, failing(new UsageError("expected a command")))).toBe(2);
  expect(written.stderr).toBe(`expected a command\n\n${program.help}`);
});

test("a known error is printed without its stack, with exit code 1; an unknown one is thrown", async () => {
  expect(await exitCodeOf({ ...program, args: [] }, failing(new UnreachableError("no database")))).toBe(1);
  expect(written.stderr).toBe("no database\n");
  await expect(exitCodeOf({ ...program, args: [] }, failing(new TypeError("a defect")))).rejects.toThrow("a defect");
});
