/**
 * Long histories: streams of the maximum size with a heap of 512 MB, and streams of many events with the first request
 * after startup.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openEventStore } from "@etesian/event-store";
import { unexpectedEnd, type Fault, inTemporaryDirectory, spread } from "./fault.ts";
import { startOtherClient, OTHER_CLIENTS_LIMIT_MS, createScenario } from "./other-client.ts";
import { FaultyServer, SMALL_HEAP } from "./server.ts";

/** Appends events to a stream directly in the store, up to a number of events or bytes. */
async function fillStream(
  path: string,
  id: number,
  count: number,
  data: (n: number) => { type: string; data: object },
) {
  const store = await openEventStore(`sqlite:${path}`);
  const stream = `scenario-${id}`;
  const BATCH = 100;
  for (let appended = 0; appended < count; appended += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, count - appended) }, (_, n) => ({
      id: randomUUID(),
      ...data(appended + n),
      schemaVersion: 1,
      time: new Date().toISOString(),
      actor: "anonymous",
      correlationId: "faults",
      causationId: null,
    }));
    await store.append(stream, events, appended + 1);
  }
  await store.close();
}

/** Events of 60 KB each: 250 MB, nearly the maximum of a stream. */
const EVENTS = 4_200;

export const histories: Fault = {
  description: "concurrent reads of histories of 1 GB in total, in streams of the maximum size, with a heap of 512 MB",
  rounds: 4,
  run: (print, streams) =>
    inTemporaryDirectory(async (data) => {
      const path = join(data, "events.db");
      const first = await FaultyServer.start({ data });
      const ids: number[] = [];
      for (let n = 0; n < streams + 1; n++) ids.push(await createScenario(first));
      await first.stop();
      for (const id of ids.slice(1)) {
        await fillStream(path, id, EVENTS, (n) => {
          return { type: "MetadataReplaced", data: { metadata: { n, fill: "x".repeat(60_000) } } };
        });
      }
      const server = await FaultyServer.start({ data, nodeFlags: SMALL_HEAP });
      const concurrentClient = startOtherClient(server, ids[0]!, 20);
      await sleep(500);
      const responses = await Promise.all(ids.slice(1).map((id) => server.send("GET", `/scenarios/${id}`)));
      await sleep(500);
      const { times, unexpectedResponses } = await concurrentClient.stop();
      print(
        `${streams} histories of ${EVENTS} events, 250 MB each; first GET (ms): ${spread(
          responses.map(({ milliseconds }) => milliseconds),
          0,
        )}`,
      );
      print(`another client's ${times.length} changes meanwhile (ms): ${spread(times, 0)}`);
      print(`resident at most ${server.memory().peak.toFixed(0)} MB`);
      const full = await server.send("PUT", `/scenarios/${ids[1]}`, {
        scenario: { metadata: { n: EVENTS, fill: "y".repeat(60_000) } },
      });
      print(`one more change of 60 KB: ${full.status}`);
      const exitProblems = unexpectedEnd(server);
      await server.stop();
      const wrongResponses = responses.filter(
        ({ status, body }) => status !== 200 || (body as { metadata: { n: number } }).metadata.n !== EVENTS - 1,
      );
      const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
      return [
        ...wrongResponses.map(({ status }) => `a long history returned ${status}`),
        ...(p99 > OTHER_CLIENTS_LIMIT_MS ? [`p99 of another client's changes is ${p99.toFixed(0)} ms`] : []),
        ...unexpectedResponses.slice(0, 3),
        ...exitProblems,
      ];
    }),
};

/** Limit on the first GET of a scenario after startup, p50 (ms). */
const FIRST_GET_MS = 30;

export const longHistory: Fault = {
  description: "the first GET after startup, with a history of 50,000 slider events",
  rounds: 50_000,
  run: (print, events) =>
    inTemporaryDirectory(async (data) => {
      const first = await FaultyServer.start({ data });
      const [shortHistoryId, id] = [await createScenario(first), await createScenario(first)];
      const { body } = await first.send("GET", `/scenarios/${id}/inputs`);
      const [slider = ""] = Object.entries(body as Record<string, { unit: string; min?: number }>)
        .filter(([, { unit, min }]) => unit !== "enum" && unit !== "bool" && min === 0)
        .map(([key]) => key);
      await first.stop();
      const inputsSetAt = (n: number): object => ({
        userValues: { [slider]: n / events },
        reset: [],
        balancedValues: {},
        unbalanced: [],
      });
      await fillStream(join(data, "events.db"), id, events, (n) => ({ type: "InputsSet", data: inputsSetAt(n) }));
      const measureFirstGet = async (): Promise<number> => {
        const server = await FaultyServer.start({ data });
        // Warm-up: the first requests of any kind are slow.
        for (let warm = 0; warm < 20; warm++) await server.send("GET", `/scenarios/${shortHistoryId}`);
        const { status, milliseconds } = await server.send("GET", `/scenarios/${id}`);
        // A command stores a snapshot for the next start.
        await server.send("PUT", `/scenarios/${id}`, { scenario: { metadata: { looked: milliseconds } } });
        await server.stop();
        return status === 200 ? milliseconds : Number.POSITIVE_INFINITY;
      };
      print(`without a snapshot (events that another program wrote): ${(await measureFirstGet()).toFixed(0)} ms`);
      const times = [];
      for (let start = 0; start < 5; start++) times.push(await measureFirstGet());
      print(`first GET after startup (ms): ${spread(times, 0)}, minimum ${Math.min(...times).toFixed(0)}`);
      const p50 = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
      return p50 > FIRST_GET_MS ? [`the first GET takes ${p50.toFixed(0)} ms, p50`] : [];
    }),
};
