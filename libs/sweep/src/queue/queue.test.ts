/** Tests a service with its workers in memory; verification/faults kills real processes. */
import type { Clock } from "@etesian/clock";
import type { WorkItem } from "@etesian/event-bus";
import type { Part } from "@etesian/explore";
import { expect, onTestFinished, test } from "vitest";
import type { PartFile, PlannedSweep, Sweep, SweepPool } from "../running/index.ts";
import { mixedSpec } from "../sweep.fixture.ts";
import { PartWorker } from "./part-worker.ts";
import type { SweepDispatcher } from "./sweep-dispatcher.ts";
import { SweepQueue } from "./sweep-queue.ts";

const sweep: Sweep = { id: "one", spec: mixedSpec(), base: { kind: "written", area: null, endYear: 2050, values: {} } };
const parts: readonly Part[] = Array.from({ length: 300 }, (_, index) => ({ from: 5 * index, to: 5 * index + 5 }));
const silentLog = { warn: () => {}, error: () => {} };

/** A clock whose pauses end immediately and advance its time. */
class ImmediateClock implements Clock {
  #elapsed = 0;
  now = (): Date => new Date(this.#elapsed);
  elapsed = (): number => this.#elapsed;
  async pause(ms: number): Promise<void> {
    await this.nextTurn();
    this.#elapsed += ms;
  }
  nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
}

/** A queue in memory that can lose its items. */
class MemoryQueue {
  readonly waitingItems = new Map<string, { readonly topic: string; readonly name: string }>();
  readonly #takenKeys = new Set<string>();
  puts = 0;

