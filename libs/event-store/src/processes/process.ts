/**
 * Process manager: carries out the consequences of events elsewhere (a call, an email, a change to another stream), in
 * commit order, and continues after a restart. An event that cannot be handled is parked after some attempts, with
 * the later events of its stream; other streams continue.
 */
import { type Clock, systemClock } from "@etesian/clock";
import { RpcError, status } from "@etesian/service-kit";
import { type EventStore, StoreUnavailableError } from "../event-store.ts";
import { type Position, type RecordedEvent, START } from "../event.ts";
import type { ReadDatabase } from "../projections/read-database.ts";
import { type HeldEvent, HeldEvents } from "./held-events.ts";

export interface Process {
  /** Name of its checkpoint, also used in metrics. A new name starts from the first event. */
  readonly name: string;
  /** Whether the process handles an event. */
  handles(event: RecordedEvent): boolean;
  /**
   * Carries out the consequences of an event. It must be idempotent: it is called again if it throws or the program
   * ends in the meantime, and two programs may call it simultaneously. The event's id is the same each time and serves
   * as an idempotency key. Ideally, the handler derives its action from the current state.
   */
  handle(event: RecordedEvent, signal: AbortSignal): Promise<void>;
}

/** Names of all processes of the services. Backups include their checkpoints and held events. */
export const PROCESSES = ["saved scenarios", "dropping curves of deleted scenarios", "erasures"] as const;

/** A process of a service. */
export interface ServiceProcess extends Process {
  readonly name: (typeof PROCESSES)[number];
}

/** Receives the progress of a process. */
export interface ProcessObserver {
  onHandled(): void;
  onFailed(event: HeldEvent | RecordedEvent, error: unknown): void;
  onParked(event: HeldEvent | RecordedEvent, error: unknown): void;
  /** A failure outside the handlers: the store, the checkpoint. */
  onInterrupted(error: unknown): void;
}

/** The progress of a process. */
export interface Progress {
  /** Age of the oldest unprocessed event; 0 if there is none. */
  readonly lagSeconds: number;
  /** Events that failed too often. */
  readonly parked: number;
  /** Age of the oldest parked event since its first attempt; 0 if there is none. */
  readonly parkedSeconds: number;
  /** Events that wait for parked events. */
  readonly waiting: number;
}

/** Number of failed attempts after which an event is parked; transient failures do not count. */
export const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;
/**
 * Interval between checks for retry requests, and between checkpoints past ignored events. After a crash, the process
 * skips these events again.
 */
const CHECK_INTERVAL_MS = 1_000;

/** Transient failures of dependencies. All events then wait, because each would fail. */
const TRANSIENT: ReadonlySet<number> = new Set([
  status.UNAVAILABLE,
  status.RESOURCE_EXHAUSTED,
  status.DEADLINE_EXCEEDED,
  status.ABORTED,
  status.CANCELLED,
]);
const isTransient = (error: unknown): boolean =>
  error instanceof StoreUnavailableError || (error instanceof RpcError && TRANSIENT.has(error.code));

type Failure = { readonly tries: number; readonly cause: unknown };

/** A running process. */
export class RunningProcess {
  readonly #process: Process;
  readonly #store: EventStore;
  readonly #database: ReadDatabase;
  readonly #held: HeldEvents;
  readonly #observer: ProcessObserver;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  #position: Position = START;
  /** The last known saved checkpoint; at most the current position. */
  #savedPosition: Position = START;
  readonly #positionListeners = new Set<() => void>();

  private constructor(
    process: Process,
    parts: { readonly store: EventStore; readonly database: ReadDatabase },
    held: HeldEvents,
    observer: ProcessObserver,
    clock: Clock,
  ) {
    this.#process = process;
    this.#store = parts.store;
    this.#database = parts.database;
    this.#held = held;
    this.#observer = observer;
    this.#clock = clock;
    this.#done = this.#runUntilStopped();
  }

  /** `database` stores the checkpoint and the held events; it may also hold the events. */
  static async start(
    process: Process,
    parts: { readonly store: EventStore; readonly database: ReadDatabase },
    observer: ProcessObserver,
    clock: Clock = systemClock,
  ): Promise<RunningProcess> {
    return new RunningProcess(process, parts, await HeldEvents.open(parts.database), observer, clock);
  }

  /** Resolves when the running handler has finished. */
  stop(): Promise<void> {
    this.#stopping.abort();
    return this.#done;
  }

