/** Many concurrent requests, and slow readers, with a heap of 512 MB: some are refused, and the process survives. */
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Print } from "@etesian/workbench/report";
import { measuredModel } from "@etesian/workbench/server";
import { unexpectedEnd, type Fault, inTemporaryDirectory, spread } from "./fault.ts";
import { startOtherClient, OTHER_CLIENTS_LIMIT_MS, createScenario } from "./other-client.ts";
import { FaultyServer, SMALL_HEAP } from "./server.ts";

/** Runs a load next to another client, and checks both. */
async function runUnderLoad(
  print: Print,
  name: string,
  load: (server: FaultyServer) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  return inTemporaryDirectory(async (data) => {
    const server = await FaultyServer.start({ data, model: measuredModel.model, nodeFlags: SMALL_HEAP });
    try {
      const concurrentClient = startOtherClient(server, await createScenario(server));
      const problems = await load(server);
      const { times, unexpectedResponses } = await concurrentClient.stop();
      const { current, peak } = server.memory();
      print(`${name}: another client's ${times.length} changes (ms): ${spread(times, 0)}`);
      print(`resident ${current.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`);
      const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
      const lateProblems =
        p99 > OTHER_CLIENTS_LIMIT_MS ? [`p99 of another client's changes is ${p99.toFixed(0)} ms`] : [];
      return [...problems, ...unexpectedResponses.slice(0, 3), ...lateProblems, ...unexpectedEnd(server)];
    } finally {
      await server.stop();
    }
  });
}

const describeStatuses = (statuses: readonly number[]): string =>
  [...new Set(statuses)].map((status) => `${statuses.filter((one) => one === status).length} × ${status}`).join(", ");

export const manyRequests: Fault = {
  description: "400 clients change one scenario and request all queries, with a heap of 512 MB",
  rounds: 400,
  run: (print, clients) =>
    runUnderLoad(print, `${clients} clients on one scenario`, async (server) => {
      const id = await createScenario(server);
      const { body } = await server.send("GET", "/gqueries");
      const gqueries = (body as { key: string; unit: string | null }[]).map(({ key }) => key).slice(0, 12_000);
      // Keys of half a megabyte in total, like the longest lists of queries.
      const metadata = { fill: "x".repeat(50_000) };
      const responses = await Promise.all(
        Array.from({ length: clients }, (_, n) =>
          server.send("PUT", `/scenarios/${id}`, { scenario: { metadata: { ...metadata, n } }, gqueries }),
        ),
      );
      const statuses = responses.map(({ status }) => status);
      print(`responses: ${describeStatuses(statuses)}`);
      // Some queries of a model fail in some scenarios, and a change with a failing query is refused.
      return statuses.every((status) => [200, 422, 503].includes(status))
        ? []
        : [`responses: ${describeStatuses(statuses)}`];
    }),
};

/** Reads a download at 1 KB per second for a while; returns the status. */
function readSlowly(url: string, durationMs: number): Promise<number> {
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
      if (status === 200) setTimeout(end, durationMs);
      else end();
    });
    request.on("error", () => resolve(0));
  });
}

export const slowReaders: Fault = {
  description: "150 readers of hourly curves at 1 KB per second, with a heap of 512 MB",
  rounds: 150,
  run: (print, readers) =>
    runUnderLoad(print, `${readers} slow readers`, async (server) => {
      const id = await createScenario(server);
      const url = `${server.url}/api/v3/scenarios/${id}/curves/electricity_profiles.csv`;
      const previousMb = server.memory().current;
      const pendingReads = Array.from({ length: readers }, () => readSlowly(url, 30_000));
      await sleep(20_000);
      const bytesPerReader = (server.memory().current - previousMb) / readers;
      const fastResponse = await server.send("GET", `/scenarios/${id}/curves/electricity_profiles.csv`);
      const megabytes = Buffer.byteLength(String(fastResponse.body)) / 1e6;
      print(
        `a fast reader meanwhile: ${megabytes.toFixed(1)} MB in ${(fastResponse.milliseconds / 1000).toFixed(1)} s`,
      );
      const statuses = await Promise.all(pendingReads);
      print(`responses: ${describeStatuses(statuses)}; ${bytesPerReader.toFixed(1)} MB each`);
      return statuses.every((status) => [200, 503].includes(status))
        ? []
        : [`responses: ${describeStatuses(statuses)}`];
    }),
};
