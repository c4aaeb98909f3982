/**
 * Admission control: accepts as many requests as the queue holds. When it is full, a client with fewer requests
 * replaces the latest request from a client with more. A flood therefore fills the queue only for its sender.
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

interface AdmittedRequest {
  readonly client: string;
  readonly displacement: AbortController;
}

export class Admission {
  readonly #capacity: number;
  /** Oldest first. */
  readonly #admitted = new Set<AdmittedRequest>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Runs the work. Its signal also aborts when the request loses its slot. @throws QueueFullError if there is no free
   * slot, or another client gets the slot.
   */
  async run<T>({ client, signal }: AdmittedCaller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#admitted.size >= this.#capacity) this.#displaceFor(client);
    const admitted: AdmittedRequest = { client, displacement: new AbortController() };
    this.#admitted.add(admitted);
    const { signal: displaced } = admitted.displacement;
    try {
      return await work(AbortSignal.any([signal, displaced]));
    } catch (error) {
      throw displaced.aborted ? displaced.reason : error;
    } finally {
      this.#admitted.delete(admitted);
    }
  }

  #displaceFor(client: string): void {
    const byClient = new Map<string, AdmittedRequest[]>();
    for (const admitted of this.#admitted) {
      const sameClientRequests = byClient.get(admitted.client);
      if (sameClientRequests === undefined) byClient.set(admitted.client, [admitted]);
      else sameClientRequests.push(admitted);
    }
    const ownCount = byClient.get(client)?.length ?? 0;
    const longest = [...byClient.values()].reduce((longest, one) => (one.length > longest.length ? one : longest));
    const queueFull = new QueueFullError(`${this.#admitted.size} calculations are waiting`);
    if (longest.length <= ownCount + 1) throw queueFull;
    const displaced = longest.at(-1)!;
    this.#admitted.delete(displaced);
    displaced.displacement.abort(queueFull);
  }
}
