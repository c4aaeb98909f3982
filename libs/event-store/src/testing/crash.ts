/** Programs that are killed without warning in the middle of their work, and what they had promised by then. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Runs a program of this project and kills it (SIGKILL) when it has printed so many lines, however fast it is. Returns all
 * that it printed: each line is something it has acknowledged.
 */
export async function runAndKill(file: string, args: readonly string[], after: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const { promise: isAmidst, resolve, reject } = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    if (lines.length >= after) resolve();
  });
  child.once("error", reject);
  child.once("exit", (code) => reject(new Error(`${file} ended by itself with code ${code}`)));
  await isAmidst;
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  await ended;
  return lines;
}
