/**
 * A thread's queue, earliest deadline first. Expensive tasks have later deadlines than cheap ones, and the deadlines
 * of a client's tasks move back with its queued work, so a flood delays its sender. Deadlines are fixed at arrival,
 * so no task starves.
 */
export interface Claim {
  /** The client; callers without one share a queue. */
  readonly client: string;
  /** Estimated thread time (ms); only the proportions matter. */
  readonly cost: number;
}

/** Delay of a deadline for each millisecond of cost (ms). */
const DELAY_PER_COST = 10;

interface QueuedItem<T> {
  readonly item: T;
  readonly due: number;
}

export class DeadlineQueue<T extends Claim> {
  readonly #waiting: QueuedItem<T>[] = [];
  readonly #now: () => number;

  /** `now` returns milliseconds since an arbitrary moment. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(item: T): void {
    let before = 0;
    for (const { item: other } of this.#waiting) {
      if (other.client === item.client && other.cost <= item.cost) before += other.cost;
    }
    const due = this.#now() + DELAY_PER_COST * (before + item.cost);
    const place = this.#waiting.findLastIndex((other) => other.due <= due) + 1;
    this.#waiting.splice(place, 0, { item, due });
  }

  /**
   * Removes and returns the first item that fits; null if none does. `before` returns the items with earlier
   * deadlines.
   */
  take(fits: (item: T, before: () => readonly T[]) => boolean): T | null {
    const itemsBefore = (place: number) => () => this.#waiting.slice(0, place).map(({ item }) => item);
    const place = this.#waiting.findIndex(({ item }, at) => fits(item, itemsBefore(at)));
    return place < 0 ? null : this.#waiting.splice(place, 1)[0]!.item;
  }

  /** Removes an item; returns whether it was queued. */
  remove(item: T): boolean {
    const place = this.#waiting.findIndex((waiting) => waiting.item === item);
    if (place >= 0) this.#waiting.splice(place, 1);
    return place >= 0;
  }

  /** Empties the queue and returns its items. */
  clear(): readonly T[] {
    return this.#waiting.splice(0).map(({ item }) => item);
  }
}
