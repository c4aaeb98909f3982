/** Tests a service with its workers in memory; verification/faults kills real processes. */
import type { Clock } from "@etesian/clock";
import type { WorkItem } from "@etesian/event-bus";
import type { Part } from "@etesian/explore";
import { expect, onTestFinished, test } from "vitest";
import type { PartFile, PlannedSweep, Sweep, SweepPool } from "../running/index.ts";
import { mixed } from "../sweep.fixture.ts";
import { PartWorker } from "./part-worker.ts";
import type { SweepDispatcher } from "./sweep-dispatcher.ts";
import { SweepQueue } from "./sweep-queue.ts";

const sweep: Sweep = { id: "one", spec: mixed(), base: { kind: "written", area: null, endYear: 2050, values: {} } };
const parts: readonly Part[] = Array.from({ length: 300 }, (_, at) => ({ from: 5 * at, to: 5 * at + 5 }));
const silent = { warn: () => {}, error: () => {} };

/** Time that passes with each pause. */
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
  readonly waiting = new Map<string, { readonly topic: string; readonly name: string }>();
  readonly #taken = new Set<string>();
  puts = 0;

  async put(topic: string, name: string): Promise<void> {
    this.puts += 1;
    this.waiting.set(`${topic} ${name}`, { topic, name });
  }
  async namesIn(topic: string): Promise<ReadonlySet<string>> {
    return new Set([...this.waiting.values()].flatMap((item) => (item.topic === topic ? [item.name] : [])));
  }
  async drop(): Promise<void> {
    this.waiting.clear();
  }
  async worker() {
    return { next: () => this.#next() };
  }
  async #next(): Promise<WorkItem | null> {
    await new Promise((resolve) => setImmediate(resolve));
    const found = [...this.waiting].find(([key]) => !this.#taken.has(key));
    if (found === undefined) return null;
    const [key, item] = found;
    this.#taken.add(key);
    return {
      ...item,
      done: async () => {
        this.waiting.delete(key);
        this.#taken.delete(key);
      },
      back: () => void this.#taken.delete(key),
    };
  }
}

const planned = (engine: string): PlannedSweep => ({
  outline: { rows: 0, dimensions: 0, factors: [], leftOut: [], settings: [], outputs: [], parts: [] },
  base: { area: "nl", endYear: 2050, recipeHash: "" },
  versions: { engine, model: "m" },
});

/** A pool whose rows name their part. */
const poolOf = (engine = "1"): Pick<SweepPool, "threads" | "plan" | "rowsOf"> => ({
  threads: 2,
  plan: async () => planned(engine),
  rowsOf: async (_, { from, to }): Promise<PartFile> => ({ file: Uint8Array.of(from, to), failed: 0, milliseconds: 1 }),
});

const clock = new ImmediateClock();
const newQueue = () => {
  const items = new MemoryQueue();
  return { items, queue: new SweepQueue({ queue: items, pool: poolOf(), clock, log: silent }) };
};

function startWorker(
  items: MemoryQueue,
  dispatcher: SweepDispatcher,
  pool = poolOf(),
): { readonly calculated: () => number } {
  let calculated = 0;
  const counting: typeof pool = {
    ...pool,
    rowsOf: (...part) => {
      calculated += 1;
      return pool.rowsOf(...part);
    },
  };
  const worker = new PartWorker({ queue: items, dispatcher, pool: counting, clock, log: silent });
  onTestFinished(() => worker.close());
  return { calculated: () => calculated };
}

/** Calculates all parts; returns the first variant of each part that arrived. */
async function arrived(queue: SweepQueue, onPart: (part: Part) => void = () => {}): Promise<readonly number[]> {
  const found: number[] = [];
  await queue.calculate(sweep, parts, {
    onPart: (part, { file }) => {
      onPart(part);
      expect([...file]).toEqual([...Uint8Array.of(part.from, part.to)]);
      found.push(part.from);
    },
    onDefect: () => {},
  });
  return found.toSorted((a, b) => a - b);
}

const ALL = parts.map(({ from }) => from);

test("every part arrives once from several workers, and the queue holds a limited number of parts", async () => {
  const { items, queue } = newQueue();
  const workers = [startWorker(items, queue), startWorker(items, queue)];
  let most = 0;
  expect(await arrived(queue, () => void (most = Math.max(most, items.waiting.size)))).toEqual(ALL);
  expect(most).toBeLessThanOrEqual(100);
  expect(workers.every(({ calculated }) => calculated() > 0)).toBe(true);
  expect(items.waiting.size).toBe(0);
});

test("parts that the queue has lost are put into it again", async () => {
  const { items, queue } = newQueue();
  startWorker(items, queue);
  let count = 0;
  const loseAll = (): void => void (++count === 50 && items.waiting.clear());
  expect(await arrived(queue, loseAll)).toEqual(ALL);
  expect(items.puts).toBeGreaterThan(parts.length);
});

test("a worker keeps its rows while the service cannot be reached, or has not continued the sweep", async () => {
  const { items, queue } = newQueue();
  let calls = 0;
  const isUnreachable = (): boolean => ++calls % 5 !== 0;
  const dispatcher: SweepDispatcher = {
    sweepOf: async (id) => (isUnreachable() ? "later" : queue.sweepOf(id)),
    add: async (...args) => {
      if (isUnreachable()) throw new Error("no connection");
      return queue.add(...args);
    },
  };
  const { calculated } = startWorker(items, dispatcher);
  expect(await arrived(queue)).toEqual(ALL);
  expect(calculated()).toBe(parts.length);
});

test("rows of another engine or model are refused, and another worker calculates them", async () => {
  const { items, queue } = newQueue();
  startWorker(items, queue, poolOf("2"));
  startWorker(items, queue);
  expect(await arrived(queue)).toEqual(ALL);
  const alone = newQueue().queue;
  const running = alone.calculate(sweep, parts.slice(0, 1), { onPart: () => {}, onDefect: () => {} });
  await clock.nextTurn();
  const add = (engine: string) =>
    alone.add(sweep.id, parts[0]!, { file: Uint8Array.of(1), failed: 0 }, { engine, model: "m" });
  expect(await add("2")).toBe("other_version");
  expect(await add("1")).toBe("added");
  await running;
});

test("a finished sweep leaves the queue, and workers drop its parts", async () => {
  const { items } = newQueue();
  await items.put("gone", "00000000-00000005");
  const { calculated } = startWorker(items, { sweepOf: async () => "over", add: async () => "over" });
  await expect.poll(() => items.waiting.size).toBe(0);
  expect(calculated()).toBe(0);
});

test("a sweep ends and leaves the queue if it is cancelled, or if its rows cannot be stored", async () => {
  const { items, queue } = newQueue();
  const cancel = new AbortController();
  const run = queue.calculate(sweep, parts, { onPart: () => {}, onDefect: () => {}, signal: cancel.signal });
  await clock.nextTurn();
  cancel.abort(new Error("cancelled"));
  await expect(run).rejects.toThrow("cancelled");
  expect(items.waiting.size).toBe(0);
  startWorker(items, queue);
  const full = (): never => {
    throw new Error("the disk is full");
  };
  await expect(arrived(queue, full)).rejects.toThrow("the disk is full");
  expect(items.waiting.size).toBe(0);
});
