import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { Piscina } from "piscina";
import { expect, onTestFinished, test } from "vitest";
import { PoolClosedError, ThreadEndedError, ThreadPool, ThreadStuckError, type ThreadTask } from "./thread-pool.ts";

type Place = Partial<Omit<ThreadTask<string>, "message">>;

/** The default options of a task. */
const ANY = { client: "", cost: 1, preferred: null, fallback: "at once", limitMs: null, isRepeatable: false } as const;

function pool(size: number, broken = false) {
  const errors: string[] = [];
  const ended: number[] = [];
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
      workerData: { thread, started, broken },
    });
  const threads = new ThreadPool<string, string>({
    size,
    make,
    onEnd: (thread) => ended.push(thread),
    onError: ({ message }) => errors.push(message),
  });
  onTestFinished(() => threads.close());
  const taken: string[] = [];
  const run = async (text: string, place: Place = {}): Promise<string> => {
    const message = (): { message: string; transfer: [] } => {
      taken.push(text);
      return { message: text, transfer: [] };
    };
    return (await threads.run({ ...ANY, ...place, message })).outcome;
  };
  return { threads, run, taken, errors, ended, started: () => Atomics.load(started, 0) };
}

test("a task runs on its preferred thread if that is idle", async () => {
  const { run } = pool(2);
  for (const preferred of [1, 0, 1, 1]) expect(await run("task", { preferred })).toBe(`task by ${preferred}`);
});

test("another thread takes a task at once when its preferred one is busy", async () => {
  const { run } = pool(2);
  const answers = await Promise.all([run("slow a", { preferred: 1 }), run("slow b", { preferred: 1 })]);
  expect(answers).toEqual(["slow a by 1", "slow b by 0"]);
});

test("a task with affinity to a busy thread waits for it, unless many wait before it", async () => {
  const { run } = pool(2);
  const stay = { preferred: 1, fallback: "behind many" } as const;
  const answers = await Promise.all(["slow a", "b", "c", "d", "e", "f"].map((text) => run(text, stay)));
  expect(answers).toEqual(["slow a by 1", "b by 1", "c by 1", "d by 1", "e by 1", "f by 0"]);
});

test("a task that is bound to its preferred thread waits for it", async () => {
  const { run } = pool(2);
  const bound = { preferred: 1, fallback: "never" } as const;
  const answers = await Promise.all(["slow a", "slow b", "slow c"].map((text) => run(text, bound)));
  expect(answers).toEqual(["slow a by 1", "slow b by 1", "slow c by 1"]);
});

test("an idle thread runs its own tasks first, oldest first, before tasks without a preferred thread", async () => {
  const { run, taken } = pool(1);
  await Promise.all([run("slow a"), run("b", { preferred: 0 }), run("c"), run("d", { preferred: 0 })]);
  expect(taken).toEqual(["slow a", "b", "c", "d"]);
});

test("every task is answered once, with any dependencies", async () => {
  const { run, taken } = pool(3);
  const place = fc.record({
    preferred: fc.constantFrom(null, 0, 1, 2),
    fallback: fc.constantFrom("at once" as const, "behind many" as const, "never" as const),
  });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(place, { maxLength: 30 }), async (places) => {
      const texts = places.map(() => `task ${number++}`);
      const answers = await Promise.all(texts.map((text, index) => run(text, places[index])));
      expect(answers.map((answer) => answer.split(" by ")[0])).toEqual(texts);
      const strayed = places.filter(
        ({ preferred, fallback }, index) =>
          fallback === "never" && preferred !== null && answers[index] !== `${texts[index]} by ${preferred}`,
      );
      expect(strayed).toEqual([]);
    }),
    { numRuns: 30 },
  );
  expect(new Set(taken).size).toBe(taken.length);
});

test.each(["throw", "exit"])("a thread that ends (%s) fails only its own task and is replaced", async (end) => {
  const { run, errors, started } = pool(2);
  await Promise.all([run("slow", { preferred: 0 }), run("slow", { preferred: 1 })]);
  const failing = run(end, { preferred: 0, fallback: "never" });
  const next = run("next", { preferred: 0, fallback: "never" });
  await expect(failing).rejects.toThrow(ThreadEndedError);
  expect(await next).toBe("next by 0");
  await expect.poll(started).toBe(3);
  expect(errors).toEqual([end === "throw" ? "out of order" : "worker exited with code: 3"]);
});

