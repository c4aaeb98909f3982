/** A broker: a log of events in the order of arrival, and consumers that process one message at a time. */
import { type Broker, categoryOf, type Consumer, type Inbox, type Message, type Publisher } from "@etesian/event-bus";
import type { RecordedEvent } from "@etesian/event-store";
import { AppendSignal } from "@etesian/event-store/testing";
import type { Network } from "./network.ts";
import type { Host } from "./scheduler.ts";
import type { InjectedDefect } from "./injected-defects.ts";

const PULL_MS = 1_000;
const never = new AbortController().signal;
const ACKNOWLEDGE_MS = 5_000;
/** Maximum number of events and acknowledgements that a killed broker loses, plus one. */
const MAX_LOST = 4;

interface Group {
  /** Messages before this position were acknowledged. */
  next: number;
  /** Time until which a consumer holds the message; then it is delivered again. */
  heldUntil: number;
}

export class BrokerDisk {
  readonly network: Network;
  readonly defect: InjectedDefect | null;
  readonly log: RecordedEvent[] = [];
  readonly groups = new Map<string, Group>();
  /** Signals that a message may be delivered. */
  readonly changed: AppendSignal;
  /** Ids with their position in the log, from 1. */
  #known = new Map<string, number>();
  /** Aborts when all connections are lost. */
  #connected = new AbortController();

  constructor(network: Network, defect: InjectedDefect | null) {
    this.network = network;
    this.defect = defect;
    this.changed = new AppendSignal(network.scheduler.clock);
  }

  get lost(): AbortSignal {
    return this.#connected.signal;
  }

  /**
   * Appends an event if the log ends where expected; returns its position from 1, or the existing one of a known event.
   */
  add(event: RecordedEvent, end: number): number {
    if (this.network.happens("eventLoss")) this.#crash();
    const known = this.#known.get(event.id);
    if (known !== undefined) return known;
    if (this.log.length !== end) throw new Error(`the log ends at ${this.log.length}, expected ${end}`);
    this.#known.set(event.id, end + 1);
    const { random } = this.network.scheduler;
    if (this.defect === "the broker loses accepted events" && random.chance(0.05)) return end + 1;
    if (this.defect === "the broker reorders events" && random.chance(0.1)) this.log.splice(-1, 0, event);
    else this.log.push(event);
    this.changed.notify();
    return this.log.length;
  }

  /** Loses everything that was not flushed: ids, acknowledgements, and the last events. */
  #crash(): void {
    const { random } = this.network.scheduler;
    this.log.length -= Math.min(this.log.length, random.index(MAX_LOST));
    this.#known = new Map();
    for (const group of this.groups.values()) {
      group.next = Math.max(0, Math.min(this.log.length, group.next - random.index(MAX_LOST)));
      group.heldUntil = 0;
    }
    this.#connected.abort("the broker has crashed");
    this.#connected = new AbortController();
  }

  isExcluded(category: string | undefined, at: number): boolean {
    const event = this.log[at];
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
    const { lost } = this.#disk;
    const { last, length } = await this.#call(() => ({ last: this.#disk.log.at(-1), length: this.#disk.log.length }));
    let end = length;
    return {
      last: last?.position ?? "nothing",
      lost,
      publish: async (event) => {
        end = Math.max(end, await this.#call(() => this.#disk.add(event, end)));
      },
    };
  }

  async inbox({ name, category }: Consumer): Promise<Inbox> {
    await this.#call(() => this.#disk.group(name));
    return { next: () => this.#call(() => this.#next(name, category)) };
  }

  async #next(name: string, category: string | undefined): Promise<Message | null> {
    const { scheduler } = this.#disk.network;
    const group = this.#disk.group(name);
    for (const limit = scheduler.elapsed + PULL_MS; scheduler.elapsed < limit;) {
      // The consumer's process was killed.
      if (!this.#host.alive) return null;
      while (this.#disk.isExcluded(category, group.next)) group.next += 1;
      const event = this.#disk.log[group.next];
      const free = scheduler.elapsed >= group.heldUntil;
      if (event !== undefined && free) return this.#message(group, group.next, event);
      await this.#disk.changed.wait(Math.min(limit, free ? limit : group.heldUntil) - scheduler.elapsed, never);
    }
    return null;
  }

  #message(group: Group, at: number, event: RecordedEvent): Message {
    const { network, defect } = this.#disk;
    const hold = (): void => {
      if (group.next === at) group.heldUntil = network.scheduler.elapsed + ACKNOWLEDGE_MS;
    };
    const acknowledge = (): void => {
      if (group.next !== at) return;
      group.next += 1;
      group.heldUntil = 0;
      this.#disk.changed.notify();
    };
    hold();
    if (defect === "messages are acknowledged on delivery") acknowledge();
    return {
      event: () => event,
      working: () => void this.#call(hold).catch(() => {}),
      acknowledge: () => this.#call(acknowledge),
      refuse: () => {
        void this.#call(() => {
          if (group.next === at) group.heldUntil = 0;
          this.#disk.changed.notify();
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
