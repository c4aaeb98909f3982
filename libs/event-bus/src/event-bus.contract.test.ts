/** The contract of event buses, tested against every adapter, with a store as the source. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type EventStore,
  openEventStore,
  openReadDatabase,
  type Position,
  type ReadDatabase,
  type RecordedEvent,
  START,
} from "@etesian/event-store";
import { Proxy } from "@etesian/event-store/testing";
import { checkpointIn } from "./checkpoint.ts";
import { type BusLog, categoryOf, type Checkpoint, type EventBus } from "./event-bus.ts";
import { openEventBus } from "./open.ts";
import { findNats, hasNatsProgram, TestBroker, removeStreams } from "./testing/brokers.ts";

const silent: BusLog = { warn: () => {} };

async function append(store: EventStore, stream: string, count = 1): Promise<readonly RecordedEvent[]> {
  const events = Array.from({ length: count }, () => ({
    id: randomUUID(),
    type: "Happened",
    schemaVersion: 1,
    time: new Date().toISOString(),
    actor: "anonymous",
    correlationId: "r",
    causationId: null,
    data: { text: "é" },
  }));
  return store.append(stream, events, "any");
}

/** A checkpoint that survives its reader, like one on disk. */
class MemoryCheckpoint implements Checkpoint {
  position = START;
  load(): Promise<Position> {
    return Promise.resolve(this.position);
  }
  save(position: Position): Promise<void> {
    this.position = position;
    return Promise.resolve();
  }
}

const ids = (events: readonly RecordedEvent[]): string[] => events.map(({ id }) => id);

const nats = await findNats();
const buses = [
  { name: "in process", url: () => "memory:", missing: null, remove: async () => {} },
  {
    name: "NATS JetStream",
    // Each test uses its own streams on the server.
    url: () => ("url" in nats ? `${nats.url}/test_${randomUUID().replaceAll("-", "")}` : ""),
    missing: "missing" in nats ? nats.missing : null,
    remove: removeStreams,
  },
];

