/**
 * A thread's queue, earliest deadline first. Expensive tasks have later deadlines than cheap ones, and a client's
 * queued work postpones the deadlines of its further tasks, so a flood delays only its sender. Deadlines are fixed at
 * arrival, so no task starves.
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
  readonly #items: QueuedItem<T>[] = [];
  readonly #now: () => number;

  /** `now` returns milliseconds since an arbitrary moment. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(item: T): void {
    let queuedCost = 0;
    for (const { item: other } of this.#items) {
      if (other.client === item.client && other.cost <= item.cost) queuedCost += other.cost;
    }
    const due = this.#now() + DELAY_PER_COST * (queuedCost + item.cost);
    const index = this.#items.findLastIndex((other) => other.due <= due) + 1;
    this.#items.splice(index, 0, { item, due });
  }

  /**
   * Removes and returns the first item that fits; null if none does. `earlierItems` returns the items with earlier
   * deadlines.
   */
  take(fits: (item: T, earlierItems: () => readonly T[]) => boolean): T | null {
    const itemsBefore = (index: number) => () => this.#items.slice(0, index).map(({ item }) => item);
    const position = this.#items.findIndex(({ item }, index) => fits(item, itemsBefore(index)));
    return position < 0 ? null : this.#items.splice(position, 1)[0]!.item;
  }

  /** Removes an item; returns whether it was queued. */
  remove(item: T): boolean {
    const index = this.#items.findIndex((queued) => queued.item === item);
    if (index >= 0) this.#items.splice(index, 1);
    return index >= 0;
  }

  /** Empties the queue and returns its items. */
  clear(): readonly T[] {
    return this.#items.splice(0).map(({ item }) => item);
  }
}
