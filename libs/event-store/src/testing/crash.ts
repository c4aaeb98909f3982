/** Runs programs, kills them during their work, and collects their acknowledgements. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Runs a program of this project and kills it (SIGKILL) once it has printed a number of lines. Returns its complete
 * output; each line is an acknowledgement.
 */
export async function runAndKill(file: string, args: readonly string[], lineCount: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    if (lines.length >= lineCount) resolve();
  });
  child.once("error", reject);
  child.once("exit", (code) => reject(new Error(`${file} exited with code ${code}`)));
  await started;
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  await ended;
  return lines;
}