for (const { name, url, missing, remove } of buses) {
  describe.skipIf(missing !== null)(`event bus: ${name}${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
    let busUrl: string;
    let store: EventStore;
    const openBuses: EventBus[] = [];

    /** Opens a bus as a process does; its relay continues where the previous process stopped. */
    const relayCheckpoint = new MemoryCheckpoint();
    async function startBus(): Promise<EventBus> {
      const bus = await openEventBus(busUrl, silent);
      openBuses.push(bus);
      bus.relay(store, relayCheckpoint);
      return bus;
    }

    /** Records delivered events. */
    function listen(bus: EventBus, name: string, checkpoint: Checkpoint = new MemoryCheckpoint(), category?: string) {
      const received: RecordedEvent[] = [];
      const subscription = bus.subscribe({
        name,
        checkpoint,
        ...(category === undefined ? {} : { category }),
        handle: async (event) => {
          received.push(event);
        },
      });
      return { received, checkpoint, stop: () => subscription.stop() };
    }

    beforeEach(async () => {
      busUrl = url();
      relayCheckpoint.position = START;
      store = await openEventStore("sqlite::memory:");
    });
    afterEach(async () => {
      for (const bus of openBuses.splice(0)) await bus.close();
      await store.close();
      await remove(busUrl);
    });

    test("every consumer receives every event unchanged, in commit order", async () => {
      const bus = await startBus();
      const [first, second] = [listen(bus, "first"), listen(bus, "second")];
      for (let n = 0; n < 10; n++) await append(store, `scenario-${n % 3}`, 1 + (n % 2));
      const all = await store.readAll(START, 100);
      await expect.poll(() => first.received).toEqual(all);
      await expect.poll(() => second.received).toEqual(all);
      expect(await first.checkpoint.load()).toBe(all.at(-1)!.position);
    });

    test("events appended before the first subscription are delivered", async () => {
      await append(store, "scenario-1", 5);
      const bus = await startBus();
      await sleep(50);
      const consumer = listen(bus, "late");
      await expect.poll(() => consumer.received).toEqual(await store.readAll(START, 100));
    });

    test("a consumer of one category receives only that category", async () => {
      const bus = await startBus();
      const scenarios = listen(bus, "scenarios", new MemoryCheckpoint(), "scenario");
      const sets = listen(bus, "sets", new MemoryCheckpoint(), "curve_set");
      await append(store, "scenario-1");
      await append(store, "curve_set-1");
      await append(store, "scenario-of.many words-1");
      await append(store, "scenario-2");
      await expect.poll(() => scenarios.received.map(({ stream }) => stream)).toEqual(["scenario-1", "scenario-2"]);
      await expect.poll(() => sets.received.map(({ stream }) => stream)).toEqual(["curve_set-1"]);
    });

    test("a restarted consumer receives the events that it missed, each once", async () => {
      const bus = await startBus();
      const firstConsumer = listen(bus, "reader");
      await append(store, "scenario-1", 3);
      await expect.poll(() => firstConsumer.received.length).toBe(3);
      await firstConsumer.stop();
      await bus.close();
      await append(store, "scenario-1", 4);
      const secondConsumer = listen(await startBus(), "reader", firstConsumer.checkpoint);
      await append(store, "scenario-1", 2);
      const all = await store.readAll(START, 100);
      await expect.poll(() => secondConsumer.received).toEqual(all.slice(3));
      expect(firstConsumer.received).toHaveLength(3);
    });

    test("a failing consumer receives the same event until it succeeds, and no other event", async () => {
      const bus = await startBus();
      const attempts: string[] = [];
      let failures = 3;
      bus.subscribe({
        name: "stumbling",
        checkpoint: new MemoryCheckpoint(),
        handle: async ({ id }) => {
          attempts.push(id);
          if (attempts.length >= 2 && failures-- > 0) throw new Error("not now");
        },
      });
      const recorded = await append(store, "scenario-1", 3);
      const [one, two, three] = ids(recorded);
      await expect.poll(() => attempts).toEqual([one, two, two, two, two, three]);
    });

    test("a failing consumer does not affect the others", async () => {
      const bus = await startBus();
      bus.subscribe({
        name: "broken",
        checkpoint: new MemoryCheckpoint(),
        handle: () => Promise.reject(new Error("never")),
      });
      const healthy = listen(bus, "healthy");
      await append(store, "scenario-1", 3);
      await expect.poll(() => healthy.received.length).toBe(3);
    });

    test("an event whose checkpoint was not saved is delivered again after a restart", async () => {
      const bus = await startBus();
      const checkpoint = new MemoryCheckpoint();
      let isBroken = true;
      const flakyCheckpoint: Checkpoint = {
        load: () => checkpoint.load(),
        save: (position) => (isBroken ? Promise.reject(new Error("disk full")) : checkpoint.save(position)),
      };
      const first = listen(bus, "saver", flakyCheckpoint);
      const [event] = await append(store, "scenario-1");
      await expect.poll(() => first.received.length).toBeGreaterThan(1);
      await first.stop();
      await bus.close();
      isBroken = false;
      const second = listen(await startBus(), "saver", flakyCheckpoint);
      await expect.poll(() => ids(second.received)).toEqual([event!.id]);
      expect(checkpoint.position).toBe(event!.position);
    });

    test("an event that is published twice is delivered once", async () => {
      const bus = await startBus();
      const consumer = listen(bus, "once");
      await append(store, "scenario-1", 5);
      await expect.poll(() => consumer.received.length).toBe(5);
      // Starts a second relay without a checkpoint.
      relayCheckpoint.position = START;
      await startBus();
      await append(store, "scenario-1", 1);
      await expect.poll(() => consumer.received.length).toBe(6);
      await sleep(100);
      expect(ids(consumer.received)).toEqual(ids(await store.readAll(START, 100)));
    });

    test("checkpoints can be stored with the read models", async () => {
      const readModels: ReadDatabase = await openReadDatabase("sqlite::memory:");
      const bus = await startBus();
      const consumer = listen(bus, "kept", checkpointIn(readModels, "kept"));
      const recorded = await append(store, "scenario-1", 3);
      await expect.poll(() => consumer.received.length).toBe(3);
      await expect.poll(() => readModels.checkpoint("kept")).toBe(recorded.at(-1)!.position);
      await bus.close();
      await readModels.close();
    });

    test("a consumer ahead of its store receives an error and skips no events", async () => {
      const warnings: string[] = [];
      const bus = await openEventBus(busUrl, {
        warn: (facts) => warnings.push((facts as { readonly reason: string }).reason),
      });
      openBuses.push(bus);
      const [firstEvent] = await append(store, "scenario-1", 3);
      const laterPosition = `${firstEvent!.position.slice(0, -1)}9` as Position;
      relayCheckpoint.position = laterPosition;
      bus.relay(store, relayCheckpoint);
      const checkpoint = new MemoryCheckpoint();
      checkpoint.position = laterPosition;
      const consumer = listen(bus, "reader", checkpoint);
      await expect
        .poll(() => warnings)
        .toContainEqual(
          expect.stringMatching(/is ahead of the store, which was probably restored from an older backup/),
        );
      expect(consumer.received).toEqual([]);
      expect(relayCheckpoint.position).toBe(laterPosition);
    });

    test("closing waits for the running handler", async () => {
      const bus = await startBus();
      const states: string[] = [];
      bus.subscribe({
        name: "slow",
        checkpoint: new MemoryCheckpoint(),
        handle: async () => {
          states.push("started");
          await sleep(100);
          states.push("done");
        },
      });
      await append(store, "scenario-1");
      await expect.poll(() => states).toContain("started");
      await bus.close();
      expect(states).toEqual(["started", "done"]);
    });
  });
}

describe.skipIf("missing" in nats)("several processes with a consumer of the same name (needs NATS)", () => {
  test("consumers of the same name share the events, in order", async () => {
    const busUrl = buses[1]!.url();
    const store = await openEventStore("sqlite::memory:");
    const checkpoint = new MemoryCheckpoint();
    const received: RecordedEvent[] = [];
    const shares = [0, 0, 0];
    const processes = await Promise.all(shares.map(() => openEventBus(busUrl, silent)));
    for (const [n, bus] of processes.entries()) {
      bus.subscribe({
        name: "shared",
        checkpoint,
        handle: async (event) => {
          // The first process is slow: without waiting, the next delivery would overtake it.
          if (n === 0) await sleep(20);
          received.push(event);
          shares[n]! += 1;
        },
      });
    }
    processes[0]!.relay(store, new MemoryCheckpoint());
    for (let n = 0; n < 30; n++) await append(store, "scenario-1", 2);
    await expect.poll(() => received.length).toBe(60);
    expect(ids(received)).toEqual(ids(await store.readAll(START, 100)));
    expect(shares.filter((share) => share > 0).length).toBeGreaterThan(1);
    for (const bus of processes) await bus.close();
    await store.close();
    await removeStreams(busUrl);
  });
});

const program = hasNatsProgram();
describe.skipIf(!program)(`a broker that dies${program ? "" : " (skipped: no nats-server on the PATH)"}`, () => {
  test("appends continue, and every consumer later receives every event in order", async () => {
    const broker = await TestBroker.create();
    const store = await openEventStore("sqlite::memory:");
    const warnings: string[] = [];
    const log: BusLog = { warn: (_, message) => warnings.push(message) };
    // The broker is down when the process starts.
    const bus = await openEventBus(broker.url, log);
    bus.relay(store, new MemoryCheckpoint());
    const received: RecordedEvent[] = [];
    bus.subscribe({
      name: "reader",
      category: "scenario",
      checkpoint: new MemoryCheckpoint(),
      handle: async (event) => {
        received.push(event);
      },
    });
    await append(store, "scenario-1", 5);
    await sleep(300);
    expect(warnings.length).toBeGreaterThan(0);
    await broker.start();
    await expect.poll(() => received.length).toBe(5);

    for (let round = 0; round < 2; round++) {
      const expected = (await store.readAll(START, 10_000)).length + 60;
      for (let n = 0; n < 20; n++) await append(store, `scenario-${n}`);
      await broker.kill();
      for (let n = 0; n < 20; n++) await append(store, `scenario-${n}`);
      await sleep(100);
      await broker.start();
      for (let n = 0; n < 20; n++) await append(store, `scenario-${n}`);
      await expect.poll(() => received.length).toBe(expected);
    }
    expect(ids(received)).toEqual(ids(await store.readAll(START, 10_000)));
    await bus.close();
    await store.close();
    await broker.remove();
  });
});

describe.skipIf("missing" in nats)("a broker that has lost events (needs NATS)", () => {
  let busUrl: string;
  let store: EventStore;
  let bus: EventBus;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let name: string;

  beforeEach(async () => {
    busUrl = buses[1]!.url();
    const { host, pathname } = new URL(busUrl);
    name = `${pathname.slice(1).toUpperCase()}_EVENTS`;
    connection = await connect({ servers: host });
    manager = await jetstreamManager(connection);
    store = await openEventStore("sqlite::memory:");
    bus = await openEventBus(busUrl, silent);
  });
  afterEach(async () => {
    await bus.close();
    await store.close();
    await manager.streams.delete(name).catch(() => false);
    await connection.close();
  });

  /** Events stored by the broker, in order. */
  const readPublishedIds = async (): Promise<string[]> => {
    const { state } = await manager.streams.info(name);
    const eventIds: string[] = [];
    for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(name, { seq });
      if (message !== null) eventIds.push(message.json<RecordedEvent>().id);
    }
    return eventIds;
  };
  const storedIds = async (): Promise<string[]> => ids(await store.readAll(START, 1_000));

  test("events that the network dropped are published again", async () => {
    const { host, pathname } = new URL(busUrl);
    const { proxy, url: proxyUrl } = await Proxy.inFrontOf(`nats://${host}`);
    const proxiedBus = await openEventBus(`${proxyUrl.replace(/\/$/, "")}${pathname}`, silent);
    proxiedBus.relay(store, new MemoryCheckpoint());
    await append(store, "scenario-1", 5);
    await expect.poll(async () => (await readPublishedIds().catch(() => [])).length).toBe(5);
    const dropping = proxy.dropFrom(1);
    await append(store, "scenario-1", 5);
    await dropping;
    await expect.poll(async () => readPublishedIds()).toEqual(await storedIds());
    await proxiedBus.close();
    await proxy.close();
  });

  test("a broker that lost all events while it was running receives them again", async () => {
    bus.relay(store, new MemoryCheckpoint());
    await append(store, "scenario-1", 20);
    await expect.poll(async () => (await readPublishedIds().catch(() => [])).length).toBe(20);
    await manager.streams.delete(name);
    await append(store, "scenario-1", 20);
    await expect.poll(async () => readPublishedIds().catch(() => [])).toEqual(await storedIds());
  });

  test("a broker that lost all events while no process was running receives them again at startup", async () => {
    const relayCheckpoint = new MemoryCheckpoint();
    bus.relay(store, relayCheckpoint);
    await append(store, "scenario-1", 20);
    await expect.poll(async () => (await readPublishedIds().catch(() => [])).length).toBe(20);
    await bus.close();
    await manager.streams.delete(name);
    bus = await openEventBus(busUrl, silent);
    bus.relay(store, relayCheckpoint);
    await append(store, "scenario-1", 1);
    await expect.poll(async () => readPublishedIds().catch(() => [])).toEqual(await storedIds());
  });

  test("a broker that lost its last events in a power cut receives only these events again", async () => {
    const relayCheckpoint = new MemoryCheckpoint();
    bus.relay(store, relayCheckpoint);
    await append(store, "scenario-1", 20);
    await expect.poll(async () => (await readPublishedIds().catch(() => [])).length).toBe(20);
    await bus.close();
    // Replaces the stream with one that has only its first three messages.
    const expectedIds = await storedIds();
    const firstMessages = await Promise.all([1, 2, 3].map((seq) => manager.streams.getMessage(name, { seq })));
    const { config } = await manager.streams.info(name);
    await manager.streams.delete(name);
    await manager.streams.add({ ...config, name });
    for (const message of firstMessages) await manager.jetstream().publish(message!.subject, message!.data);
    bus = await openEventBus(busUrl, silent);
    bus.relay(store, relayCheckpoint);
    await expect.poll(async () => readPublishedIds().catch(() => [])).toEqual(expectedIds);
  });

  test("a stream with outdated settings is updated", async () => {
    await manager.streams.add({
      name,
      subjects: [`${new URL(busUrl).pathname.slice(1)}.events.>`],
      max_age: 1_000_000_000,
    });
    bus.relay(store, new MemoryCheckpoint());
    await expect
      .poll(async () => (await manager.streams.info(name)).config.max_age)
      .toBe(30 * 24 * 3_600 * 1_000_000_000);
  });

  test("a broker with events that the store does not have is refused", async () => {
    bus.relay(store, new MemoryCheckpoint());
    await append(store, "scenario-1", 3);
    await expect.poll(async () => (await readPublishedIds().catch(() => [])).length).toBe(3);
    const warnings: string[] = [];
    const secondBus = await openEventBus(busUrl, {
      warn: (facts) => warnings.push((facts as { readonly reason: string }).reason),
    });
    const emptyStore = await openEventStore("sqlite::memory:");
    secondBus.relay(emptyStore, new MemoryCheckpoint());
    await expect.poll(() => warnings).toContainEqual(expect.stringMatching(/the message broker is ahead of the store/));
    await secondBus.close();
    await emptyStore.close();
  });
});

test("the category of a stream is the part before its last dash", () => {
  expect(["scenario-12", "curve_set-1", "a-b-1", "plain"].map(categoryOf)).toEqual([
    "scenario",
    "curve_set",
    "a-b",
    "",
  ]);
});

test("an unsupported bus URL is refused", async () => {
  await expect(openEventBus("amqp://x", silent)).rejects.toThrow('bus "amqp://x": expected memory: or a URL');
  await expect(openEventBus("nats://x/a.b", silent)).rejects.toThrow('the namespace is "a.b"');
});
