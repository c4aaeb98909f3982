/** Runs `npm run model` within the process of a test. */
import { format } from "node:util";
import { vi } from "vitest";
import { runModelProgram } from "./model-program.ts";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program within this process; returns its output and exit code. */
export async function model(...args: string[]): Promise<Ended> {
  const said = { stdout: "", stderr: "" };
  const hear =
    (to: "stdout" | "stderr", ending: string) =>
    (...parts: readonly unknown[]) => {
      said[to] += `${format(...parts)}${ending}`;
      return true;
    };
  const spies = [
    vi.spyOn(console, "log").mockImplementation(hear("stdout", "\n")),
    vi.spyOn(console, "error").mockImplementation(hear("stderr", "\n")),
    vi.spyOn(process.stdout, "write").mockImplementation(hear("stdout", "")),
    vi.spyOn(process.stderr, "write").mockImplementation(hear("stderr", "")),
  ];
  try {
    return { status: await runModelProgram(args), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
