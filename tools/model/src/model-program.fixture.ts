/** Runs `npm run model` within the process of a test. */
import { format } from "node:util";
import { vi } from "vitest";
import { runModelProgram } from "./model-program.ts";

export interface ProgramResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program within this process; returns its output and exit code. */
export async function runModel(...args: string[]): Promise<ProgramResult> {
  const output = { stdout: "", stderr: "" };
  const capture =
    (stream: "stdout" | "stderr", ending: string) =>
    (...parts: readonly unknown[]) => {
      output[stream] += `${format(...parts)}${ending}`;
      return true;
    };
  const spies = [
    vi.spyOn(console, "log").mockImplementation(capture("stdout", "\n")),
    vi.spyOn(console, "error").mockImplementation(capture("stderr", "\n")),
    vi.spyOn(process.stdout, "write").mockImplementation(capture("stdout", "")),
    vi.spyOn(process.stderr, "write").mockImplementation(capture("stderr", "")),
  ];
  try {
    return { status: await runModelProgram(args), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
