import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { expect, test } from "vitest";
import { ServerProcess } from "@etesian/workbench/server-process";

test("every line of a server's log is JSON without duplicate keys", async () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-logs-"));
  writeVillage(join(directory, "village"));
  const flags = ["--log-level", "trace", "--bus", "nats://127.0.0.1:1"];
  const server = new ServerProcess({ model: join(directory, "village"), flags });
  try {
    await server.waitUntilReady();
    const response = await fetch(`${server.url}/api/v3/scenarios`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": "made-here" },
      body: JSON.stringify({ scenario: { end_year: 2050 }, gqueries: ["heat_demand"] }),
    });
    expect(response.status).toBe(200);
    await fetch(`${server.url}/api/v3/scenarios/x`);
    await expect.poll(() => server.recentOutput).toContain('"status":404');
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true });
  }
  // Node's deprecation warnings are not JSON.
  expect(server.recentOutput).not.toContain("Warning");
  const lines = server.recentOutput.split("\n").filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThan(3);
  // Parsing drops duplicate keys, so an object that had them would serialize to a shorter text.
  expect(lines.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(lines);
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const { level, time, program } of entries) {
    expect([level, time, program]).toEqual([
      expect.stringMatching(/^[a-z]+$/),
      expect.stringMatching(/Z$/),
      "standalone",
    ]);
  }
  expect(entries.filter(({ msg }) => msg === "request")).toContainEqual(
    expect.objectContaining({ service: "gateway", requestId: "made-here", method: "POST", status: 200, person: null }),
  );
});
