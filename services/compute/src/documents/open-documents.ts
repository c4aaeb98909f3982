/**
 * Documents that a thread is generating, a few chunks per task. Only the most recent are cached, as many as
 * `Downloads` generates concurrently. An evicted document is generated again up to the requested chunk: a recipe has
 * one solution, so the chunks are identical.
 */
import { LruCache } from "@etesian/collections";
import type { Chunk, ResultDocument } from "./documents.ts";

/** Maximum open documents; each keeps its solution in memory. */
const MAX_OPEN_SOLUTIONS = 4;
const MAX_OPEN_PER_SOLUTION = 16;

interface OpenDocument {
  readonly chunks: Iterator<Chunk>;
  /** Number of generated chunks. */
  count: number;
}

export class OpenDocuments {
  readonly #bySolution = new LruCache<string, LruCache<number, OpenDocument>>(MAX_OPEN_SOLUTIONS);

  /** Whether readers may request further chunks of a solution's documents. */
  has(solution: string): boolean {
    return this.#bySolution.has(solution);
  }

  /**
   * Yields `count` chunks of the download `id` from chunk `from` on; fewer at the end. An evicted document is
   * restarted with `begin`.
   */
  *read(
    solution: string,
    id: number,
    from: number,
    count: number,
    begin: () => ResultDocument["chunks"],
  ): Generator<Chunk> {
    const documents = this.#bySolution.get(solution) ?? new LruCache<number, OpenDocument>(MAX_OPEN_PER_SOLUTION);
    this.#bySolution.set(solution, documents);
    let document = documents.get(id);
    if (document === undefined || document.count > from) {
      document = { chunks: begin()[Symbol.iterator](), count: 0 };
      documents.set(id, document);
    }
    while (document.count < from + count) {
      const { value, done = false } = document.chunks.next();
      if (done) {
        documents.delete(id);
        if (documents.size === 0) this.#bySolution.delete(solution);
        return;
      }
      document.count += 1;
      if (document.count > from) yield value as Chunk;
    }
  }
}
