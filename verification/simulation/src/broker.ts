/** A simulated broker: a log of events in order of arrival, and consumers that process one message at a time. */
import {
  type Broker,
  categoryOf,
  type Consumer,
  type BrokerSubscription,
  type Message,
  type Publisher,
} from "@etesian/event-bus";
import type { RecordedEvent } from "@etesian/event-store";
import { AppendSignal } from "@etesian/event-store/testing";
import type { Network } from "./network.ts";
import type { Host } from "./scheduler.ts";
import type { InjectedDefect } from "./injected-defects.ts";

const PULL_MS = 1_000;
const neverAborted = new AbortController().signal;
const ACKNOWLEDGE_MS = 5_000;
/** Maximum number of events and acknowledgements that a killed broker loses, plus one. */
const MAX_LOST = 4;

interface Group {
  /** Messages before this position were acknowledged. */
  next: number;
  /** Time until which a consumer holds the message, after which it is redelivered. */
  heldUntil: number;
}

export class BrokerDisk {
  readonly network: Network;
  readonly defect: InjectedDefect | null;
  readonly log: RecordedEvent[] = [];
  readonly groups = new Map<string, Group>();
  /** Signals that there may be a message to deliver. */
  readonly messageSignal: AppendSignal;
  /** Positions in the log by event ID, counted from 1. */
  #positions = new Map<string, number>();
  /** Aborts when all connections are lost. */
  #connection = new AbortController();

  constructor(network: Network, defect: InjectedDefect | null) {
    this.network = network;
    this.defect = defect;
    this.messageSignal = new AppendSignal(network.scheduler.clock);
  }

  get connectionLost(): AbortSignal {
    return this.#connection.signal;
  }

  /**
   * Appends an event if the log ends at the expected position. Returns its position, counted from 1; for a known event,
   * the existing position.
   */
  add(event: RecordedEvent, end: number): number {
    if (this.network.happens("eventLoss")) this.#crash();
    const existingPosition = this.#positions.get(event.id);
    if (existingPosition !== undefined) return existingPosition;
    if (this.log.length !== end) throw new Error(`the log ends at ${this.log.length}, expected ${end}`);
    this.#positions.set(event.id, end + 1);
    const { random } = this.network.scheduler;
    if (this.defect === "the broker loses accepted events" && random.chance(0.05)) return end + 1;
    if (this.defect === "the broker reorders events" && random.chance(0.1)) this.log.splice(-1, 0, event);
    else this.log.push(event);
    this.messageSignal.notify();
    return this.log.length;
  }

  /** Loses everything that was not flushed: IDs, acknowledgements, and the last events. */
  #crash(): void {
    const { random } = this.network.scheduler;
    this.log.length -= Math.min(this.log.length, random.index(MAX_LOST));
    this.#positions = new Map();
    for (const group of this.groups.values()) {
      group.next = Math.max(0, Math.min(this.log.length, group.next - random.index(MAX_LOST)));
      group.heldUntil = 0;
    }
    this.#connection.abort("the broker has crashed");
    this.#connection = new AbortController();
  }

  isExcluded(category: string | undefined, index: number): boolean {
    const event = this.log[index];
    return event !== undefined && category !== undefined && categoryOf(event.stream) !== category;
  }

  group(name: string): Group {
    const group = this.groups.get(name) ?? { next: 0, heldUntil: 0 };
    this.groups.set(name, group);
    return group;
  }
}

/** The broker as one connected process sees it. */
export class SimulatedBroker implements Broker {
  readonly #disk: BrokerDisk;
  readonly #host: Host;

  constructor(disk: BrokerDisk, host: Host) {
    this.#disk = disk;
    this.#host = host;
  }

  async publisher(): Promise<Publisher> {
    const { connectionLost } = this.#disk;
    const { last, length } = await this.#call(() => ({ last: this.#disk.log.at(-1), length: this.#disk.log.length }));
    let end = length;
    return {
      last: last?.position ?? "nothing",
      lost: connectionLost,
      publish: async (event) => {
        end = Math.max(end, await this.#call(() => this.#disk.add(event, end)));
      },
    };
  }

  async subscribe({ name, category }: Consumer): Promise<BrokerSubscription> {
    await this.#call(() => this.#disk.group(name));
    return { next: () => this.#call(() => this.#next(name, category)) };
  }

  async #next(name: string, category: string | undefined): Promise<Message | null> {
    const { scheduler } = this.#disk.network;
    const group = this.#disk.group(name);
    for (const limit = scheduler.elapsed + PULL_MS; scheduler.elapsed < limit;) {
      // The process of the consumer was killed.
      if (!this.#host.alive) return null;
      while (this.#disk.isExcluded(category, group.next)) group.next += 1;
      const event = this.#disk.log[group.next];
      const isFree = scheduler.elapsed >= group.heldUntil;
      if (event !== undefined && isFree) return this.#message(group, group.next, event);
      await this.#disk.messageSignal.wait(
        Math.min(limit, isFree ? limit : group.heldUntil) - scheduler.elapsed,
        neverAborted,
      );
    }
    return null;
  }

  #message(group: Group, index: number, event: RecordedEvent): Message {
    const { network, defect } = this.#disk;
    const hold = (): void => {
      if (group.next === index) group.heldUntil = network.scheduler.elapsed + ACKNOWLEDGE_MS;
    };
    const acknowledge = (): void => {
      if (group.next !== index) return;
      group.next += 1;
      group.heldUntil = 0;
      this.#disk.messageSignal.notify();
    };
    hold();
    if (defect === "messages are acknowledged on delivery") acknowledge();
    return {
      event: () => event,
      working: () => void this.#call(hold).catch(() => {}),
      acknowledge: () => this.#call(acknowledge),
      reject: () => {
        void this.#call(() => {
          if (group.next === index) group.heldUntil = 0;
          this.#disk.messageSignal.notify();
        }).catch(() => {});
      },
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #call<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#disk.network.call(this.#host, work);
  }
}
