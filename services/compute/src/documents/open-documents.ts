/**
 * The documents that a thread is making, a few chunks per task. Only the latest are cached, as many as `Downloads`
 * makes at once. Others are made again up to the chunk that is wanted: a recipe has one solution, so the chunks are the
 * same.
 */
import { LruCache } from "@etesian/collections";
import type { ResultDocument } from "./documents.ts";

/** Each holds on to its solution. */
const OPEN_SOLUTIONS = 4;
const OPEN_PER_SOLUTION = 16;

interface Open {
  readonly chunks: Iterator<string>;
  /** Chunks made so far. */
  made: number;
}

export class OpenDocuments {
  readonly #bySolution = new LruCache<string, LruCache<number, Open>>(OPEN_SOLUTIONS);

  /** Whether readers of a solution's documents may ask for the rest of one. */
  has(solution: string): boolean {
    return this.#bySolution.has(solution);
  }

  /**
   * `count` chunks of the download `id` from chunk `from` on; fewer at its end. Started again with `begin` after
   * eviction.
   */
  *read(
    solution: string,
    id: number,
    from: number,
    count: number,
    begin: () => ResultDocument["chunks"],
  ): Generator<string> {
    const documents = this.#bySolution.get(solution) ?? new LruCache<number, Open>(OPEN_PER_SOLUTION);
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
      if (open.made > from) yield value as string;
    }
  }
}