  /** Resolves when every event appended before the call was handled or is held. */
  async waitUntilCaughtUp(): Promise<void> {
    const goal = await this.#store.head();
    while (this.#position < goal && !this.#stopping.signal.aborted) {
      await new Promise<void>((resolve) => this.#positionListeners.add(resolve));
    }
  }

  async progress(): Promise<Progress> {
    const { name } = this.#process;
    const checkpoint = await this.#database.checkpoint(name);
    const position = checkpoint > this.#position ? checkpoint : this.#position;
    const [[next], counts] = await Promise.all([this.#store.readAll(position, 1), this.#held.count(name)]);
    const { parked, waiting, since } = counts;
    const age = (time: string | null): number =>
      time === null ? 0 : Math.max(0, (this.#clock.now().getTime() - Date.parse(time)) / 1000);
    return { lagSeconds: age(next?.time ?? null), parked, parkedSeconds: age(since), waiting };
  }

  async #runUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        while (!signal.aborted) {
          await this.#work(signal);
          pause = FIRST_PAUSE_MS;
        }
      } catch (error) {
        this.#observer.onInterrupted(error);
        await this.#clock.pause(pause, signal);
      }
    }
    this.#moveTo(this.#position);
  }

  /** Works from the checkpoint until stopped, or until another program moves the checkpoint. */
  async #work(signal: AbortSignal): Promise<void> {
    this.#savedPosition = await this.#checkpoint();
    this.#moveTo(this.#savedPosition);
    const finished = new AbortController();
    const stopSignal = AbortSignal.any([signal, finished.signal]);
    const batches = this.#store.follow(this.#position, stopSignal)[Symbol.asyncIterator]();
    const nextBatch = () => {
      const next = batches.next();
      // The batch may fail while another promise is awaited, and its error is handled later. Without this handler,
      // Node would report an unhandled rejection.
      next.catch(() => {});
      return next;
    };
    try {
      let nextCheck: Promise<null> | null = null;
      for (let next = nextBatch(); !signal.aborted;) {
        if (nextCheck === null) {
          await this.#retryRequested(signal);
          nextCheck = this.#clock.pause(CHECK_INTERVAL_MS, AbortSignal.any([signal, finished.signal])).then(() => null);
        }
        const batch = await Promise.race([nextCheck, next]);
        if (batch === null) {
          if (!(await this.#saveCheckpoint(this.#position))) return;
          nextCheck = null;
          continue;
        }
        if (batch.done === true) break;
        if (!(await this.#handleAll(batch.value, signal))) return;
        next = nextBatch();
      }
      await this.#saveCheckpoint(this.#position);
    } finally {
      finished.abort("over");
      await batches.return?.();
    }
  }

  /** Moves the checkpoint. Returns false without effect if another program has moved it. */
  async #saveCheckpoint(position: Position): Promise<boolean> {
    if (position === this.#savedPosition) return true;
    if (!(await this.#database.advance(this.#process.name, this.#savedPosition, position, []))) return false;
    this.#savedPosition = position;
    return true;
  }

  /**
   * The checkpoint. It is reset to the start if the store was restored from an older backup: handlers are idempotent.
   */
  async #checkpoint(): Promise<Position> {
    const { name } = this.#process;
    const position = await this.#database.checkpoint(name);
    if (position <= (await this.#store.head())) return position;
    await this.#database.advance(name, position, START, []);
    return this.#database.checkpoint(name);
  }

  /** Returns false if another program has moved the checkpoint, or this one is stopping. */
  async #handleAll(events: readonly RecordedEvent[], signal: AbortSignal): Promise<boolean> {
    const { name } = this.#process;
    for (const event of events) {
      if (!this.#process.handles(event)) continue;
      const since = this.#clock.now().toISOString();
      const from = this.#savedPosition;
      if (await this.#held.blocks(name, event)) {
        if (!(await this.#held.hold(name, from, event, null, since))) return false;
        this.#savedPosition = event.position;
      } else {
        const failure = await this.#attempt(event, () => this.#process.handle(event, signal), signal);
        if (failure === "stopped") return false;
        const error = failure && { tries: failure.tries, error: describeError(failure.cause) };
        const isMoved =
          error === null
            ? await this.#saveCheckpoint(event.position)
            : await this.#held.hold(name, from, event, error, since);
        if (!isMoved) return false;
        this.#savedPosition = event.position;
        if (failure !== null) this.#observer.onParked(event, failure.cause);
      }
      this.#moveTo(event.position);
    }
    // Skips ignored events; the checkpoint is saved at the next check.
    this.#moveTo(events.at(-1)!.position);
    return true;
  }

  /** Handles events whose retry was requested, and the events that waited for them. */
  async #retryRequested(signal: AbortSignal): Promise<void> {
    const { name } = this.#process;
    for (;;) {
      const due = await this.#held.listDue(name);
      if (due.length === 0) return;
      for (const held of due) {
        const failure = await this.#attempt(held, async () => this.#retryEvent(held, signal), signal);
        if (failure === "stopped") return;
        if (failure === null) await this.#held.release(held);
        else {
          await this.#held.park(held, failure.tries, describeError(failure.cause));
          this.#observer.onParked(held, failure.cause);
        }
      }
    }
  }

  async #retryEvent({ event: id }: HeldEvent, signal: AbortSignal): Promise<void> {
    const event = await this.#store.findEvent(id);
    // The event is missing if the store was restored from an older backup.
    if (event !== null) await this.#process.handle(event, signal);
  }

  /** Resolves to null on success, "stopped" if the process stops, or the last failure after too many attempts. */
  async #attempt(
    event: HeldEvent | RecordedEvent,
    work: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<Failure | "stopped" | null> {
    let pause = FIRST_PAUSE_MS;
    for (let tries = 0; !signal.aborted;) {
      try {
        await work();
        this.#observer.onHandled();
        return null;
      } catch (error) {
        if (signal.aborted) break;
        this.#observer.onFailed(event, error);
        if (!isTransient(error) && ++tries === MAX_ATTEMPTS) return { tries, cause: error };
        await this.#clock.pause(pause, signal);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      }
    }
    return "stopped";
  }

  #moveTo(position: Position): void {
    this.#position = position;
    for (const notify of this.#positionListeners) notify();
    this.#positionListeners.clear();
  }
}

const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
