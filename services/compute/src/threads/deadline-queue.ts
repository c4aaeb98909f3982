/**
 * Queue of a thread, earliest deadline first. Expensive tasks have later deadlines than cheap ones. A client's
 * deadlines move back with the work that it has queued already, so that a flood delays its sender. Deadlines are fixed
 * at arrival, so no task starves.
 */
export interface Claim {
  /** The client; callers without one share a queue. */
  readonly client: string;
  /** About how long a thread will need (ms); only the proportions count. */
  readonly cost: number;
}

/** Milliseconds that the deadline of a task moves back for each millisecond of its cost. */
const DELAY = 10;

interface Waiting<T> {
  readonly item: T;
  readonly due: number;
}

export class DeadlineQueue<T extends Claim> {
  readonly #waiting: Waiting<T>[] = [];
  readonly #now: () => number;

  /** `now` in ms, from any moment on. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(item: T): void {
    let before = 0;
    for (const { item: other } of this.#waiting) {
      if (other.client === item.client && other.cost <= item.cost) before += other.cost;
    }
    const due = this.#now() + DELAY * (before + item.cost);
    const place = this.#waiting.findLastIndex((other) => other.due <= due) + 1;
    this.#waiting.splice(place, 0, { item, due });
  }

  /** Takes the first that fits out of the line; null when none does. `before` are those that are due earlier. */
  take(fits: (item: T, before: () => readonly T[]) => boolean): T | null {
    const itemsBefore = (place: number) => () => this.#waiting.slice(0, place).map(({ item }) => item);
    const place = this.#waiting.findIndex(({ item }, at) => fits(item, itemsBefore(at)));
    return place < 0 ? null : this.#waiting.splice(place, 1)[0]!.item;
  }

  /** Whether it waited, and does so no more. */
  remove(item: T): boolean {
    const place = this.#waiting.findIndex((waiting) => waiting.item === item);
    if (place >= 0) this.#waiting.splice(place, 1);
    return place >= 0;
  }

  /** Empties the line. */
  clear(): readonly T[] {
    return this.#waiting.splice(0).map(({ item }) => item);
  }
}
