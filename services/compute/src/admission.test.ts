import { expect, test } from "vitest";
import { Admission, QueueFullError } from "./admission.ts";

/** Work that continues until it is released or its signal aborts. */
function createSubmitter(admission: Admission) {
  const ends: (() => void)[] = [];
  const submit = (client: string, signal = new AbortController().signal): Promise<string> =>
    admission.run(
      { client, signal },
      (workSignal) =>
        new Promise((resolve, reject) => {
          ends.push(() => resolve(`${client} is answered`));
          workSignal.addEventListener("abort", () => reject(workSignal.reason));
        }),
    );
  return { submit, end: () => ends.forEach((one) => one()) };
}

test("the queue admits requests up to its capacity, and frees their slots", async () => {
  const admission = new Admission(2);
  const { submit, end } = createSubmitter(admission);
  const pending = [submit("x"), submit("x")];
  await expect(submit("x")).rejects.toEqual(new QueueFullError("2 calculations are waiting"));
  end();
  expect(await Promise.all(pending)).toEqual(["x is answered", "x is answered"]);
  expect(await admission.run({ client: "x", signal: new AbortController().signal }, async () => "later")).toBe("later");
});

test("a full queue evicts the latest request from a flooding client", async () => {
  const { submit, end } = createSubmitter(new Admission(3));
  const flood = Promise.allSettled([submit("flood"), submit("flood"), submit("flood")]);
  const single = submit("one");
  // The clients hold two slots and one, because no client gets more than an equal share.
  await expect(submit("one")).rejects.toThrow(QueueFullError);
  await expect(submit("flood")).rejects.toThrow(QueueFullError);
  end();
  expect(await single).toBe("one is answered");
  expect(await flood).toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled" },
    { reason: new QueueFullError("3 calculations are waiting") },
  ]);
});

test("a client that disconnects gets its own reason, and frees its slot", async () => {
  const admission = new Admission(1);
  const { submit } = createSubmitter(admission);
  const disconnection = new AbortController();
  const pending = submit("x", disconnection.signal);
  disconnection.abort(new Error("gone"));
  await expect(pending).rejects.toThrow("gone");
  expect(await admission.run({ client: "x", signal: new AbortController().signal }, async () => "later")).toBe("later");
});