test("a thread that fails in its first task is replaced", async () => {
  const { run, started } = pool(1);
  await expect(run("throw")).rejects.toThrow("out of order");
  expect(await run("task")).toBe("task by 0");
  await expect.poll(started).toBe(2);
});

test("threads that cannot start fail their tasks, each of which is retried a limited number of times", async () => {
  const { run, started } = pool(1, true);
  await expect(run("a", { isRepeatable: true })).rejects.toThrow(ThreadEndedError);
  await setTimeout(100);
  const tried = started();
  await setTimeout(100);
  expect(started()).toBe(tried);
  await expect(run("b", { isRepeatable: true })).rejects.toThrow("a thread ended before it started its task");
  expect(started()).toBeLessThanOrEqual(tried + 2);
});

test("the end of a thread is reported before its successor gets a task", async () => {
  const { threads, run, ended } = pool(1);
  await expect(run("exit")).rejects.toThrow(ThreadEndedError);
  expect(ended).toEqual([0]);
  // The task limit does not apply to a thread that has not started.
  await run("task");
  const stuck = run("endless", { limitMs: 50 });
  const reported = Promise.withResolvers<number>();
  const next = threads.run({
    ...ANY,
    message: () => {
      reported.resolve(ended.length);
      return { message: "next", transfer: [] };
    },
  });
  await expect(stuck).rejects.toThrow(ThreadStuckError);
  expect([await reported.promise, (await next).outcome]).toEqual([2, "next by 0"]);
});

test("a repeatable task runs again on a new thread when its thread ends, and fails when the second thread ends, too", async () => {
  const { run, started } = pool(2);
  await Promise.all([run("slow", { preferred: 0 }), run("slow", { preferred: 1 })]);
  await expect(run("exit once", { preferred: 1, fallback: "never" })).rejects.toThrow(ThreadEndedError);
  const busy = run("slow", { preferred: 1, fallback: "never" });
  expect(await run("exit once", { preferred: 0, fallback: "never", isRepeatable: true })).toBe("exit once by 0");
  await expect.poll(started).toBe(4);
  await busy;
  await expect(run("exit", { isRepeatable: true })).rejects.toThrow("a thread ended: worker exited with code: 3");
});

test("a thread in an endless loop is terminated at the limit, and a new one runs the next task", async () => {
  const { threads, run, errors, started } = pool(1);
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
  const { run, taken } = pool(1);
  const gone = new AbortController();
  const running = run("slow a");
  const given = run("b", { signal: gone.signal });
  gone.abort(new Error("gone"));
  await expect(given).rejects.toThrow("gone");
  await expect(run("c", { signal: gone.signal })).rejects.toThrow("gone");
  expect([await running, await run("d")]).toEqual(["slow a by 0", "d by 0"]);
  expect(taken).toEqual(["slow a", "d"]);
});

test("cheap tasks run first, and another client's task runs before the rest of a flood", async () => {
  const { run, taken } = pool(1);
  const expensive = { client: "flood", cost: 1_000 };
  const pending = ["slow a", "b", "c"].map((text) => run(text, expensive));
  pending.push(run("expensive of another", { client: "x", cost: 1_000 }), run("cheap", { client: "flood", cost: 1 }));
  await Promise.all(pending);
  expect(taken).toEqual(["slow a", "cheap", "b", "expensive of another", "c"]);
});

test("a message that cannot be posted fails only its own task", async () => {
  const { threads, run } = pool(1);
  const message = () => ({ message: (() => {}) as unknown as string, transfer: [] });
  await expect(threads.run({ ...ANY, message })).rejects.toThrow("could not be cloned");
  expect(await run("task")).toBe("task by 0");
});

test("closing rejects running, queued and later tasks", async () => {
  const { threads, run, errors } = pool(1);
  const tasks = [run("slow a"), run("b")];
  const outcomes = Promise.allSettled(tasks);
  await threads.close();
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: expect.any(PoolClosedError) });
  await expect(run("c")).rejects.toThrow(PoolClosedError);
  expect(errors).toEqual([]);
});
