import { systemClock } from "@etesian/clock";
import { expect, test } from "vitest";
import { BusyError, KeyedQueue } from "./keyed-queue.ts";

/** Work that runs until the test ends it. */
function job(name: string, log: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    end: resolve,
    work: async () => {
      log.push(`${name} begins`);
      await promise;
      return name;
    },
  };
}

test("tasks of a key run in sequence while another key's tasks proceed", async () => {
  const log: string[] = [];
  const queue = new KeyedQueue<string>({ length: 8, waitMs: 10_000 }, systemClock);
  const [a, b, other] = [job("a", log), job("b", log), job("other", log)];
  const results = [queue.run("x", a.work), queue.run("x", b.work), queue.run("y", other.work)];
  expect(log).toEqual(["a begins", "other begins"]);
  a.end();
  expect(await results[0]).toBe("a");
  b.end();
  other.end();
  expect(await Promise.all(results)).toEqual(["a", "b", "other"]);
  expect(log).toEqual(["a begins", "other begins", "b begins"]);
});

test("a failure reaches its caller and does not block the queue", async () => {
  const queue = new KeyedQueue<number>({ length: 8, waitMs: 10_000 }, systemClock);
  const failing = queue.run(1, () => Promise.reject(new Error("no")));
  const next = queue.run(1, async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("a shared failure also fails the queued work of its key; later work runs normally", async () => {
  const outage = new Error("the service does not respond");
  const limits = { length: 8, waitMs: 10_000, concernsAll: (error: unknown) => error === outage };
  const queue = new KeyedQueue<number>(limits, systemClock);
  const log: string[] = [];
  const head = Promise.withResolvers<string>();
  const failing = queue.run(1, () => head.promise);
  const queued = Array.from({ length: 3 }, (_, n) => queue.run(1, job(`queued ${n}`, log).work));
  const otherKeyResult = queue.run(2, async () => "done");
  head.reject(outage);
  const outcomes = await Promise.allSettled([failing, ...queued]);
  expect(outcomes).toEqual(outcomes.map(() => ({ status: "rejected", reason: outage })));
  expect([log, queue.queueLength(1), await otherKeyResult]).toEqual([[], 0, "done"]);
  expect(await queue.run(1, async () => "later")).toBe("later");
});

test("the queue is bounded, and rejected work occupies no slot", async () => {
  const queue = new KeyedQueue<number>({ length: 1, waitMs: 10_000 }, systemClock);
  const [first, second] = [job("first", []), job("second", [])];
  const results = [queue.run(1, first.work), queue.run(1, second.work)];
  await expect(queue.run(1, second.work)).rejects.toEqual(new BusyError("1 already queued"));
  first.end();
  second.end();
  expect(await Promise.all(results)).toEqual(["first", "second"]);
  expect(await queue.run(1, async () => "later")).toBe("later");
});

test("an aborted caller's work leaves the queue immediately and never starts", async () => {
  const log: string[] = [];
  const queue = new KeyedQueue<number>({ length: 1, waitMs: 10_000 }, systemClock);
  const [first, second] = [job("first", log), job("second", log)];
  const running = queue.run(1, first.work);
  const controller = new AbortController();
  const result = queue.run(1, second.work, controller.signal);
  controller.abort(new Error("gone"));
  await expect(result).rejects.toThrow("gone");
  expect(queue.queueLength(1)).toBe(0);
  await expect(queue.run(1, second.work, controller.signal)).rejects.toThrow("gone");
  first.end();
  await running;
  expect(log).toEqual(["first begins"]);
});

test("a task that waited too long does not start, and the other tasks keep their order", async () => {
  const log: string[] = [];
  const queue = new KeyedQueue<number>({ length: 10, waitMs: 20 }, systemClock);
  const [first, late, next] = [job("first", log), job("late", log), job("next", log)];
  const running = queue.run(1, first.work);
  await expect(queue.run(1, late.work)).rejects.toBeInstanceOf(BusyError);
  const following = queue.run(1, next.work);
  first.end();
  next.end();
  expect(await Promise.all([running, following])).toEqual(["first", "next"]);
  expect(log).toEqual(["first begins", "next begins"]);
});
