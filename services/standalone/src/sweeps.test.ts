/** Tests sweeps over HTTP: requests, progress, results by range, restarts, and visibility with their scenario. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "./testing/test-server.ts";

let directory: string;
let server: TestServer;
let owner: string;
let otherToken: string;

const start = (): Promise<TestServer> =>
  startForTest({ model: join(directory, "village"), data: join(directory, "data"), sweepThreads: 2 });

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-sweeps-"));
  writeVillage(join(directory, "village"));
  server = await start();
  owner = await server.token("owner@example.org");
  otherToken = await server.token("other@example.org");
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Sweep {
  readonly id: string;
  readonly status: string;
  readonly done: number;
  readonly variants: number;
  readonly results: {
    readonly parquet: { readonly href: string } | null;
    readonly csv: { readonly href: string } | null;
    readonly parts: readonly { readonly href: string }[];
  };
}

const send = (method: string, path: string, token: string, body?: object): Promise<Response> =>
  fetch(path.startsWith("http") ? path : `${server.url}/api/v3${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) },
    body: body === undefined ? null : JSON.stringify(body),
  });

async function createScenario(fields: object = {}): Promise<number> {
  const response = await send("POST", "/scenarios", owner, { scenario: fields });
  return ((await response.json()) as { readonly id: number }).id;
}

async function requestSweep(scenario_id: number, n = 300, token = owner): Promise<Sweep> {
  const response = await send("POST", "/sweeps", token, {
    sweep: {
      base: { scenario_id },
      factors: [
        { slider: "heat_demand_per_year", range: { from: 10, to: 60 } },
        { group: "heating", spread: 0.5 },
      ],
      design: { method: "sobol", n },
      outputs: { queries: ["heat_demand", "gas_demand"] },
    },
  });
  const sweep = (await response.json()) as Sweep;
  expect([response.status, sweep]).toEqual([202, expect.objectContaining({ variants: n })]);
  return sweep;
}

const fetchSweep = async (id: string): Promise<Sweep> =>
  (await (await send("GET", `/sweeps/${id}`, owner)).json()) as Sweep;

async function waitUntilCompleted(id: string): Promise<Sweep> {
  await expect.poll(async () => (await fetchSweep(id)).status).toBe("completed");
  return fetchSweep(id);
}

async function bytesAt(href: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(href, { headers: { authorization: `Bearer ${owner}`, ...headers } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A URL with the port of the running server. */
const onRunningServer = (href: string): string => `${server.url}${new URL(href).pathname}`;