  async put(topic: string, name: string): Promise<void> {
    this.puts += 1;
    this.waitingItems.set(`${topic} ${name}`, { topic, name });
  }
  async namesIn(topic: string): Promise<ReadonlySet<string>> {
    return new Set([...this.waitingItems.values()].flatMap((item) => (item.topic === topic ? [item.name] : [])));
  }
  async drop(): Promise<void> {
    this.waitingItems.clear();
  }
  async worker() {
    return { next: () => this.#next() };
  }
  async #next(): Promise<WorkItem | null> {
    await new Promise((resolve) => setImmediate(resolve));
    const next = [...this.waitingItems].find(([key]) => !this.#takenKeys.has(key));
    if (next === undefined) return null;
    const [key, item] = next;
    this.#takenKeys.add(key);
    return {
      ...item,
      done: async () => {
        this.waitingItems.delete(key);
        this.#takenKeys.delete(key);
      },
      requeue: () => void this.#takenKeys.delete(key),
    };
  }
}

const plannedSweep = (engine: string): PlannedSweep => ({
  outline: { rows: 0, dimensions: 0, factors: [], omitted: [], settings: [], outputs: [], parts: [] },
  base: { area: "nl", endYear: 2050, recipeHash: "" },
  versions: { engine, model: "m" },
});

/** A pool whose rows identify their part. */
const poolOf = (engine = "1"): Pick<SweepPool, "threads" | "plan" | "calculateRows"> => ({
  threads: 2,
  plan: async () => plannedSweep(engine),
  calculateRows: async (_, { from, to }): Promise<PartFile> => ({
    file: Uint8Array.of(from, to),
    failed: 0,
    milliseconds: 1,
    processorMs: 1,
  }),
});

const clock = new ImmediateClock();
const createQueue = () => {
  const items = new MemoryQueue();
  return { items, queue: new SweepQueue({ queue: items, pool: poolOf(), clock, log: silentLog }) };
};

function startWorker(
  items: MemoryQueue,
  dispatcher: SweepDispatcher,
  pool = poolOf(),
): { readonly calculatedParts: () => number } {
  let calculatedParts = 0;
  const countingPool: typeof pool = {
    ...pool,
    calculateRows: (...part) => {
      calculatedParts += 1;
      return pool.calculateRows(...part);
    },
  };
  const worker = new PartWorker({ queue: items, dispatcher, pool: countingPool, clock, log: silentLog });
  onTestFinished(() => worker.close());
  return { calculatedParts: () => calculatedParts };
}

/** Calculates all parts; returns the first variant of each part that arrived. */
async function calculateAllParts(
  queue: SweepQueue,
  onPart: (part: Part) => void = () => {},
): Promise<readonly number[]> {
  const starts: number[] = [];
  await queue.calculate(sweep, parts, {
    onPart: (part, { file }) => {
      onPart(part);
      expect([...file]).toEqual([...Uint8Array.of(part.from, part.to)]);
      starts.push(part.from);
    },
    onDefect: () => {},
  });
  return starts.toSorted((a, b) => a - b);
}

const ALL_STARTS = parts.map(({ from }) => from);

test("every part arrives once from several workers, and the queue contains a limited number of parts", async () => {
  const { items, queue } = createQueue();
  const workers = [startWorker(items, queue), startWorker(items, queue)];
  let maxWaiting = 0;
  expect(
    await calculateAllParts(queue, () => void (maxWaiting = Math.max(maxWaiting, items.waitingItems.size))),
  ).toEqual(ALL_STARTS);
  expect(maxWaiting).toBeLessThanOrEqual(100);
  expect(workers.every(({ calculatedParts }) => calculatedParts() > 0)).toBe(true);
  expect(items.waitingItems.size).toBe(0);
});

test("parts that the queue has lost are queued again", async () => {
  const { items, queue } = createQueue();
  startWorker(items, queue);
  let count = 0;
  const loseAll = (): void => void (++count === 50 && items.waitingItems.clear());
  expect(await calculateAllParts(queue, loseAll)).toEqual(ALL_STARTS);
  expect(items.puts).toBeGreaterThan(parts.length);
});

test("a worker keeps its rows while the service cannot be reached or has not resumed the sweep", async () => {
  const { items, queue } = createQueue();
  let calls = 0;
  const isUnreachable = (): boolean => ++calls % 5 !== 0;
  const dispatcher: SweepDispatcher = {
    sweepOf: async (id) => (isUnreachable() ? "later" : queue.sweepOf(id)),
    add: async (...args) => {
      if (isUnreachable()) throw new Error("no connection");
      return queue.add(...args);
    },
  };
  const { calculatedParts } = startWorker(items, dispatcher);
  expect(await calculateAllParts(queue)).toEqual(ALL_STARTS);
  expect(calculatedParts()).toBe(parts.length);
});

test("rows of another engine or model are refused, and another worker calculates them", async () => {
  const { items, queue } = createQueue();
  startWorker(items, queue, poolOf("2"));
  startWorker(items, queue);
  expect(await calculateAllParts(queue)).toEqual(ALL_STARTS);
  const queueWithoutWorkers = createQueue().queue;
  const run = queueWithoutWorkers.calculate(sweep, parts.slice(0, 1), { onPart: () => {}, onDefect: () => {} });
  await clock.nextTurn();
  const add = (engine: string) =>
    queueWithoutWorkers.add(sweep.id, parts[0]!, { file: Uint8Array.of(1), failed: 0 }, { engine, model: "m" });
  expect(await add("2")).toBe("other_version");
  expect(await add("1")).toBe("added");
  await run;
});

test("workers remove the parts of a finished sweep from the queue", async () => {
  const { items } = createQueue();
  await items.put("gone", "00000000-00000005");
  const { calculatedParts } = startWorker(items, { sweepOf: async () => "over", add: async () => "over" });
  await expect.poll(() => items.waitingItems.size).toBe(0);
  expect(calculatedParts()).toBe(0);
});

test("a sweep ends and leaves the queue if it is cancelled, or if its rows cannot be stored", async () => {
  const { items, queue } = createQueue();
  const cancel = new AbortController();
  const run = queue.calculate(sweep, parts, { onPart: () => {}, onDefect: () => {}, signal: cancel.signal });
  await clock.nextTurn();
  cancel.abort(new Error("cancelled"));
  await expect(run).rejects.toThrow("cancelled");
  expect(items.waitingItems.size).toBe(0);
  startWorker(items, queue);
  const failToStore = (): never => {
    throw new Error("the disk is full");
  };
  await expect(calculateAllParts(queue, failToStore)).rejects.toThrow("the disk is full");
  expect(items.waitingItems.size).toBe(0);
});
