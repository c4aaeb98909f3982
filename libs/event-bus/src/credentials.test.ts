import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { NatsBroker } from "./nats.ts";

const program = ["nats-server", "/usr/sbin/nats-server"].find(
  (command) => spawnSync(command, ["--version"]).status === 0,
);

/** A password with characters that must be encoded in URLs. */
const PASSWORD = "p@ss/word:%";

/** Starts a NATS server with a user; returns its port. */
async function startServer(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "etesian-nats-"));
  const flags = [
    "--addr=127.0.0.1",
    "--port=-1",
    "--jetstream",
    `--store_dir=${directory}`,
    `--ports_file_dir=${directory}`,
  ];
  const server = spawn(program!, [...flags, "--user=etesian", `--pass=${PASSWORD}`], { stdio: "ignore" });
  onTestFinished(() => {
    server.kill();
    rmSync(directory, { recursive: true, force: true });
  });
  return vi.waitFor(
    () => {
      const file = readdirSync(directory).find((name) => name.endsWith(".ports"));
      const { nats } = JSON.parse(readFileSync(join(directory, file!), "utf8")) as { readonly nats: readonly string[] };
      return new URL(nats[0]!).port;
    },
    { timeout: 240_000 },
  );
}

test.skipIf(program === undefined)(
  `a server with a password accepts only the correct credentials in the URL${program === undefined ? " (skipped: there is no nats-server)" : ""}`,
  async () => {
    const port = await startServer();
    const open = async (credentials: string): Promise<string> => {
      const broker = new NatsBroker(`nats://${credentials}127.0.0.1:${port}`);
      try {
        const { last } = await broker.publisher();
        return String(last);
      } finally {
        await broker.close();
      }
    };
    expect(await open(`etesian:${encodeURIComponent(PASSWORD)}@`)).toBe("nothing");
    await expect(open("etesian:wrong@")).rejects.toThrow(/authorization/i);
    await expect(open("")).rejects.toThrow(/authorization/i);
  },
);
