/** Programs that are killed without warning in the middle of their work, and what they had promised by then. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs a program of this project and kills it (SIGKILL) some time after its first line. Returns the lines it printed:
 * each is something it has acknowledged.
 */
export async function runAndKill(file: string, args: readonly string[], afterMs: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    resolve();
  });
  child.once("error", reject);
  child.once("exit", (code) => reject(new Error(`${file} ended by itself with code ${code}`)));
  await begun;
  await sleep(afterMs);
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  await ended;
  return lines;
}
