import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "../operations/logs.ts";
import { createMetrics } from "../operations/metrics.ts";
import { hasOpenssl, writeCertificates } from "../testing/certificates.ts";
import { type Certificates, readCertificates } from "./certificates.ts";
import { connect } from "./client.ts";
import { startRpcServer } from "./server.ts";

const pingService = { fullName: "test.v1.PingService", methods: {} };
const log = createLogger({ program: "test", level: "silent" });
const skipped = hasOpenssl ? "" : " (skipped: there is no openssl)";

function certificates(name?: string): Certificates {
  const directory = mkdtempSync(join(tmpdir(), "etesian-certificates-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeCertificates(directory, name);
  return readCertificates(directory);
}

async function startServer(own: Certificates | null): Promise<string> {
  const server = await startRpcServer({
    host: "127.0.0.1",
    port: 0,
    services: [],
    token: "of the test",
    certificates: own,
    log,
    metrics: createMetrics(),
  });
  onTestFinished(() => server.close(200));
  return server.address;
}

/** Whether a client connects to a server within a time (ms). */
async function connects(address: string, own: Certificates | null, limitMs = 1_500): Promise<boolean> {
  const client = connect(pingService, { address, deadlineMs: 5_000, token: "of the test", certificates: own });
  onTestFinished(() => client.close());
  return client.ready(limitMs).then(
    () => true,
    () => false,
  );
}

test.skipIf(!hasOpenssl)(
  `services with certificates of one authority connect; others, and services without any, do not${skipped}`,
  async () => {
    const [own, stranger, unnamed] = [certificates(), certificates(), certificates("other.example.org")];
    const address = await startServer(own);
    expect(await connects(address, own, 60_000)).toBe(true);
    const others = [
      connects(address, stranger),
      // The client's own key is needed, not only trust in the authority.
      connects(address, { ...stranger, authority: own.authority }),
      connects(address, null),
      connects(await startServer(unnamed), unnamed),
    ];
    expect(await Promise.all(others)).toEqual([false, false, false, false]);
  },
);

test("a missing file of certificates is named", () => {
  expect(() => readCertificates("/nowhere")).toThrow(/ENOENT.*\/nowhere\/ca\.crt/);
});
