import fc from "fast-check";
import { expect, test } from "vitest";
import type { Chunk } from "./documents.ts";
import { OpenDocuments } from "./open-documents.ts";

/** A document of `length` chunks that counts the generated chunks. */
function document(length: number) {
  let count = 0;
  const begin = function* (): Generator<string> {
    for (let chunk = 0; chunk < length; chunk++) {
      count += 1;
      yield `chunk ${chunk}`;
    }
  };
  return { begin, builds: () => count };
}

const text = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `chunk ${from + n}`);

test("chunks are generated on request, each once", () => {
  const documents = new OpenDocuments();
  const { begin, builds } = document(1_000);
  expect([...documents.read("solution", 1, 0, 1, begin)]).toEqual(text(0, 1));
  expect(builds()).toBe(1);
  expect([...documents.read("solution", 1, 1, 2, begin)]).toEqual(text(1, 3));
  expect(builds()).toBe(3);
});

test("a solution is in use until all of its documents are complete", () => {
  const documents = new OpenDocuments();
  const { begin } = document(3);
  const usage = [documents.has("solution")];
  for (const from of [0, 2]) {
    for (const _ of documents.read("solution", 1, from, 2, begin));
    usage.push(documents.has("solution"), documents.has("other"));
  }
  expect(usage).toEqual([false, true, false, false, false]);
});

test("an evicted document is generated again and continues at its reader's position", () => {
  const documents = new OpenDocuments();
  const { begin, builds } = document(10);
  expect([...documents.read("solution", 1, 0, 4, begin)]).toEqual(text(0, 4));
  for (let index = 0; index < 4; index++) documents.read(`solution ${index}`, 2, 0, 1, document(10).begin).next();
  expect([...documents.read("solution", 1, 4, 4, begin)]).toEqual(text(4, 8));
  expect(builds()).toBe(4 + 8);
  expect([...documents.read("solution", 1, 8, 4, begin)]).toEqual(text(8, 10));
});

test("every reader gets every chunk once, with any number of readers in any order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(8)), { maxLength: 300 }), (reads) => {
      const documents = new OpenDocuments();
      const received = new Map<number, Chunk[]>();
      for (const [reader, solution] of reads) {
        const id = reader * 10 + solution;
        const chunks = received.get(id) ?? [];
        chunks.push(...documents.read(`solution ${solution}`, id, chunks.length, 2, document(5).begin));
        received.set(id, chunks);
      }
      for (const chunks of received.values()) expect(chunks).toEqual(text(0, chunks.length));
    }),
  );
});
