/**
 * Subscribers with the same rights and claims share one stream of a scenario's changes, so that each change is
 * serialised once.
 */
import { SCENARIOS } from "@etesian/contracts/limits";
import type { ScenarioChange } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { Backends } from "../backends.ts";
import type { RequestCaller } from "../http/access.ts";
import { authorNames } from "./author-names.ts";
import { changeText } from "./event-stream.ts";

interface SerialisedChange {
  readonly version: number;
  readonly text: string;
}

/** The part of a caller that determines whether serialised changes have authors' names. */
type Claimant = Pick<RequestCaller, "claims">;

/** Services that provide changes and authors' names. */
interface ChangeSources {
  readonly scenarios: Backends["scenarios"];
  readonly accounts: Pick<Backends["accounts"], "getPeople">;
}

interface SharedStream {
  /** Changes up to this version have been sent, or precede the stream. */
  lastVersion: number;
  readonly listeners: Set<SubscriberQueue>;
  readonly stop: AbortController;
}

export class SharedChanges {
  readonly #scenarios: Backends["scenarios"];
  readonly #accounts: Pick<Backends["accounts"], "getPeople">;
  readonly #streams = new Map<string, SharedStream>();

  constructor({ scenarios, accounts }: ChangeSources) {
    this.#scenarios = scenarios;
    this.#accounts = accounts;
  }

  /**
   * Messages of a scenario's changes after a version, once and in order. They end when the signal aborts or the caller
   * may no longer see the scenario.
   */
  async *follow(
    { id, after, currentVersion }: { readonly id: number; readonly after: number; readonly currentVersion: number },
    { claims }: Claimant,
    context: CallOrigin & { readonly signal: AbortSignal },
  ): AsyncGenerator<string, void, undefined> {
    const caller = { claims };
    const key = JSON.stringify([id, context.actor, context.scopes, context.admin, claims]);
    const stream = this.#streams.get(key) ?? this.#open(key, { id, currentVersion }, caller, context);
    const queue = new SubscriberQueue(context.signal);
    stream.listeners.add(queue);
    const from = stream.lastVersion;
    // For a future version, changes start with the next one.
    let last = Math.min(after, Math.max(currentVersion, from));
    try {
      // Changes before the shared stream are read separately; later ones are already queued.
      if (after < from) {
        for await (const change of this.#scenarios.followScenario({ id, after }, context)) {
          if (change.version > from) break;
          last = change.version;
          yield await this.#text(change, caller, context);
          if (last === from) break;
        }
      }
      for await (const change of queue) {
        if (change.version <= last) continue;
        last = change.version;
        yield change.text;
      }
    } finally {
      stream.listeners.delete(queue);
      if (stream.listeners.size === 0) this.#close(key, stream);
    }
  }

  #open(
    key: string,
    { id, currentVersion }: { readonly id: number; readonly currentVersion: number },
    caller: Claimant,
    context: CallOrigin,
  ): SharedStream {
    const stop = new AbortController();
    const stream: SharedStream = { lastVersion: currentVersion, listeners: new Set(), stop };
    this.#streams.set(key, stream);
    void this.#read(key, { id, stream }, caller, { ...context, signal: stop.signal });
    return stream;
  }

  async #read(
    key: string,
    { id, stream }: { readonly id: number; readonly stream: SharedStream },
    caller: Claimant,
    context: CallOrigin,
  ): Promise<void> {
    try {
      for await (const change of this.#scenarios.followScenario({ id, after: stream.lastVersion }, context)) {
        stream.lastVersion = change.version;
        const serialisedChange = { version: change.version, text: await this.#text(change, caller, context) };
        for (const queue of stream.listeners) queue.add(serialisedChange);
      }
    } catch {
      // The client reconnects.
    }
    this.#close(key, stream);
    for (const queue of stream.listeners) queue.end();
  }

  async #text(change: ScenarioChange, caller: Claimant, context: CallOrigin): Promise<string> {
    return changeText(change, await authorNames(this.#accounts, [change], caller, context));
  }

  #close(key: string, stream: SharedStream): void {
    if (this.#streams.get(key) === stream) this.#streams.delete(key);
    stream.stop.abort();
  }
}

/** The changes queued for one subscriber. */
class SubscriberQueue implements AsyncIterable<SerialisedChange> {
  #pending: SerialisedChange[] = [];
  #hasEnded = false;
  #wake = (): void => {};

  constructor(signal: AbortSignal) {
    if (signal.aborted) this.#hasEnded = true;
    signal.addEventListener("abort", () => this.end(), { once: true });
  }

  add(change: SerialisedChange): void {
    this.#pending.push(change);
    if (this.#pending.length > SCENARIOS.waitingChanges) this.end();
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SerialisedChange, void, undefined> {
    for (;;) {
      for (const change of this.#pending.splice(0)) yield change;
      if (this.#pending.length > 0) continue;
      if (this.#hasEnded) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }
}
