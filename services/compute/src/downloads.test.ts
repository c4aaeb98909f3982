import { expect, test, vi } from "vitest";
import { QueueFullError } from "./admission.ts";
import { type Download, Downloads, type MakeChunks } from "./downloads.ts";

const patientCaller = (client = "") => ({ client, signal: new AbortController().signal });

/**
 * Generates documents of `length` chunks. Counts how often each chunk was generated, and the maximum number of
 * concurrent documents.
 */
function countingMaker() {
  const counts = new Map<string, number>();
  let runningCount = 0;
  let maxConcurrent = 0;
  const maker =
    (name: string, length: number, gate: Promise<void> = Promise.resolve()): MakeChunks =>
    async (from, count) => {
      if (from === 0) maxConcurrent = Math.max(maxConcurrent, (runningCount += 1));
      await gate;
      const numbers = Array.from({ length: Math.max(0, Math.min(count, length - from)) }, (_, n) => from + n);
      for (const number of numbers) counts.set(`${name} ${number}`, (counts.get(`${name} ${number}`) ?? 0) + 1);
      if (numbers.length < count) runningCount -= 1;
      const chunks = numbers.map((number) => new Uint8Array(Buffer.from(`${name} ${number};`)));
      return { kind: "document", fileName: name, chunks };
    };
  return { maker, counts, maxConcurrent: () => maxConcurrent };
}

async function textOf(download: Awaited<ReturnType<Downloads["open"]>>): Promise<string> {
  if (download.kind !== "download") throw new Error(`refused: ${download.kind}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of download.chunks) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const text = (name: string, length: number) => Array.from({ length }, (_, n) => `${name} ${n};`).join("");

test("every chunk is created once for any number of readers, and four documents are generated at a time", async () => {
  const downloads = new Downloads();
  const { maker, counts, maxConcurrent } = countingMaker();
  const names = Array.from({ length: 64 }, (_, n) => `table ${n}`);
  const texts = await Promise.all(
    names.map(async (name) => textOf(await downloads.open(name, maker(name, 9), patientCaller(name)))),
  );
  expect(texts).toEqual(names.map((name) => text(name, 9)));
  expect(counts.size).toBe(64 * 9);
  expect(new Set(counts.values())).toEqual(new Set([1]));
  expect(maxConcurrent()).toBe(4);
});

test("readers of one document share its generation, and the first reader may leave", async () => {
  const downloads = new Downloads();
  const { maker, counts } = countingMaker();
  const gate = Promise.withResolvers<void>();
  const first = downloads.open("table", maker("table", 5, gate.promise), patientCaller());
  const otherReaders = [1, 2, 3].map(() => downloads.open("table", maker("table", 5), patientCaller()));
  gate.resolve();
  ((await first) as Download).close();
  for (const other of otherReaders) expect(await textOf(await other)).toBe(text("table", 5));
  expect(new Set(counts.values())).toEqual(new Set([1]));
});

test("the generation of a document without readers stops", async () => {
  const downloads = new Downloads();
  const offsets: number[] = [];
  const gate = Promise.withResolvers<void>();
  const make: MakeChunks = async (from, count, { signal }) => {
    offsets.push(from);
    if (from > 0) await gate.promise;
    signal.throwIfAborted();
    const chunks = Array.from({ length: count }, () => new Uint8Array(1));
    return { kind: "document", fileName: "endless", chunks };
  };
  ((await downloads.open("endless", make, patientCaller())) as Download).close();
  gate.resolve();
  await vi.waitFor(async () =>
    expect(await textOf(await downloads.open("next", countingMaker().maker("next", 1), patientCaller()))).toBe(
      "next 0;",
    ),
  );
  expect(offsets).toEqual([0, 1]);
});

test("slow readers do not delay other documents", async () => {
  const downloads = new Downloads();
  const { maker } = countingMaker();
  const slowDownloads = await Promise.all(
    Array.from({ length: 60 }, (_, n) => downloads.open(`slow ${n}`, maker(`slow ${n}`, 9), patientCaller("slow"))),
  );
  expect(await textOf(await downloads.open("quick", maker("quick", 9), patientCaller("quick")))).toBe(text("quick", 9));
  for (const [n, download] of slowDownloads.entries()) expect(await textOf(download)).toBe(text(`slow ${n}`, 9));
});

test("a document that cannot be started in time is refused", async () => {
  vi.useFakeTimers();
  try {
    const downloads = new Downloads();
    const stuckForever = new Promise<void>(() => {});
    const { maker } = countingMaker();
    for (let n = 0; n < 4; n++) void downloads.open(`stuck ${n}`, maker("stuck", 2, stuckForever), patientCaller());
    const lateDownload = downloads.open("late", maker("late", 2), patientCaller());
    await Promise.all([expect(lateDownload).rejects.toThrow(QueueFullError), vi.advanceTimersByTimeAsync(45_000)]);
  } finally {
    vi.useRealTimers();
  }
});

test("a failure reaches all readers of the document, and the next request starts it again", async () => {
  const downloads = new Downloads();
  const failing: MakeChunks = () => Promise.reject(new Error("the thread ended"));
  const sharedDownloads = [1, 2].map(() => downloads.open("table", failing, patientCaller()));
  for (const download of sharedDownloads) await expect(download).rejects.toThrow("the thread ended");
  expect(await textOf(await downloads.open("table", countingMaker().maker("table", 3), patientCaller()))).toBe(
    text("table", 3),
  );
});
