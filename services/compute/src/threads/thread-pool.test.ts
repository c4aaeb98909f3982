import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { Piscina } from "piscina";
import { expect, onTestFinished, test } from "vitest";
import { PoolClosedError, ThreadEndedError, ThreadPool, ThreadStuckError, type ThreadTask } from "./thread-pool.ts";

type TaskOptions = Partial<Omit<ThreadTask<string>, "message">>;

/** The default options of a task. */
const ANY = {
  client: "",
  cost: 1,
  preferred: null,
  fallback: "immediately",
  limitMs: null,
  isRepeatable: false,
} as const;

function createPool(size: number, failsToStart = false) {
  const errors: string[] = [];
  const endedThreads: number[] = [];
  const started = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const make = (thread: number): Piscina<string, string> =>
    new Piscina({
      filename: new URL("./thread-pool.fixture.ts", import.meta.url).href,
      name: "work",
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      atomics: "disabled",
      execArgv: [],
      workerData: { thread, started, broken: failsToStart },
    });
  const threads = new ThreadPool<string, string>({
    size,
    make,
    onEnd: (thread) => endedThreads.push(thread),
    onError: ({ message }) => errors.push(message),
  });
  onTestFinished(() => threads.close());
  const startedTasks: string[] = [];
  const run = async (text: string, options: TaskOptions = {}): Promise<string> => {
    const message = (): { message: string; transfer: [] } => {
      startedTasks.push(text);
      return { message: text, transfer: [] };
    };
    return (await threads.run({ ...ANY, ...options, message })).outcome;
  };
  return { threads, run, startedTasks, errors, endedThreads, started: () => Atomics.load(started, 0) };
}

test("a task runs on its preferred thread if that is idle", async () => {
  const { run } = createPool(2);
  for (const preferred of [1, 0, 1, 1]) expect(await run("task", { preferred })).toBe(`task by ${preferred}`);
});

test("another thread immediately takes a task whose preferred thread is busy", async () => {
  const { run } = createPool(2);
  const results = await Promise.all([run("slow a", { preferred: 1 }), run("slow b", { preferred: 1 })]);
  expect(results).toEqual(["slow a by 1", "slow b by 0"]);
});

test("a task with affinity to a busy thread waits for it, unless many wait before it", async () => {
  const { run } = createPool(2);
  const options = { preferred: 1, fallback: "behind many" } as const;
  const results = await Promise.all(["slow a", "b", "c", "d", "e", "f"].map((text) => run(text, options)));
  expect(results).toEqual(["slow a by 1", "b by 1", "c by 1", "d by 1", "e by 1", "f by 0"]);
});

test("a task that is bound to its preferred thread waits for it", async () => {
  const { run } = createPool(2);
  const options = { preferred: 1, fallback: "never" } as const;
  const results = await Promise.all(["slow a", "slow b", "slow c"].map((text) => run(text, options)));
  expect(results).toEqual(["slow a by 1", "slow b by 1", "slow c by 1"]);
});

test("an idle thread runs its own tasks first, oldest first, before tasks without a preferred thread", async () => {
  const { run, startedTasks } = createPool(1);
  await Promise.all([run("slow a"), run("b", { preferred: 0 }), run("c"), run("d", { preferred: 0 })]);
  expect(startedTasks).toEqual(["slow a", "b", "c", "d"]);
});

test("every task is answered once, with any preferred thread and fallback", async () => {
  const { run, startedTasks } = createPool(3);
  const taskOptions = fc.record({
    preferred: fc.constantFrom(null, 0, 1, 2),
    fallback: fc.constantFrom("immediately" as const, "behind many" as const, "never" as const),
  });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(taskOptions, { maxLength: 30 }), async (optionsOfTasks) => {
      const texts = optionsOfTasks.map(() => `task ${number++}`);
      const results = await Promise.all(texts.map((text, index) => run(text, optionsOfTasks[index])));
      expect(results.map((result) => result.split(" by ")[0])).toEqual(texts);
      const strayedTasks = optionsOfTasks.filter(
        ({ preferred, fallback }, index) =>
          fallback === "never" && preferred !== null && results[index] !== `${texts[index]} by ${preferred}`,
      );
      expect(strayedTasks).toEqual([]);
    }),
    { numRuns: 30 },
  );
  expect(new Set(startedTasks).size).toBe(startedTasks.length);
});

test.each(["throw", "exit"])("a thread that ends (%s) fails only its own task and is replaced", async (end) => {
  const { run, errors, started } = createPool(2);
  await Promise.all([run("slow", { preferred: 0 }), run("slow", { preferred: 1 })]);
  const failing = run(end, { preferred: 0, fallback: "never" });
  const next = run("next", { preferred: 0, fallback: "never" });
  await expect(failing).rejects.toThrow(ThreadEndedError);
  expect(await next).toBe("next by 0");
  await expect.poll(started).toBe(3);
  expect(errors).toEqual([end === "throw" ? "out of order" : "worker exited with code: 3"]);
});

