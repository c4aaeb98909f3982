/** Many concurrent requests, and slow readers, with a heap of 512 MB: some are refused, and the process survives. */
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Print } from "@etesian/workbench/report";
import { measured } from "@etesian/workbench/server";
import { unexpectedEnd, type Fault, inTemporaryDirectory, spread } from "./fault.ts";
import { otherClient, OTHERS_LIMIT_MS, scenarioOf } from "./other-client.ts";
import { FaultyServer, SMALL_HEAP } from "./server.ts";

/** Runs a load next to another client, and checks both. */
async function under(
  print: Print,
  name: string,
  load: (server: FaultyServer) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  return inTemporaryDirectory(async (data) => {
    const server = await FaultyServer.start({ data, model: measured.model, nodeFlags: SMALL_HEAP });
    try {
      const other = otherClient(server, await scenarioOf(server));
      const problems = await load(server);
      const { times, strange } = await other.stop();
      const { now, peak } = server.memory();
      print(`${name}: another client's ${times.length} changes (ms): ${spread(times, 0)}`);
      print(`resident ${now.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`);
      const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
      const late = p99 > OTHERS_LIMIT_MS ? [`p99 of another client's changes is ${p99.toFixed(0)} ms`] : [];
      return [...problems, ...strange.slice(0, 3), ...late, ...unexpectedEnd(server)];
    } finally {
      await server.stop();
    }
  });
}

const counted = (statuses: readonly number[]): string =>
  [...new Set(statuses)].map((status) => `${statuses.filter((one) => one === status).length} × ${status}`).join(", ");

export const manyRequests: Fault = {
  about: "400 clients change one scenario and request all queries, with a heap of 512 MB",
  rounds: 400,
  run: (print, clients) =>
    under(print, `${clients} clients on one scenario`, async (server) => {
      const id = await scenarioOf(server);
      const { body } = await server.send("GET", "/gqueries");
      const gqueries = (body as { key: string; unit: string | null }[]).map(({ key }) => key).slice(0, 12_000);
      // Half a megabyte, the size of the longest lists of queries.
      const metadata = { fill: "x".repeat(50_000) };
      const answers = await Promise.all(
        Array.from({ length: clients }, (_, n) =>
          server.send("PUT", `/scenarios/${id}`, { scenario: { metadata: { ...metadata, n } }, gqueries }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      print(`answers: ${counted(statuses)}`);
      // Some queries of a model cannot be evaluated in every scenario, which refuses the change.
      return statuses.every((status) => [200, 422, 503].includes(status)) ? [] : [`answers: ${counted(statuses)}`];
    }),
};

/** Reads a download at 1 KB per second for a while; returns the status. */
function slowReader(url: string, forMs: number): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      const status = response.statusCode ?? 0;
      response.pause();
      const timer = setInterval(() => response.read(1_024), 1_000);
      const end = (): void => {
        clearInterval(timer);
        request.destroy();
        resolve(status);
      };
      if (status === 200) setTimeout(end, forMs);
      else end();
    });
    request.on("error", () => resolve(0));
  });
}

export const slowReaders: Fault = {
  about: "150 readers of hourly curves at 1 KB per second, with a heap of 512 MB",
  rounds: 150,
  run: (print, readers) =>
    under(print, `${readers} slow readers`, async (server) => {
      const id = await scenarioOf(server);
      const url = `${server.url}/api/v3/scenarios/${id}/curves/electricity_profiles.csv`;
      const before = server.memory().now;
      const reading = Array.from({ length: readers }, () => slowReader(url, 30_000));
      await sleep(20_000);
      const each = (server.memory().now - before) / readers;
      const quick = await server.send("GET", `/scenarios/${id}/curves/electricity_profiles.csv`);
      const megabytes = Buffer.byteLength(String(quick.body)) / 1e6;
      print(`a fast reader meanwhile: ${megabytes.toFixed(1)} MB in ${(quick.milliseconds / 1000).toFixed(1)} s`);
      const statuses = await Promise.all(reading);
      print(`answers: ${counted(statuses)}; ${each.toFixed(1)} MB each`);
      return statuses.every((status) => [200, 503].includes(status)) ? [] : [`answers: ${counted(statuses)}`];
    }),
};
