/** Tracks the curves that threads have read: each thread receives the others' new curves with its next task. */
import type { ReadCurve } from "@etesian/model";

export class SharedCurves {
  readonly #curves: ReadCurve[] = [];
  readonly #files = new Set<string>();
  /** Number of curves that each thread has received. */
  readonly #counts = new Map<number, number>();

  add(curves: readonly ReadCurve[]): void {
    for (const curve of curves) {
      // Two threads may read the same file concurrently: the first copy is shared.
      if (this.#files.has(curve.identity)) continue;
      this.#files.add(curve.identity);
      this.#curves.push(curve);
    }
  }

  /** Curves that a thread has not received. */
  take(thread: number): readonly ReadCurve[] {
    const from = this.#counts.get(thread) ?? 0;
    this.#counts.set(thread, this.#curves.length);
    return this.#curves.slice(from);
  }

  /** Records that a thread was replaced: its successor has received no curves. */
  reset(thread: number): void {
    this.#counts.delete(thread);
  }
}
