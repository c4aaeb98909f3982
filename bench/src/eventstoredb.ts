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
/** Events per stream. */
const STREAM_LENGTH = 25;
/** Streams filled concurrently; their appends to a file share commits. */
const CONCURRENT = 500;
const WRITERS = 8;
const APPENDS_EACH = 250;
const OPENINGS = 20;

const LIMITS = { checkSeconds: 15, copiedPerSecond: 1_000, appendsPerSecond: 800, oneWriterMs: 3, openingMs: 100 };

export const eventStoreDbBenchmark: Benchmark = {
  about: `${EVENTS.toLocaleString("en")} events in EventStoreDB: copied, checked; appends of 1 and ${WRITERS} writers`,
  run: async (print) => {
    const command = eventStoreDbCommand();
    if (command === null) {
      print("skipped: EVENTSTORE_COMMAND names no EventStoreDB program");
      return true;
    }
    const directory = mkdtempSync(join(tmpdir(), "etesian-bench-eventstoredb-"));
    const node = new EventStoreDbNode(command, join(directory, "node"), await freeNodePort());
    try {
      node.start();
      await node.waitUntilReady();
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
  const target = await open("many");
  const resultsWithinLimits: boolean[] = [];

  const importedPerSecond = EVENTS / ((await time(() => copy(file, target))) / 1_000);
  resultsWithinLimits.push(
    printFigure(print, "copied from a file", importedPerSecond, "events a second", { atLeast: LIMITS.copiedPerSecond }),
  );
  const checkSeconds = (await time(() => checkStore(target))) / 1_000;
  resultsWithinLimits.push(
    printFigure(print, `a check of ${EVENTS} events`, checkSeconds, "s", { atMost: LIMITS.checkSeconds }),
  );
  const copiedBack = await openEventStore(`sqlite:${join(directory, "back.db")}`);
  const exportedPerSecond = EVENTS / ((await time(() => copy(target, copiedBack))) / 1_000);
  resultsWithinLimits.push(
    printFigure(print, "copied into a file", exportedPerSecond, "events a second", {
      atLeast: LIMITS.copiedPerSecond,
    }),
  );

  const openingTimes: number[] = [];
  for (let n = 0; n < OPENINGS; n++) {
    const startedAt = performance.now();
    const quietStore = await open("quiet");
    await quietStore.head();
    openingTimes.push(performance.now() - startedAt);
    await quietStore.close();
  }
  const limits = { p50: LIMITS.openingMs };
  resultsWithinLimits.push(
    printDistribution(print, "a quiet namespace, until its end is read", { wall: openingTimes }, { limits }),
  );

  const singleWriterTimes: number[] = [];
  await write(target, "one", singleWriterTimes);
  resultsWithinLimits.push(
    printDistribution(
      print,
      "an append with one writer",
      { wall: singleWriterTimes },
      { limits: { p50: LIMITS.oneWriterMs } },
    ),
  );
  const durations: number[] = [];
  const seconds =
    (await time(() =>
      Promise.all(Array.from({ length: WRITERS }, (_, n) => write(target, `writer-${n}`, durations))),
    )) / 1_000;
  printDistribution(print, `an append with ${WRITERS} writers`, { wall: durations });
  const appends = (WRITERS * APPENDS_EACH) / seconds;
  resultsWithinLimits.push(
    printFigure(print, `${WRITERS} writers together`, appends, "appends a second", {
      atLeast: LIMITS.appendsPerSecond,
    }),
  );
  for (const store of [file, target, copiedBack]) await store.close();
  return resultsWithinLimits.every(Boolean);
}

const copy = (from: EventStore, to: EventStore): Promise<void> => {
  const eventCopy = new EventCopy(to, []);
  return copyEvents(allEvents(from), () => eventCopy, { preservesOrder: true });
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
