/**
 * Tests that every kind of request is answered within the limit of docs/promises.md if PostgreSQL accepts connections
 * but never responds.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { Proxy, testStores } from "@etesian/event-store/testing";
import { describe, expect, test } from "vitest";
import { issueToken, startForTest } from "@etesian/standalone/testing";

const [postgres] = (await testStores()).filter(({ name }) => name === "PostgreSQL");
const { missing, create } = postgres!;

/** The limit in docs/promises.md (ms). */
const LIMIT_MS = 12_000;

describe.skipIf(missing !== null)(`PostgreSQL${missing === null ? "" : ` (${missing})`}`, () => {
  test("every kind of request is answered within 12 s while PostgreSQL is silent", async () => {
    const directory = mkdtempSync(join(tmpdir(), "etesian-silence-"));
    writeVillage(join(directory, "village"));
    const { url: store, remove } = await create();
    const { proxy, url: proxyUrl } = await Proxy.inFrontOf(store);
    const data = join(directory, "data");
    const server = await startForTest({ model: join(directory, "village"), data, store: proxyUrl });
    const token = await issueToken({ data, store, keys: null }, "jane@example.org");
    const send = async (method: string, path: string, body?: object): Promise<Response> =>
      fetch(`${server.url}/api/v3${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method === "GET" ? {} : { "idempotency-key": randomUUID() }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const { id } = (await (await send("POST", "/scenarios", {})).json()) as { id: number };
    const savedFields = { saved_scenario: { scenario_id: id, title: "Saved" } };
    const savedId = ((await (await send("POST", "/saved_scenarios", savedFields)).json()) as { id: number }).id;
    const kinds: readonly [string, string, object?][] = [
      ["GET", "/scenarios"],
      ["GET", `/scenarios/${id}`],
      ["GET", `/scenarios/${id}/users`],
      ["GET", `/scenarios/${id}/history`],
      ["GET", "/saved_scenarios"],
      ["GET", `/saved_scenarios/${savedId}/history`],
      ["GET", "/user"],
      ["GET", "/collections"],
      ["POST", "/scenarios", {}],
      ["POST", "/saved_scenarios", savedFields],
      ["PUT", `/scenarios/${id}`, { scenario: { title: "One" } }],
      ["PUT", `/scenarios/${id}`, { scenario: { title: "Two" }, gqueries: ["heat_demand"] }],
      ["PUT", `/saved_scenarios/${savedId}`, { saved_scenario: { title: "Three" } }],
      [
        "POST",
        `/scenarios/${id}/users`,
        { scenario_users: [{ user_email: "dave@example.org", role: "scenario_viewer" }] },
      ],
      ["DELETE", `/scenarios/${id}/custom_curves/power_price`],
    ];
    // Sends each kind of request once, so that caches are warm.
    for (const [method, path, body] of kinds) expect((await send(method, path, body)).status).toBeLessThan(500);
    proxy.setDropping(true);
    const responses = await Promise.all(
      // Twice as many requests as connections.
      [...kinds, ...kinds].map(async ([method, path, body]) => {
        const startedAt = performance.now();
        const { status } = await send(method, path, body);
        return { request: `${method} ${path}`, status, ms: performance.now() - startedAt };
      }),
    );
    proxy.setDropping(false);
    expect(responses.filter(({ ms }) => ms > LIMIT_MS)).toEqual([]);
    expect(responses.filter(({ status }) => status !== 503 && status >= 500)).toEqual([]);
    await expect.poll(async () => (await send("GET", "/scenarios")).status).toBe(200);
    await server.close();
    await proxy.close();
    await remove();
    rmSync(directory, { recursive: true, force: true });
  });
});
