/** Tests the relay with a virtual clock. */
import { randomUUID } from "node:crypto";
import type { Clock } from "@etesian/clock";
import { openEventStore, type Position, type RecordedEvent, START } from "@etesian/event-store";
import { expect, test } from "vitest";
import type { Broker, Publisher } from "./broker.ts";
import { BrokeredBus } from "./brokered.ts";

const HOUR_MS = 3_600_000;

/** A clock whose pauses end immediately and advance its time. */
class ImmediateClock implements Clock {
  #elapsed = 0;
  now = () => new Date(this.#elapsed);
  elapsed = () => this.#elapsed;
  nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
  async pause(ms: number, signal?: AbortSignal): Promise<void> {
    await this.nextTurn();
    if (signal?.aborted !== true) this.#elapsed += ms;
  }
}

test("a relay that reconnects after an hour publishes every event once, in order", async () => {
  const clock = new ImmediateClock();
  const store = await openEventStore("sqlite::memory:");
  const append = async (stream: string, count: number): Promise<void> => {
    const events = Array.from({ length: count }, () => ({
      id: randomUUID(),
      type: "Happened",
      schemaVersion: 1,
      time: "2026-11-22T09:00:00.000Z",
      actor: "anonymous",
      correlationId: "r",
      causationId: null,
      data: {},
    }));
    await store.append(stream, events, "any");
  };
  const published: RecordedEvent[] = [];
  const { promise: reconnected, resolve: reconnect } = Promise.withResolvers<void>();
  let attempts = 0;
  let connection = new AbortController();
  let disconnectedAt: number | null = null;
  const publisher = async (): Promise<Publisher> => {
    attempts += 1;
    if (disconnectedAt !== null && clock.elapsed() - disconnectedAt < HOUR_MS) throw new Error("no connection");
    if (disconnectedAt !== null) reconnect();
    connection = new AbortController();
    return {
      last: published.at(-1)?.position ?? "nothing",
      lost: connection.signal,
      publish: async (event) => void published.push(event),
    };
  };
  const broker: Broker = {
    publisher,
    subscribe: () => Promise.reject(new Error("connection refused")),
    close: async () => {},
  };
  const warnings: string[] = [];
  const bus = new BrokeredBus(broker, { warn: (_, message) => warnings.push(message) }, clock);
  let saved: Position = START;
  bus.relay(store, { load: async () => saved, save: async (position) => void (saved = position) });

  await append("a", 3);
  await expect.poll(() => published.length).toBe(3);
  disconnectedAt = clock.elapsed();
  connection.abort("network failure");
  await append("b", 600);
  await reconnected;
  await expect.poll(() => published.length).toBe(603);
  await append("c", 1);
  await expect.poll(() => published.length).toBe(604);
  expect(published.map(({ id }) => id)).toEqual((await readAllEvents(store)).map(({ id }) => id));
  // Retries become less frequent, with a warning every ten seconds.
  expect(attempts).toBeLessThan(HOUR_MS / 5_000 + 20);
  expect(warnings.at(-1)).toBe("relay failed; retrying");
  expect(warnings.length).toBeLessThan(HOUR_MS / 10_000 + 2);
  await bus.close();
  await store.close();
});

async function readAllEvents(store: Awaited<ReturnType<typeof openEventStore>>): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after = START; ; after = events.at(-1)!.position) {
    const page = await store.readAll(after, 1_000);
    if (page.length === 0) return events;
    events.push(...page);
  }
}
