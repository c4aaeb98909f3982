/**
 * The network between a process and its store, database and broker: calls take time, and requests and responses get
 * lost.
 */
import { StoreUnavailableError } from "@etesian/event-store";
import type { Host, Scheduler } from "./scheduler.ts";

/** Frequencies of faults: probabilities per call, except for the times (ms). */
export interface Faults {
  readonly lostRequest: number;
  /** The call is executed, and its response is lost. */
  readonly lostResponse: number;
  /** The caller times out, and the call is executed later. */
  readonly callerTimeout: number;
  /** A transaction is rolled back instead of committed. */
  readonly rollback: number;
  /** A call takes up to 100 times as long. */
  readonly slowCall: number;
  readonly latencyMs: number;
  /** A consumer of events fails, before or after it has done its work. */
  readonly consumerFailure: number;
  /** The broker is killed and loses everything that it has not flushed (see `BrokerDisk`). */
  readonly eventLoss: number;
  /** Mean time (ms) between kills of a process; 0: none. */
  readonly killEveryMs: number;
}

export const NO_FAULTS: Faults = {
  lostRequest: 0,
  lostResponse: 0,
  callerTimeout: 0,
  rollback: 0,
  slowCall: 0,
  latencyMs: 2,
  consumerFailure: 0,
  eventLoss: 0,
  killEveryMs: 0,
};

/** Draws the faults of a seed. Some kinds occur often and others never, because combinations matter. */
export function drawFaults({ random }: Scheduler): Faults {
  const rate = (maxRate: number): number => (random.chance(0.4) ? 0 : maxRate * random.number());
  return {
    lostRequest: rate(0.1),
    lostResponse: rate(0.15),
    callerTimeout: rate(0.1),
    rollback: rate(0.15),
    slowCall: rate(0.15),
    latencyMs: 1 + 10 * random.number(),
    consumerFailure: rate(0.2),
    eventLoss: rate(0.05),
    killEveryMs: random.chance(0.4) ? 0 : 50 + 600 * random.number(),
  };
}

/** A pending call. */
interface PendingCall {
  readonly host: Host;
  awaited: boolean;
}

export class Network {
  readonly scheduler: Scheduler;
  faults: Faults;
  readonly #pendingCalls = new Set<PendingCall>();

  constructor(scheduler: Scheduler, faults: Faults) {
    this.scheduler = scheduler;
    this.faults = faults;
  }

  happens(fault: Exclude<keyof Faults, "latencyMs" | "killEveryMs">): boolean {
    return this.scheduler.random.chance(this.faults[fault]);
  }

  travel(): Promise<void> {
    const ms = this.faults.latencyMs * this.scheduler.random.number();
    return this.scheduler.wait(this.happens("slowCall") ? ms * 100 ** this.scheduler.random.number() : ms);
  }

  /** A call by a process, executed elsewhere. */
  call<T>(host: Host, work: () => T | Promise<T>): Promise<T> {
    return host.receive(this.#call(host, work));
  }

  async #call<T>(host: Host, work: () => T | Promise<T>): Promise<T> {
    const pending: PendingCall = { host, awaited: true };
    this.#pendingCalls.add(pending);
    const finish = (): void => void this.#pendingCalls.delete(pending);
    try {
      await this.travel();
      if (this.happens("lostRequest")) throw new StoreUnavailableError("the request was lost");
      const execution = Promise.resolve(work());
      if (this.happens("callerTimeout")) {
        pending.awaited = false;
        execution.then(finish, finish);
        await this.travel();
        throw new StoreUnavailableError("no response in time");
      }
      const result = await execution;
      await this.travel();
      if (this.happens("lostResponse")) throw new StoreUnavailableError("the response was lost");
      return result;
    } finally {
      if (pending.awaited) finish();
    }
  }

  /** Whether there is a pending call whose caller was killed or has timed out. */
  get hasOrphanedCalls(): boolean {
    return [...this.#pendingCalls].some(({ host, awaited }) => !host.alive || !awaited);
  }
}