describe("a sweep", () => {
  test("a sweep produces a table that can be read completely, by range and in parts", async () => {
    const { results } = await waitUntilCompleted((await requestSweep(await createScenario())).id);
    const wholeTable = await bytesAt(results.parquet!.href);
    expect([wholeTable.status, wholeTable.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
    expect(wholeTable.bytes.subarray(0, 4).toString()).toBe("PAR1");
    const end = await bytesAt(results.parquet!.href, { range: "bytes=-8" });
    const size = wholeTable.bytes.length;
    expect([end.status, end.headers.get("content-range")]).toEqual([206, `bytes ${size - 8}-${size - 1}/${size}`]);
    expect(end.bytes.equals(wholeTable.bytes.subarray(-8))).toBe(true);
    const middle = await bytesAt(results.parquet!.href, { range: "bytes=10-19" });
    expect(middle.bytes.equals(wholeTable.bytes.subarray(10, 20))).toBe(true);
    expect(await bytesAt(results.parquet!.href, { range: `bytes=${size}-` })).toMatchObject({ status: 416 });
    const notModified = await bytesAt(results.parquet!.href, { "if-none-match": wholeTable.headers.get("etag")! });
    expect([notModified.status, notModified.bytes.length]).toEqual([304, 0]);
    const head = await fetch(results.parquet!.href, { method: "HEAD", headers: { authorization: `Bearer ${owner}` } });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(size)]);
    const lines = (await bytesAt(results.csv!.href)).bytes.toString().trimEnd().split("\n");
    expect(lines).toHaveLength(301);
    expect(lines[0]).toMatch(
      /^variant,unit,factor\.heat_demand_per_year,.*,query\.heat_demand,query\.gas_demand,error$/,
    );
    expect(results.parts.length).toBeGreaterThan(1);
    for (const { href } of results.parts) expect((await bytesAt(href)).status).toBe(200);
  });

  test("a sweep streams its progress until it ends", async () => {
    const { id } = await requestSweep(await createScenario(), 600);
    const response = await send("GET", `/sweeps/${id}/events`, owner);
    const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data!) as Sweep,
    );
    expect(events.at(-1)).toMatchObject({ id, status: "completed", done: 600 });
  });

  test("a sweep continues after a restart of the server, with the same bytes as an uninterrupted one", async () => {
    const id = await createScenario();
    const uninterruptedSweep = await waitUntilCompleted((await requestSweep(id, 1_500)).id);
    const expected = await bytesAt(uninterruptedSweep.results.parquet!.href);
    const sweep = await requestSweep(id, 1_500);
    await expect.poll(async () => (await fetchSweep(sweep.id)).results.parts.length).toBeGreaterThan(0);
    expect((await fetchSweep(sweep.id)).status).toBe("running");
    await server.close();
    server = await start();
    const { results } = await waitUntilCompleted(sweep.id);
    expect((await bytesAt(onRunningServer(results.parquet!.href))).bytes.equals(expected.bytes)).toBe(true);
  });

  test("a sweep is cancelled while it runs, and its files are deleted", async () => {
    const sweep = await requestSweep(await createScenario(), 20_000);
    expect((await send("DELETE", `/sweeps/${sweep.id}`, owner)).status).toBe(204);
    expect(await fetchSweep(sweep.id)).toMatchObject({ status: "cancelled", results: { parquet: null, parts: [] } });
    expect((await send("DELETE", `/sweeps/${sweep.id}`, owner)).status).toBe(204);
    expect((await send("GET", `/sweeps/${sweep.id}/results.parquet`, owner)).status).toBe(404);
  });

  test("a sweep is cancelled while its table is being written", async () => {
    const id = await createScenario();
    const sweeps: string[] = [];
    for (let index = 0; index < 30; index++) {
      const sweep = await requestSweep(id, 2);
      await new Promise((resolve) => setTimeout(resolve, index % 10));
      expect((await send("DELETE", `/sweeps/${sweep.id}`, owner)).status).toBe(204);
      sweeps.push(sweep.id);
    }
    const storedSweeps = (): readonly string[] =>
      sweeps.filter((sweep) => existsSync(join(directory, "data", "sweeps", sweep)));
    await expect.poll(storedSweeps).toEqual([]);
  });

  test("a sweep and all of its files are hidden from other users once its scenario is private", async () => {
    const id = await createScenario();
    const { id: sweep, results } = await waitUntilCompleted((await requestSweep(id)).id);
    const paths = [`/sweeps/${sweep}`, `/sweeps/${sweep}/events`, results.parquet!.href, results.parts[0]!.href];
    const statuses = async (token: string): Promise<readonly number[]> => {
      const codes: number[] = [];
      for (const path of paths) {
        const response = await send("GET", path, token);
        codes.push(response.status);
        await response.body?.cancel();
      }
      return codes;
    };
    expect(await statuses(otherToken)).toEqual([200, 200, 200, 200]);
    await send("PUT", `/scenarios/${id}`, owner, { scenario: { private: true } });
    expect(await statuses(otherToken)).toEqual([404, 404, 404, 404]);
    expect(await statuses(owner)).toEqual([200, 200, 200, 200]);
  });

  test("a sweep of an erased person is cancelled, and its results are deleted", async () => {
    const id = await createScenario();
    const erasedToken = await server.token("erased@example.org");
    const completedSweep = await waitUntilCompleted((await requestSweep(id, 20, erasedToken)).id);
    const runningSweep = await requestSweep(id, 20_000, erasedToken);
    const otherSweep = await waitUntilCompleted((await requestSweep(id, 20)).id);
    expect((await send("DELETE", "/user", erasedToken)).status).toBe(200);
    const states = () =>
      Promise.all([completedSweep, runningSweep, otherSweep].map(async (sweep) => fetchSweep(sweep.id)));
    await expect
      .poll(async () => (await states()).map(({ status }) => status))
      .toEqual(["cancelled", "cancelled", "completed"]);
    const parquet = (await states()).map(({ results }) => results.parquet?.href ?? null);
    expect(parquet).toEqual([null, null, expect.any(String)]);
    expect((await bytesAt(completedSweep.results.parquet!.href)).status).toBe(404);
  });

  test("two requests with one idempotency key create one sweep", async () => {
    const body = JSON.stringify({
      sweep: {
        base: { scenario_id: await createScenario() },
        factors: [{ slider: "heat_demand_per_year", range: { from: 10, to: 60 } }],
        design: { method: "list", points: [[0.5]] },
        outputs: { queries: ["heat_demand"] },
      },
    });
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      const response = await fetch(`${server.url}/api/v3/sweeps`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${owner}`,
          "content-type": "application/json",
          "idempotency-key": "3f2b8a52-5d0e-4ab6-9c3e-2f1f0a7b6c5d",
        },
        body,
      });
      ids.push(((await response.json()) as Sweep).id);
    }
    expect(ids[0]).toBe(ids[1]);
  });
});
