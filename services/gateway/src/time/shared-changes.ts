/** Subscribers with the same rights and claims share one stream of a scenario's changes, so that each change is serialised once. */
import { SCENARIOS } from "@etesian/contracts/limits";
import type { ScenarioChange } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { Backends } from "../backends.ts";
import type { RequestCaller } from "../http/access.ts";
import { authorNames } from "./author-names.ts";
import { changeText } from "./event-stream.ts";

/** A serialised change. */
interface Sent {
  readonly version: number;
  readonly text: string;
}

/** The part of a caller that determines whether serialised changes have authors' names. */
type Claimant = Pick<RequestCaller, "claims">;

/** Services that provide changes and authors' names. */
interface Authored {
  readonly scenarios: Backends["scenarios"];
  readonly accounts: Pick<Backends["accounts"], "getPeople">;
}

interface Listened {
  /** Changes up to this version have been sent, or precede the stream. */
  sent: number;
  readonly listeners: Set<SubscriberQueue>;
  readonly stop: AbortController;
}

export class SharedChanges {
  readonly #scenarios: Backends["scenarios"];
  readonly #accounts: Pick<Backends["accounts"], "getPeople">;
  readonly #streams = new Map<string, Listened>();

  constructor({ scenarios, accounts }: Authored) {
    this.#scenarios = scenarios;
    this.#accounts = accounts;
  }

  /**
   * Messages of a scenario's changes after a version, once and in order. They end when the signal aborts or the caller may no
   * longer see the scenario. `present`: the current version.
   */
  async *of(
    { id, after, present }: { readonly id: number; readonly after: number; readonly present: number },
    { claims }: Claimant,
    context: CallOrigin & { readonly signal: AbortSignal },
  ): AsyncGenerator<string, void, undefined> {
    const caller = { claims };
    const key = JSON.stringify([id, context.actor, context.scopes, context.admin, claims]);
    const stream = this.#streams.get(key) ?? this.#open(key, { id, present }, caller, context);
    const line = new SubscriberQueue(context.signal);
    stream.listeners.add(line);
    const from = stream.sent;
    // For a future version, changes start with the next one.
    let last = Math.min(after, Math.max(present, from));
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
      for await (const sent of line) {
        if (sent.version <= last) continue;
        last = sent.version;
        yield sent.text;
      }
    } finally {
      stream.listeners.delete(line);
      if (stream.listeners.size === 0) this.#close(key, stream);
    }
  }

  #open(
    key: string,
    { id, present }: { readonly id: number; readonly present: number },
    caller: Claimant,
    context: CallOrigin,
  ): Listened {
    const stop = new AbortController();
    const stream: Listened = { sent: present, listeners: new Set(), stop };
    this.#streams.set(key, stream);
    void this.#read(key, { id, stream }, caller, { ...context, signal: stop.signal });
    return stream;
  }

  async #read(
    key: string,
    { id, stream }: { readonly id: number; readonly stream: Listened },
    caller: Claimant,
    context: CallOrigin,
  ): Promise<void> {
    try {
      for await (const change of this.#scenarios.followScenario({ id, after: stream.sent }, context)) {
        stream.sent = change.version;
        const sent = { version: change.version, text: await this.#text(change, caller, context) };
        for (const line of stream.listeners) line.add(sent);
      }
    } catch {
      // The client reconnects.
    }
    this.#close(key, stream);
    for (const line of stream.listeners) line.end();
  }

  async #text(change: ScenarioChange, caller: Claimant, context: CallOrigin): Promise<string> {
    return changeText(change, await authorNames(this.#accounts, [change], caller, context));
  }

  #close(key: string, stream: Listened): void {
    if (this.#streams.get(key) === stream) this.#streams.delete(key);
    stream.stop.abort();
  }
}

/** The changes queued for one subscriber. */
class SubscriberQueue implements AsyncIterable<Sent> {
  #waiting: Sent[] = [];
  #isOver = false;
  #wake = (): void => {};

  constructor(signal: AbortSignal) {
    if (signal.aborted) this.#isOver = true;
    signal.addEventListener("abort", () => this.end(), { once: true });
  }

  add(sent: Sent): void {
    this.#waiting.push(sent);
    if (this.#waiting.length > SCENARIOS.waitingChanges) this.end();
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Sent, void, undefined> {
    for (;;) {
      for (const sent of this.#waiting.splice(0)) yield sent;
      if (this.#waiting.length > 0) continue;
      if (this.#isOver) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }
}
