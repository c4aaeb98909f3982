/**
 * Admission control: accepts as many requests as the queue holds. When it is full, a client with fewer requests
 * replaces the latest request of a client with more. So a flood fills the queue for its sender only.
 */

/** The caller and the signal of its deadline. */
export interface AdmittedCaller {
  readonly client: string;
  readonly signal: AbortSignal;
  /** The parent span; null when tracing is off. */
  readonly trace?: string | null;
}

/** The queue is full. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

interface Admitted {
  readonly client: string;
  readonly displaced: AbortController;
}

export class Admission {
  readonly #capacity: number;
  /** Oldest first. */
  readonly #present = new Set<Admitted>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Runs the work. Its signal also aborts when the request loses its place. @throws QueueFullError if there is no
   * place, or another client took it.
   */
  async run<T>({ client, signal }: AdmittedCaller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#present.size >= this.#capacity) this.#displaceFor(client);
    const admitted: Admitted = { client, displaced: new AbortController() };
    this.#present.add(admitted);
    const { signal: displaced } = admitted.displaced;
    try {
      return await work(AbortSignal.any([signal, displaced]));
    } catch (error) {
      throw displaced.aborted ? displaced.reason : error;
    } finally {
      this.#present.delete(admitted);
    }
  }

  #displaceFor(client: string): void {
    const byClient = new Map<string, Admitted[]>();
    for (const admitted of this.#present) {
      const others = byClient.get(admitted.client);
      if (others === undefined) byClient.set(admitted.client, [admitted]);
      else others.push(admitted);
    }
    const own = byClient.get(client)?.length ?? 0;
    const longest = [...byClient.values()].reduce((longest, one) => (one.length > longest.length ? one : longest));
    const full = new QueueFullError(`${this.#present.size} calculations are waiting`);
    if (longest.length <= own + 1) throw full;
    const displaced = longest.at(-1)!;
    this.#present.delete(displaced);
    displaced.displaced.abort(full);
  }
}