test("a thread that fails in its first task is replaced", async () => {
  const { run, started } = createPool(1);
  await expect(run("throw")).rejects.toThrow("out of order");
  expect(await run("task")).toBe("task by 0");
  await expect.poll(started).toBe(2);
});

test("threads that cannot start fail their tasks, each of which is retried a limited number of times", async () => {
  const { run, started } = createPool(1, true);
  await expect(run("a", { isRepeatable: true })).rejects.toThrow(ThreadEndedError);
  await setTimeout(100);
  const startCount = started();
  await setTimeout(100);
  expect(started()).toBe(startCount);
  await expect(run("b", { isRepeatable: true })).rejects.toThrow("a thread ended before it started its task");
  expect(started()).toBeLessThanOrEqual(startCount + 2);
});

test("the end of a thread is reported before its successor gets a task", async () => {
  const { threads, run, endedThreads } = createPool(1);
  await expect(run("exit")).rejects.toThrow(ThreadEndedError);
  expect(endedThreads).toEqual([0]);
  // The task limit does not apply to a thread that has not started.
  await run("task");
  const stuck = run("endless", { limitMs: 50 });
  const endReport = Promise.withResolvers<number>();
  const next = threads.run({
    ...ANY,
    message: () => {
      endReport.resolve(endedThreads.length);
      return { message: "next", transfer: [] };
    },
  });
  await expect(stuck).rejects.toThrow(ThreadStuckError);
  expect([await endReport.promise, (await next).outcome]).toEqual([2, "next by 0"]);
});

test("a repeatable task runs again on a new thread when its thread ends, and fails when the second thread also ends", async () => {
  const { run, started } = createPool(2);
  await Promise.all([run("slow", { preferred: 0 }), run("slow", { preferred: 1 })]);
  await expect(run("exit once", { preferred: 1, fallback: "never" })).rejects.toThrow(ThreadEndedError);
  const busy = run("slow", { preferred: 1, fallback: "never" });
  expect(await run("exit once", { preferred: 0, fallback: "never", isRepeatable: true })).toBe("exit once by 0");
  await expect.poll(started).toBe(4);
  await busy;
  await expect(run("exit", { isRepeatable: true })).rejects.toThrow("a thread ended: worker exited with code: 3");
});

test("a thread in an endless loop is terminated at the limit, and a new one runs the next task", async () => {
  const { threads, run, errors, started } = createPool(1);
  await run("task");
  expect(threads.busyMs).toBe(0);
  const stuck = run("endless", { limitMs: 50 });
  const next = run("next");
  await expect.poll(() => threads.busyMs).toBeGreaterThan(0);
  await expect(stuck).rejects.toThrow(ThreadStuckError);
  expect(await next).toBe("next by 0");
  await expect
    .poll(() => [started(), errors])
    .toEqual([2, ["a thread was terminated: it worked on one task for more than 0.05 s"]]);
});

test("an aborted task leaves the queue and never starts", async () => {
  const { run, startedTasks } = createPool(1);
  const abort = new AbortController();
  const running = run("slow a");
  const result = run("b", { signal: abort.signal });
  abort.abort(new Error("gone"));
  await expect(result).rejects.toThrow("gone");
  await expect(run("c", { signal: abort.signal })).rejects.toThrow("gone");
  expect([await running, await run("d")]).toEqual(["slow a by 0", "d by 0"]);
  expect(startedTasks).toEqual(["slow a", "d"]);
});

test("cheap tasks run first, and another client's task runs before the rest of a flood", async () => {
  const { run, startedTasks } = createPool(1);
  const expensive = { client: "flood", cost: 1_000 };
  const pending = ["slow a", "b", "c"].map((text) => run(text, expensive));
  pending.push(run("expensive of another", { client: "x", cost: 1_000 }), run("cheap", { client: "flood", cost: 1 }));
  await Promise.all(pending);
  expect(startedTasks).toEqual(["slow a", "cheap", "b", "expensive of another", "c"]);
});

test("a message that cannot be posted fails only its own task", async () => {
  const { threads, run } = createPool(1);
  const message = () => ({ message: (() => {}) as unknown as string, transfer: [] });
  await expect(threads.run({ ...ANY, message })).rejects.toThrow("could not be cloned");
  expect(await run("task")).toBe("task by 0");
});

test("closing rejects running, queued and later tasks", async () => {
  const { threads, run, errors } = createPool(1);
  const tasks = [run("slow a"), run("b")];
  const outcomes = Promise.allSettled(tasks);
  await threads.close();
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: expect.any(PoolClosedError) });
  await expect(run("c")).rejects.toThrow(PoolClosedError);
  expect(errors).toEqual([]);
});
