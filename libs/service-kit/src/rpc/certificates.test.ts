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
const skipNote = hasOpenssl ? "" : " (skipped: there is no openssl)";

function createCertificates(name?: string): Certificates {
  const directory = mkdtempSync(join(tmpdir(), "etesian-certificates-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeCertificates(directory, name);
  return readCertificates(directory);
}

async function startServer(certificates: Certificates | null): Promise<string> {
  const server = await startRpcServer({
    host: "127.0.0.1",
    port: 0,
    services: [],
    token: "of the test",
    certificates,
    log,
    metrics: createMetrics(),
  });
  onTestFinished(() => server.close(200));
  return server.address;
}

/** Whether a client connects to a server within a time limit (ms). */
async function canConnect(address: string, certificates: Certificates | null, limitMs = 1_500): Promise<boolean> {
  const client = connect(pingService, { address, deadlineMs: 5_000, token: "of the test", certificates });
  onTestFinished(() => client.close());
  return client.ready(limitMs).then(
    () => true,
    () => false,
  );
}

test.skipIf(!hasOpenssl)(
  `services connect only if the same authority signed their certificates${skipNote}`,
  async () => {
    const [serverCertificates, otherAuthority, otherName] = [
      createCertificates(),
      createCertificates(),
      createCertificates("other.example.org"),
    ];
    const address = await startServer(serverCertificates);
    expect(await canConnect(address, serverCertificates, 60_000)).toBe(true);
    const refusedConnections = [
      canConnect(address, otherAuthority),
      // Trusting the authority is not enough: the client also needs its own key.
      canConnect(address, { ...otherAuthority, authority: serverCertificates.authority }),
      canConnect(address, null),
      canConnect(await startServer(otherName), otherName),
    ];
    expect(await Promise.all(refusedConnections)).toEqual([false, false, false, false]);
  },
);

test("the error names a missing certificate file", () => {
  expect(() => readCertificates("/nowhere")).toThrow(/ENOENT.*\/nowhere\/ca\.crt/);
});
