/**
 * Idempotent creation of aggregates whose number the caller does not choose. `Aggregates` recognises a repeated command
 * by its aggregate. A creation has none yet, so it is recognised by its idempotency key alone.
 */
import { type Aggregates, type Cause, eventIdOf, hasCause, type Outcome } from "./aggregates.ts";
import { DuplicateEventError, EventClaimedError, type EventStore } from "../event-store.ts";
import type { ReadDatabase } from "../projections/read-database.ts";

/** The number of a creation and its outcome; the outcome is null if the same creation happened before. */
export interface CreationResult<State, Refusal> {
  readonly id: number;
  readonly outcome: Outcome<State, Refusal> | null;
}

export class Creations<State, Command, Event, Refusal extends { readonly reason: string }> {
  readonly #aggregates: Aggregates<State, Command, Event, Refusal>;
  readonly #store: EventStore;
  readonly #sequences: ReadDatabase;
  readonly #sequence: string;
  readonly #idOf: (stream: string) => number | null;

  constructor({
    aggregates,
    store,
    sequences,
    sequence,
    idOf,
  }: {
    readonly aggregates: Aggregates<State, Command, Event, Refusal>;
    readonly store: EventStore;
    /** The database of the sequences; each ID is the next number of `sequence`. */
    readonly sequences: ReadDatabase;
    readonly sequence: string;
    /** The aggregate's number for a stream; null for other aggregates' streams. */
    readonly idOf: (stream: string) => number | null;
  }) {
    this.#aggregates = aggregates;
    this.#store = store;
    this.#sequences = sequences;
    this.#sequence = sequence;
    this.#idOf = idOf;
  }

  /**
   * The number of an earlier creation with the same idempotency key; null if there is none. @throws
   * DuplicateEventError if the key was used for another operation.
   */
  async findEarlier(cause: Cause): Promise<number | null> {
    const { idempotencyKey = null } = cause;
    const event = idempotencyKey === null ? null : await this.#store.findEvent(eventIdOf(idempotencyKey, 0));
    if (event === null) return null;
    const id = this.#idOf(event.stream);
    if (id === null || event.version !== 1 || !hasCause(event, cause)) throw new DuplicateEventError(event.stream);
    return id;
  }

  /**
   * Executes the creating command with the next number, and retries with another number if it is "taken".
   * `commandFor` creates the command for a number. @throws DuplicateEventError as in `findEarlier`
   */
  async create(
    commandFor: (id: number) => Command | Promise<Command>,
    cause: Cause,
  ): Promise<CreationResult<State, Refusal>> {
    for (let claimedId: number | null = null; ;) {
      const id: number = claimedId ?? (await this.#sequences.nextNumber(this.#sequence));
      claimedId = null;
      const command = await commandFor(id);
      const outcome = await this.#aggregates.handle(id, command, cause).catch((error: unknown) => {
        // The same creation was interrupted or is running: use its number.
        claimedId = error instanceof EventClaimedError ? this.#idOf(error.claimedStream) : null;
        // The same creation was requested concurrently, and the other request was first.
        if (claimedId === null && !(error instanceof DuplicateEventError)) throw error;
        return null;
      });
      if (claimedId !== null) continue;
      if (outcome !== null && "refusal" in outcome && outcome.refusal.reason === "taken") continue;
      if (outcome !== null) return { id, outcome };
      const existing = await this.findEarlier(cause);
      if (existing === null)
        throw new Error(`${this.#sequence} ${id} was refused as a duplicate, but no event has its id`);
      return { id: existing, outcome: null };
    }
  }
}
