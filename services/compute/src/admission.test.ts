import { expect, test } from "vitest";
import { Admission, QueueFullError } from "./admission.ts";

/** Work that continues until its signal aborts or it is released. */
function submitting(admission: Admission) {
  const ends: (() => void)[] = [];
  const ask = (client: string, signal = new AbortController().signal): Promise<string> =>
    admission.run(
      { client, signal },
      (over) =>
        new Promise((resolve, reject) => {
          ends.push(() => resolve(`${client} is answered`));
          over.addEventListener("abort", () => reject(over.reason));
        }),
    );
  return { ask, end: () => ends.forEach((one) => one()) };
}

test("the queue admits requests up to its length, and frees their places", async () => {
  const admission = new Admission(2);
  const { ask, end } = submitting(admission);
  const pending = [ask("x"), ask("x")];
  await expect(ask("x")).rejects.toEqual(new QueueFullError("2 calculations are waiting"));
  end();
  expect(await Promise.all(pending)).toEqual(["x is answered", "x is answered"]);
  expect(await admission.run({ client: "x", signal: new AbortController().signal }, async () => "later")).toBe("later");
});

test("a full queue evicts the latest request of a flooding client", async () => {
  const { ask, end } = submitting(new Admission(3));
  const flood = Promise.allSettled([ask("flood"), ask("flood"), ask("flood")]);
  const one = ask("one");
  // Two and one: no client gets more than an equal share.
  await expect(ask("one")).rejects.toThrow(QueueFullError);
  await expect(ask("flood")).rejects.toThrow(QueueFullError);
  end();
  expect(await one).toBe("one is answered");
  expect(await flood).toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled" },
    { reason: new QueueFullError("3 calculations are waiting") },
  ]);
});

test("a client that disconnects gets its own reason, and frees its place", async () => {
  const admission = new Admission(1);
  const { ask } = submitting(admission);
  const gone = new AbortController();
  const pending = ask("x", gone.signal);
  gone.abort(new Error("gone"));
  await expect(pending).rejects.toThrow("gone");
  expect(await admission.run({ client: "x", signal: new AbortController().signal }, async () => "later")).toBe("later");
});
