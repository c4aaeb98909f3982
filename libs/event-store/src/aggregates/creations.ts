/**
 * Idempotent creation with a number that the caller does not choose. `Aggregates` recognises a repeated command by
 * its aggregate. A creation has none yet, so it is recognised by its idempotency key alone.
 */
import { type Aggregates, type Cause, eventIdOf, hasCause, type Outcome } from "./aggregates.ts";
import { DuplicateEventError, EventClaimedError, type EventStore } from "../event-store.ts";
import type { ReadDatabase } from "../projections/read-database.ts";

/** The number of a creation and its outcome; the outcome is null if the same creation happened before. */
export interface Created<State, Refusal> {
  readonly id: number;
  readonly outcome: Outcome<State, Refusal> | null;
}

export class Creations<State, Command, Event, Refusal extends { readonly reason: string }> {
  readonly #aggregates: Aggregates<State, Command, Event, Refusal>;
  readonly #store: EventStore;
  readonly #numbers: ReadDatabase;
  readonly #sequence: string;
  readonly #idOf: (stream: string) => number | null;

  constructor({
    aggregates,
    store,
    numbers,
    sequence,
    idOf,
  }: {
    readonly aggregates: Aggregates<State, Command, Event, Refusal>;
    readonly store: EventStore;
    /** The source of numbers: the next one of `sequence`. */
    readonly numbers: ReadDatabase;
    readonly sequence: string;
    /** The aggregate's number for a stream; null for other aggregates' streams. */
    readonly idOf: (stream: string) => number | null;
  }) {
    this.#aggregates = aggregates;
    this.#store = store;
    this.#numbers = numbers;
    this.#sequence = sequence;
    this.#idOf = idOf;
  }

  /**
   * The number of an earlier creation with the same idempotency key; null if there is none. @throws
   * DuplicateEventError when the key was used for another operation.
   */
  async before(cause: Cause): Promise<number | null> {
    const { idempotencyKey = null } = cause;
    const event = idempotencyKey === null ? null : await this.#store.findEvent(eventIdOf(idempotencyKey, 0));
    if (event === null) return null;
    const id = this.#idOf(event.stream);
    if (id === null || event.version !== 1 || !hasCause(event, cause)) throw new DuplicateEventError(event.stream);
    return id;
  }

  /**
   * Executes the creating command with the next number, and retries with another number if it is "taken".
   * `commandFor` creates the command for a number. @throws DuplicateEventError like `before`
   */
  async create(commandFor: (id: number) => Command | Promise<Command>, cause: Cause): Promise<Created<State, Refusal>> {
    for (let claimed: number | null = null; ;) {
      const id: number = claimed ?? (await this.#numbers.nextNumber(this.#sequence));
      claimed = null;
      const command = await commandFor(id);
      const outcome = await this.#aggregates.handle(id, command, cause).catch((error: unknown) => {
        // The same creation was interrupted or is running: use its number.
        claimed = error instanceof EventClaimedError ? this.#idOf(error.claimed) : null;
        // The same creation was requested concurrently, and the other request was first.
        if (claimed === null && !(error instanceof DuplicateEventError)) throw error;
        return null;
      });
      if (claimed !== null) continue;
      if (outcome !== null && "refusal" in outcome && outcome.refusal.reason === "taken") continue;
      if (outcome !== null) return { id, outcome };
      const made = await this.before(cause);
      if (made === null) throw new Error(`${this.#sequence} ${id} is a duplicate of nothing`);
      return { id: made, outcome: null };
    }
  }
}
