/**
 * Tests that every acknowledged curve is stored, on a server that is killed and on one with many concurrent clients.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeVillage } from "@etesian/compute/testing";
import { openEventStore } from "@etesian/event-store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServerProcess } from "@etesian/workbench/server-process";

let directory: string;
let server: ServerProcess;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-curves-"));
  writeVillage(join(directory, "village"));
  await start();
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = new ServerProcess({ model: join(directory, "village"), data: join(directory, "data") });
  await server.waitUntilReady();
}

function send(
  method: string,
  path: string,
  body: object | FormData | null = null,
  headers: { readonly [name: string]: string } = {},
): Promise<Response> {
  const type = body === null || body instanceof FormData ? {} : { "content-type": "application/json" };
  return fetch(`${server.url}/api/v3/scenarios${path}`, {
    method,
    headers: { ...type, ...headers },
    body: body === null || body instanceof FormData ? body : JSON.stringify(body),
  });
}
/** Retries with one idempotency key until there is a response other than 503. */
async function retry(...[method, path, body]: Parameters<typeof send>): Promise<Response> {
  const headers = { "idempotency-key": randomUUID() };
  for (; ; await sleep(20)) {
    const response = await send(method, path, body, headers);
    if (response.status !== 503) return response;
  }
}
const createScenario = async (): Promise<number> => ((await (await send("POST", "", {})).json()) as { id: number }).id;

/** A price curve with the same price in all hours. */
function priceFile(value: number): FormData {
  const form = new FormData();
  form.append("file", new Blob([`${value}\n`.repeat(8760)]), `${value}.csv`);
  return form;
}
const CURVE = "custom_curves/power_price";
/** The scenario's attached price and its calculated price; null if no price is attached. */
async function pricesOf(id: number): Promise<readonly [attached: number | null, calculated: number | null]> {
  const csv = await send("GET", `/${id}/${CURVE}.csv`);
  const text = await csv.text();
  const attachedPrice = csv.status === 404 ? null : Number(text.split("\n")[0]);
  const response = await send("PUT", `/${id}`, { gqueries: ["price_of_first_hour"] });
  const { gqueries } = (await response.json()) as { gqueries: { price_of_first_hour: { future: number | null } } };
  return [attachedPrice, gqueries.price_of_first_hour.future];
}

test("every acknowledged upload survives a kill at any moment, and is used in the calculation", async () => {
  const ids = [await createScenario(), await createScenario(), await createScenario()];
  /** The last acknowledged price and the last sent price, by scenario. */
  const lastPrices = new Map(ids.map((id) => [id, { acknowledged: 0, sent: 0 }]));
  for (let round = 1; round <= 2; round++) {
    let uploads = 0;
    const { promise: enoughUploads, resolve } = Promise.withResolvers<void>();
    const pendingWrites = ids.map(async (id) => {
      const prices = lastPrices.get(id)!;
      for (;;) {
        const value = (prices.sent += 1);
        const response = await send("PUT", `/${id}/${CURVE}`, priceFile(value)).catch(() => null);
        if (response === null) return;
        // A busy server may refuse the upload, which then may or may not have been stored.
        expect([200, 503]).toContain(response.status);
        if (response.status === 503) continue;
        prices.acknowledged = value;
        if ((uploads += 1) === round * 5) resolve();
      }
    });
    await enoughUploads;
    await server.kill();
    await Promise.all(pendingWrites);
    await start();
    for (const [id, { acknowledged, sent }] of lastPrices) {
      const [attached, calculated] = await pricesOf(id);
      expect(attached).toBeGreaterThanOrEqual(acknowledged);
      expect(attached).toBeLessThanOrEqual(sent);
      expect(calculated).toBe(attached);
    }
  }
});

test("concurrent uploads, detachments and clones are executed or refused, and the last one wins", async () => {
  const id = await createScenario();
  const responses = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const method = index % 3 === 2 ? "DELETE" : "PUT";
      const { status } = await retry(method, `/${id}/${CURVE}`, method === "PUT" ? priceFile(index + 1) : null);
      const clone = index % 10 === 0 ? await (await retry("POST", "", { scenario: { scenario_id: id } })).json() : null;
      return { method, status, clone: clone as { id: number } | null };
    }),
  );
  for (const { method, status } of responses) expect(method === "PUT" ? [200] : [204, 404]).toContain(status);
  const history = (await (await send("GET", `/${id}/history?limit=100`)).json()) as {
    data: { type: string; version: number }[];
  };
  const types = history.data.map(({ type }) => type);
  expect(types.filter((type) => type === "curve_attached")).toHaveLength(20);
  const [attached, calculated] = await pricesOf(id);
  expect(attached === null).toBe(types[0] === "curve_detached");
  expect(calculated).toBe(attached);
  for (const { clone } of responses) {
    if (clone === null) continue;
    const [attached, calculated] = await pricesOf(clone.id);
    expect(calculated).toBe(attached);
  }
});

test("the files of a deleted scenario are deleted, and its clones' files are kept", async () => {
  const token = await server.token();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const api = `${server.url}/api/v3/scenarios`;
  const create = async (scenario: object): Promise<number> => {
    const response = await fetch(api, { method: "POST", headers, body: JSON.stringify({ scenario }) });
    return ((await response.json()) as { id: number }).id;
  };
  const id = await create({});
  await fetch(`${api}/${id}/${CURVE}`, {
    method: "PUT",
    headers: { authorization: headers.authorization },
    body: priceFile(7),
  });
  const clone = await create({ scenario_id: id });
  expect(
    (await fetch(`${api}/${id}`, { method: "DELETE", headers: { authorization: headers.authorization } })).status,
  ).toBe(200);
  const store = await openEventStore(`sqlite:${join(directory, "data", "events.db")}`);
  for (;;) {
    const events = await store.readStream(`curve_set-${id}`);
    if (events.at(-1)?.type === "CurveSetDropped") break;
    await sleep(20);
  }
  await store.close();
  expect(await pricesOf(clone)).toEqual([7, 7]);
});
