/**
 * Time as a port. Code that waits or has a deadline receives a clock; a simulation passes a virtual one. Adapters for
 * disks, networks and threads use real time instead.
 */
export interface Clock {
  /** The time of day. It may go backwards. */
  now(): Date;
  /** Milliseconds since an arbitrary point in time; monotonic. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds or when the signal aborts; never rejects. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves after other pending tasks have had a turn in the event loop. */
  nextTurn(): Promise<void>;
}
