/** Damages data on disk while a server runs: the client gets a clear error, and `/readyz` names the damage. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-damage-"));
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function send(method: string, path: string, body: object | FormData | null = null) {
  const response = await fetch(`${server.url}/api/v3/scenarios${path}`, {
    method,
    ...(body === null ? {} : body instanceof FormData ? { body } : { body: JSON.stringify(body) }),
    headers: body === null || body instanceof FormData ? {} : { "content-type": "application/json" },
  });
  const code = response.headers.get("x-error-code");
  return { status: response.status, code, body: (await response.json()) as { readonly id: number } };
}
const create = async (): Promise<number> => (await send("POST", "", {})).body.id;

async function fetchReadiness(): Promise<readonly [status: number, store: string]> {
  const response = await fetch(`${server.url}/readyz`);
  const { parts } = (await response.json()) as { readonly parts: { readonly [part: string]: string } };
  return [response.status, parts["event store"]!];
}

function executeSql(file: string, statement: string): void {
  // The server writes concurrently.
  const database = new DatabaseSync(join(directory, "data", file), { timeout: 10_000 });
  database.exec(statement);
  database.close();
}

test("a request that reads a damaged event gets a clear error, and the store is not ready until the event is repaired", async () => {
  const id = await create();
  executeSql("events.db", `update events set actor = 'user:7' where stream = 'scenario-${id}'`);
  expect(await fetchReadiness()).toEqual([200, "ok"]);
  expect(await send("GET", `/${id}/history`)).toEqual({
    status: 503,
    code: "damaged",
    body: {
      errors: [
        "The stored data of this resource is damaged and is not served; the operator of the service can restore it",
      ],
    },
  });
  expect(await fetchReadiness()).toEqual([503, expect.stringContaining(`Event 1 of scenario-${id} is damaged`)]);
  executeSql("events.db", `update events set actor = 'anonymous' where stream = 'scenario-${id}'`);
  expect(await fetchReadiness()).toEqual([200, "ok"]);
  expect((await send("GET", `/${id}/history`)).status).toBe(200);
});

test("a request that needs an attached curve's missing numbers gets a clear error", async () => {
  const id = await create();
  const form = new FormData();
  form.append("file", new Blob(["7\n".repeat(8760)]), "price.csv");
  expect((await send("PUT", `/${id}/custom_curves/power_price`, form)).status).toBe(200);
  executeSql("events.db", "delete from curve_numbers");
  expect(await send("PUT", `/${id}`, { gqueries: ["price_of_first_hour"] })).toEqual({
    status: 503,
    code: "damaged",
    body: {
      errors: [
        expect.stringMatching(/^The values of the curve [0-9a-f]{64} are missing: upload it again, or detach it$/),
      ],
    },
  });
});
