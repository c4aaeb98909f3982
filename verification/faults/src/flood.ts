/** One client requests far more than its share. */
import { setTimeout as sleep } from "node:timers/promises";
import { measuredModel } from "@etesian/workbench/server";
import { unexpectedEnd, type Fault, inTemporaryDirectory, spread } from "./fault.ts";
import { createScenario } from "./other-client.ts";
import { FaultyServer } from "./server.ts";

export const flood: Fault = {
  description:
    "one client requests all queries of 20 scenarios simultaneously, another requests 20 queries now and then",
  rounds: 3,
  run: (print, rounds) =>
    inTemporaryDirectory(async (data) => {
      const server = await FaultyServer.start({ data, model: measuredModel.model });
      try {
        const { body } = await server.send("GET", "/gqueries");
        const allKeys = (body as { key: string }[]).map(({ key }) => key);
        const scenarios = [];
        for (let n = 0; n < 20; n++) scenarios.push(await createScenario(server));
        const otherScenario = await createScenario(server);
        const dashboardKeys = allKeys.filter((key) => key.startsWith("dashboard_")).slice(0, 20);
        const send = (n: number) =>
          server.send("PUT", `/scenarios/${otherScenario}`, { scenario: { metadata: { n } }, gqueries: dashboardKeys });
        const { milliseconds: idleMs } = await send(0);
        const times: number[] = [];
        let longest = 0;
        for (let round = 1; round <= rounds; round++) {
          const abortController = new AbortController();
          const startedAt = performance.now();
          const floodRequests = Promise.all(
            scenarios.map((id, n) =>
              server.send("PUT", `/scenarios/${id}`, { scenario: { metadata: { n, round } }, gqueries: allKeys }),
            ),
          ).then(() => {
            abortController.abort();
            longest = Math.max(longest, performance.now() - startedAt);
          });
          await sleep(50);
          do times.push((await send(round * 1_000 + times.length)).milliseconds);
          while (!abortController.signal.aborted);
          await floodRequests;
        }
        print(`the flood lasted ${(longest / 1000).toFixed(1)} s; alone ${idleMs.toFixed(0)} ms`);
        print(`${times.length} changes with ${dashboardKeys.length} queries meanwhile (ms): ${spread(times, 0)}`);
        const slowest = Math.max(...times);
        return [
          ...(slowest > 5_000 ? [`another client waited ${slowest.toFixed(0)} ms`] : []),
          ...unexpectedEnd(server),
        ];
      } finally {
        await server.stop();
      }
    }),
};
