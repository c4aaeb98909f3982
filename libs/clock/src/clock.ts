/**
 * Time as a port. Code that waits or has a deadline is given a clock; a simulation gives another one, whose hours
 * take no time. Not for adapters whose other end lives in real time: a disk, a network, a thread.
 */
export interface Clock {
  /** The time of day, which may go back. */
  now(): Date;
  /** Milliseconds since some moment; never goes back. */
  elapsed(): number;
  /** Resolves after some milliseconds, or when the signal aborts; rejects never. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves when others have had their turn. */
  nextTurn(): Promise<void>;
}
