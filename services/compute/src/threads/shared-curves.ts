/** Which curves the threads have read: each gets with its next task what the others have read since its last. */
import type { ReadCurve } from "@etesian/model";

export class SharedCurves {
  readonly #curves: ReadCurve[] = [];
  readonly #files = new Set<string>();
  /** How many of the curves a thread was given. */
  readonly #given = new Map<number, number>();

  add(curves: readonly ReadCurve[]): void {
    for (const curve of curves) {
      // Two threads may read the same file at the same time: the first is the one that is shared.
      if (this.#files.has(curve.file)) continue;
      this.#files.add(curve.file);
      this.#curves.push(curve);
    }
  }

  /** Curves that a thread has not been given yet. */
  take(thread: number): readonly ReadCurve[] {
    const from = this.#given.get(thread) ?? 0;
    this.#given.set(thread, this.#curves.length);
    return this.#curves.slice(from);
  }

  /** A thread was replaced by a new one, which has none. */
  reset(thread: number): void {
    this.#given.delete(thread);
  }
}
