/**
 * Documents that a thread is generating, a few chunks per task. Only the most recent are cached, as many as
 * `Downloads` generates at once. An evicted document is generated again up to the requested chunk: a recipe has one
 * solution, so the chunks are identical.
 */
import { LruCache } from "@etesian/collections";
import type { Chunk, ResultDocument } from "./documents.ts";

/** Maximum open documents; each keeps its solution in memory. */
const MAX_OPEN_SOLUTIONS = 4;
const MAX_OPEN_PER_SOLUTION = 16;

interface Open {
  readonly chunks: Iterator<Chunk>;
  /** Number of chunks generated so far. */
  made: number;
}

export class OpenDocuments {
  readonly #bySolution = new LruCache<string, LruCache<number, Open>>(MAX_OPEN_SOLUTIONS);

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
    const documents = this.#bySolution.get(solution) ?? new LruCache<number, Open>(MAX_OPEN_PER_SOLUTION);
    this.#bySolution.set(solution, documents);
    let open = documents.get(id);
    if (open === undefined || open.made > from) {
      open = { chunks: begin()[Symbol.iterator](), made: 0 };
      documents.set(id, open);
    }
    while (open.made < from + count) {
      const { value, done = false } = open.chunks.next();
      if (done) {
        documents.delete(id);
        if (documents.size === 0) this.#bySolution.delete(solution);
        return;
      }
      open.made += 1;
      if (open.made > from) yield value as Chunk;
    }
  }
}
