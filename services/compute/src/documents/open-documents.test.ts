import fc from "fast-check";
import { expect, test } from "vitest";
import type { Chunk } from "./documents.ts";
import { OpenDocuments } from "./open-documents.ts";

/** A document of `length` chunks that counts the generated ones. */
function document(length: number) {
  let made = 0;
  const begin = function* (): Generator<string> {
    for (let chunk = 0; chunk < length; chunk++) {
      made += 1;
      yield `chunk ${chunk}`;
    }
  };
  return { begin, made: () => made };
}

const text = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `chunk ${from + n}`);

test("chunks are generated on request, each once", () => {
  const documents = new OpenDocuments();
  const { begin, made } = document(1_000);
  expect([...documents.read("solution", 1, 0, 1, begin)]).toEqual(text(0, 1));
  expect(made()).toBe(1);
  expect([...documents.read("solution", 1, 1, 2, begin)]).toEqual(text(1, 3));
  expect(made()).toBe(3);
});

test("a solution is in use until all of its documents are complete", () => {
  const documents = new OpenDocuments();
  const { begin } = document(3);
  const isRead = [documents.has("solution")];
  for (const from of [0, 2]) {
    for (const _ of documents.read("solution", 1, from, 2, begin));
    isRead.push(documents.has("solution"), documents.has("other"));
  }
  expect(isRead).toEqual([false, true, false, false, false]);
});

test("an evicted document is generated again and continues at its reader's position", () => {
  const documents = new OpenDocuments();
  const { begin, made } = document(10);
  expect([...documents.read("solution", 1, 0, 4, begin)]).toEqual(text(0, 4));
  for (let other = 0; other < 4; other++) documents.read(`solution ${other}`, 2, 0, 1, document(10).begin).next();
  expect([...documents.read("solution", 1, 4, 4, begin)]).toEqual(text(4, 8));
  expect(made()).toBe(4 + 8);
  expect([...documents.read("solution", 1, 8, 4, begin)]).toEqual(text(8, 10));
});

test("every reader gets every chunk once, with any number of readers in any order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(8)), { maxLength: 300 }), (reads) => {
      const documents = new OpenDocuments();
      const received = new Map<number, Chunk[]>();
      for (const [reader, solution] of reads) {
        const id = reader * 10 + solution;
        const known = received.get(id) ?? [];
        known.push(...documents.read(`solution ${solution}`, id, known.length, 2, document(5).begin));
        received.set(id, known);
      }
      for (const chunks of received.values()) expect(chunks).toEqual(text(0, chunks.length));
    }),
  );
});
