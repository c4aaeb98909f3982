/**
 * Measures a real EventStoreDB: copying and checking events, appends by one and by several writers, and opening a
 * namespace next to many foreign events.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyEvents, EventCopy, type EventStore, openEventStore } from "@etesian/event-store";
import {
  allEvents,
  checkStore,
  EventStoreDbNode,
  eventStoreDbCommand,
  freeNodePort,
} from "@etesian/event-store/testing";
import { type Benchmark, type Print, printDistribution, printFigure, time } from "@etesian/workbench/report";

const EVENTS = 50_000;
/** Events of one stream. */
const STREAM_LENGTH = 25;
/** Streams filled concurrently; their appends to a file share commits. */
const CONCURRENT = 500;
const WRITERS = 8;
const APPENDS_EACH = 250;
const OPENED = 20;

const LIMITS = { checkSeconds: 15, copiedPerSecond: 1_000, appendsPerSecond: 800, oneWriterMs: 3, openingMs: 100 };

export const eventStoreDbBenchmark: Benchmark = {
  about: `${EVENTS.toLocaleString("en")} events in EventStoreDB: copied, checked; appends of 1 and ${WRITERS} writers`,
  run: async (print) => {
    const command = eventStoreDbCommand();
    if (command === null) {
      print("EVENTSTORE_COMMAND names no EventStoreDB program: nothing was measured");
      return true;
    }
    const directory = mkdtempSync(join(tmpdir(), "etesian-bench-eventstoredb-"));
    const node = new EventStoreDbNode(command, join(directory, "node"), await freeNodePort());
    try {
      node.start();
      await node.ready();
      return await measure(print, directory, (namespace) => openEventStore(`${node.url}&namespace=${namespace}`));
    } finally {
      await node.end("SIGKILL");
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

async function measure(
  print: Print,
  directory: string,
  open: (namespace: string) => Promise<EventStore>,
): Promise<boolean> {
  const file = await openEventStore(`sqlite:${join(directory, "events.db")}`);
  for (let first = 0; first < EVENTS / STREAM_LENGTH; first += CONCURRENT) {
    const streams = Array.from({ length: CONCURRENT }, (_, n) => `filled-${first + n}`);
    await Promise.all(streams.map((stream) => file.append(stream, Array.from({ length: STREAM_LENGTH }, newEvent), 0)));
  }
  const many = await open("many");
  const isWithin: boolean[] = [];

  const into = EVENTS / ((await time(() => copy(file, many))) / 1_000);
  isWithin.push(printFigure(print, "copied from a file", into, "events a second", { atLeast: LIMITS.copiedPerSecond }));
  const checked = (await time(() => checkStore(many))) / 1_000;
  isWithin.push(printFigure(print, `a check of ${EVENTS} events`, checked, "s", { atMost: LIMITS.checkSeconds }));
  const back = await openEventStore(`sqlite:${join(directory, "back.db")}`);
  const out = EVENTS / ((await time(() => copy(many, back))) / 1_000);
  isWithin.push(printFigure(print, "copied into a file", out, "events a second", { atLeast: LIMITS.copiedPerSecond }));

  const opening: number[] = [];
  for (let n = 0; n < OPENED; n++) {
    const startedAt = performance.now();
    const quiet = await open("quiet");
    await quiet.head();
    opening.push(performance.now() - startedAt);
    await quiet.close();
  }
  const limits = { p50: LIMITS.openingMs };
  isWithin.push(printDistribution(print, "a quiet namespace opened, its end read", { wall: opening }, { limits }));

  const one: number[] = [];
  await write(many, "one", one);
  isWithin.push(
    printDistribution(print, "an append of one writer", { wall: one }, { limits: { p50: LIMITS.oneWriterMs } }),
  );
  const each: number[] = [];
  const seconds =
    (await time(() => Promise.all(Array.from({ length: WRITERS }, (_, n) => write(many, `writer-${n}`, each))))) /
    1_000;
  printDistribution(print, `an append of ${WRITERS} writers`, { wall: each });
  const appends = (WRITERS * APPENDS_EACH) / seconds;
  isWithin.push(
    printFigure(print, `${WRITERS} writers together`, appends, "appends a second", {
      atLeast: LIMITS.appendsPerSecond,
    }),
  );
  for (const store of [file, many, back]) await store.close();
  return isWithin.every(Boolean);
}

const copy = (from: EventStore, to: EventStore): Promise<void> => {
  const copied = new EventCopy(to, []);
  return copyEvents(allEvents(from), () => copied, { atOnce: true });
};

/** Appends sequentially and records how long each append takes (ms). */
async function write(store: EventStore, stream: string, times: number[]): Promise<void> {
  for (let version = 0; version < APPENDS_EACH; version++)
    times.push(await time(() => store.append(stream, [newEvent()], version)));
}

const newEvent = () => ({
  id: randomUUID(),
  type: "InputsSet",
  schemaVersion: 1,
  time: new Date().toISOString(),
  actor: "user:1",
  correlationId: randomUUID(),
  causationId: null,
  data: { userValues: { costs_gas: 20, share_of_electricity: 40 }, balancedValues: {}, removed: [] },
});
