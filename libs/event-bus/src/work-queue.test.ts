import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkQueue } from "./open.ts";
import { findNats, hasNatsProgram, removeQueue, TestBroker } from "./testing/brokers.ts";
import type { WorkItem, WorkQueue } from "./work-queue.ts";

const nats = await findNats();
const missing = "missing" in nats ? nats.missing : null;

/** Time after which the server has written the state of its consumers; a kill before that loses the last changes. */
const CONSUMER_STATE_DELAY_MS = 1_500;

async function openQueue(url: string): Promise<WorkQueue> {
  const queue = (await openWorkQueue(url, "work"))!;
  onTestFinished(() => queue.close());
  return queue;
}

/** A separate queue on the server. */
async function createQueue(): Promise<{ readonly queue: WorkQueue; readonly url: string }> {
  const url = `${"url" in nats ? nats.url : ""}/test_${randomUUID().replaceAll("-", "")}`;
  onTestFinished(() => removeQueue(url, "work"));
  return { queue: await openQueue(url), url };
}

/** Takes `count` items. */
async function take(queue: WorkQueue, count: number): Promise<readonly WorkItem[]> {
  const worker = await queue.worker();
  const items: WorkItem[] = [];
  while (items.length < count) items.push((await worker.next())!);
  return items;
}

const namesOf = (items: readonly WorkItem[]): readonly string[] => items.map(({ name }) => name);

test("a bus within one process has no work queue", async () => {
  expect(await openWorkQueue("memory:", "work")).toBeNull();
});

describe.skipIf(missing !== null)(`a work queue${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  test("each item goes to one worker, in order", async () => {
    const { queue, url } = await createQueue();
    for (const name of ["a", "b", "c"]) await queue.put("topic", name);
    const other = await openQueue(url);
    expect(namesOf([...(await take(queue, 1)), ...(await take(other, 2))])).toEqual(["a", "b", "c"]);
  });

  test("an item is queued only once until it is done", async () => {
    const { queue } = await createQueue();
    for (const name of ["a", "a", "b"]) await queue.put("topic", name);
    const items = await take(queue, 2);
    expect(namesOf(items)).toEqual(["a", "b"]);
    await queue.put("topic", "a");
    expect([...(await queue.namesIn("topic"))].toSorted()).toEqual(["a", "b"]);
    for (const item of items) await item.done();
    expect(await queue.namesIn("topic")).toEqual(new Set());
    await queue.put("topic", "a");
    expect(namesOf(await take(queue, 1))).toEqual(["a"]);
  });

  test("an item returned by a worker goes to the next worker", async () => {
    const { queue } = await createQueue();
    await queue.put("topic", "a");
    (await take(queue, 1))[0]!.requeue(1);
    expect(namesOf(await take(queue, 1))).toEqual(["a"]);
  });

  test("dropping a topic keeps the other topics", async () => {
    const { queue } = await createQueue();
    await queue.put("one", "a");
    await queue.put("two", "b");
    await queue.drop("one");
    expect(await queue.namesIn("one")).toEqual(new Set());
    expect(await take(queue, 1)).toMatchObject([{ topic: "two", name: "b" }]);
  });
});

describe.skipIf(!hasNatsProgram())(
  `a killed server${hasNatsProgram() ? "" : " (skipped: there is no nats-server)"}`,
  () => {
    async function startBroker(): Promise<{ readonly broker: TestBroker; readonly queue: WorkQueue }> {
      const broker = await TestBroker.create();
      onTestFinished(() => broker.remove());
      await broker.start();
      return { broker, queue: await openQueue(broker.url) };
    }

    /** Adds an item as soon as the server can be reached. */
    async function putWhenReachable(queue: WorkQueue, name: string): Promise<void> {
      while (
        !(await queue.put("topic", name).then(
          () => true,
          () => false,
        ))
      )
        await sleep(50);
    }

    test("a killed server keeps its items", async () => {
      const { broker, queue } = await startBroker();
      for (const name of ["a", "b"]) await queue.put("topic", name);
      await broker.kill();
      await expect(queue.put("topic", "c")).rejects.toThrow(/timeout|disconnect|closed|refused/i);
      await broker.start();
      await putWhenReachable(queue, "c");
      expect(namesOf(await take(queue, 3))).toEqual(["a", "b", "c"]);
    });

    test("a server that is killed after a topic was dropped delivers new items", async () => {
      const { broker, queue } = await startBroker();
      for (const name of ["a", "b", "c"]) await queue.put("topic", name);
      for (const item of await take(queue, 2)) await item.done();
      await queue.drop("topic");
      await sleep(CONSUMER_STATE_DELAY_MS);
      await broker.kill();
      await broker.start();
      await putWhenReachable(queue, "d");
      expect(await queue.namesIn("topic")).toEqual(new Set(["d"]));
      expect(namesOf(await take(queue, 1))).toEqual(["d"]);
    });
  },
);
