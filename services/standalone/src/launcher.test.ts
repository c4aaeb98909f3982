/** Tests the processes of `npm start`: a launcher, and the server as its child. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const project = resolve(import.meta.dirname, "../../..");

test("a killed launcher leaves no server running on its port", async () => {
  const data = mkdtempSync(join(tmpdir(), "etesian-launcher-"));
  const args = [join(project, "scripts/bootstrap.mjs"), "start", "--data", data, "--port", "0", "--workers", "1"];
  const launcher = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => {
    launcher.kill("SIGTERM");
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  });
  const url = await new Promise<string>((resolve) => {
    let output = "";
    launcher.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/[\d.]+:\d+/.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
  const isRunning = async (): Promise<boolean> => (await fetch(`${url}/healthz`).catch(() => null)) !== null;
  expect(await isRunning()).toBe(true);
  launcher.kill("SIGKILL");
  await expect.poll(isRunning, { interval: 100 }).toBe(false);
});
