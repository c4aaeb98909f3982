/**
 * The operations on EventStoreDB's streams that the store needs. Every failure is a `StoreUnavailableError`, except
 * `LateAppendError` and `AppendTooLargeError`.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type AllStreamRecordedEvent,
  BACKWARDS,
  DeadlineExceededError,
  END,
  type EventData,
  EventStoreDBClient,
  FORWARDS,
  MaxAppendSizeExceededError,
  NO_STREAM,
  NotLeaderError,
  type Position as LogPosition,
  type ReadPosition,
  type ReadRevision,
  type Filter,
  START as FIRST,
  type RecordedEvent,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { StartRefusedError } from "@etesian/service-kit";
import { AppendTooLargeError, StoreUnavailableError } from "../event-store.ts";

/** Number of events read from a log at a time. */
const CHUNK = 500;
/** Number of log events that the server filters in one step. The default of 32 takes twice as long. */
const WINDOW = 2_000;
/** Time limit for all requests of one store operation (ms), unless the URL has a `defaultDeadline`. */
const DEADLINE_MS = 10_000;
/** Idle time after which the server is pinged, and time limit for its response (ms). */
const KEEP_ALIVE_MS = 3_000;
/** Time limit for a node to name the leader, in seconds. */
const GOSSIP_SECONDS = 1;
const GRACE_MS = 100;
/** Time limit for a node to respond (ms); a frozen node still accepts connections. */
const SILENCE_MS = 3_000;
/** Pause in which a client can connect to a new leader (ms). */
const RECONNECT_MS = 50;
/** Maximum changes of leader during one call. */
const MAX_LEADER_CHANGES = 5;

/** Prefix of internal streams; the server's own streams start with "$". */
export const INTERNAL = "~";
const SYSTEM_STREAM = /^[$~]/;

/** An event on the server. */
export type ServerEvent = RecordedEvent | AllStreamRecordedEvent;

interface Options {
  readonly deadline: number;
  readonly requiresLeader: true;
}

/** The stream's length differs from the expected one, or may differ because the server timed out without a result. */
export class LateAppendError extends Error {
  override readonly name = "LateAppendError";
}

export class Connection {
  readonly #sharedClient: SharedClient;
  /** Prefix of the names of all streams on the server; empty if only this system uses the server. */
  readonly #prefix: string;
  /** Server-side filter for the application's streams; a prefix filter is faster than a pattern. */
  readonly #filter: Filter;
  readonly #closing = new AbortController();
  readonly #deadlineMs: number;
  /** Deadline of the current operation, in milliseconds of `Date.now`. */
  readonly #deadline = new AsyncLocalStorage<number>();

  constructor(url: string) {
    const { connection, namespace, deadlineMs } = parseUrl(url);
    this.#deadlineMs = deadlineMs;
    this.#prefix = namespace === null ? "" : `${namespace}.`;
    const step = { maxSearchWindow: WINDOW };
    this.#filter =
      namespace === null
        ? streamNameFilter({ ...step, regex: "^[^$~]" })
        : streamNameFilter({ ...step, prefixes: [this.#prefix] });
    this.#sharedClient = SharedClient.forUrl(connection);
  }

  #serverNameOf(stream: string): string {
    return stream.startsWith(INTERNAL) ? `${INTERNAL}${this.#prefix}${stream.slice(1)}` : this.#prefix + stream;
  }

  /** An event with the application's stream name; null if it belongs to another system. */
  #toOwnEvent(event: ServerEvent | undefined): ServerEvent | null {
    if (event === undefined || !this.#isOwnStream(event.streamId)) return null;
    return { ...event, streamId: event.streamId.slice(this.#prefix.length) };
  }

  #isOwnStream(serverName: string): boolean {
    return this.#prefix === "" ? !SYSTEM_STREAM.test(serverName) : serverName.startsWith(this.#prefix);
  }

  /** All requests within `work` share the time limit of a single request. */
  withDeadline<T>(work: () => Promise<T>, milliseconds = this.#deadlineMs): Promise<T> {
    return this.#deadline.run(Date.now() + milliseconds, work);
  }

  /**
   * Appends after the stream's first `length` events. @throws LateAppendError if the stream has another number of
   * events, or may have
   * @throws AppendTooLargeError if the server refuses the append's size
   */
  async append(stream: string, events: readonly EventData[], length: number): Promise<void> {
    const expectedRevision = length === 0 ? NO_STREAM : BigInt(length - 1);
    await this.#request(async (client, options) => {
      try {
        await client.appendToStream(this.#serverNameOf(stream), [...events], { ...options, expectedRevision });
      } catch (error) {
        // The server reports an append of unknown outcome as an exceeded deadline.
        if (
          error instanceof WrongExpectedVersionError ||
          (error instanceof DeadlineExceededError && !isUnanswered(error))
        )
          throw new LateAppendError(stream, { cause: error });
        if (!(error instanceof MaxAppendSizeExceededError)) throw error;
        throw new AppendTooLargeError(stream, sizeOf(events), error.maxAppendSize, error);
      }
    });
  }

  /** Keeps only the latest event of a stream: the server may delete the others. */
  async keepLatestOnly(stream: string): Promise<void> {
    await this.#request((client, options) =>
      client.setStreamMetadata(this.#serverNameOf(stream), { maxCount: 1 }, { ...options }),
    );
  }

  /** Deletes a stream, if it exists. */
  async remove(stream: string): Promise<void> {
    await this.#request((client, options) => client.deleteStream(this.#serverNameOf(stream), { ...options }));
  }

  /** Events of a stream after its first `after` events; none if there is no such stream. */
  readForwards(stream: string, after: number, count: number): Promise<readonly ServerEvent[]> {
    return this.#readStream(stream, FORWARDS, BigInt(after), count);
  }

  /** The latest events of a stream, the last one first. */
  readBackwards(stream: string, count: number): Promise<readonly ServerEvent[]> {
    return this.#readStream(stream, BACKWARDS, END, count);
  }

  async #readStream(
    stream: string,
    direction: typeof FORWARDS | typeof BACKWARDS,
    fromRevision: ReadRevision,
    maxCount: number,
  ): Promise<readonly ServerEvent[]> {
    try {
      const events = await this.#readEvents((client, options) =>
        client.readStream(this.#serverNameOf(stream), { ...options, direction, fromRevision, maxCount }),
      );
      return events.map((event) => ({ ...event, streamId: stream }));
    } catch (error) {
      if (error instanceof StoreUnavailableError && error.cause instanceof StreamNotFoundError) return [];
      throw error;
    }
  }

  /** The application's events in the order of the server's log, after a position. */
  async *readAll(after: LogPosition | null): AsyncGenerator<ServerEvent, void, undefined> {
    for (let from: ReadPosition = after ?? FIRST; ;) {
      const events = await this.#readLog(FORWARDS, from, CHUNK);
      for (const event of events) {
        // The server may include the event at the position itself.
        const ownEvent = isAt(event, from) ? null : this.#toOwnEvent(event);
        if (ownEvent !== null) yield ownEvent;
      }
      const last = events.at(-1)?.position;
      if (events.length < CHUNK || last === undefined) return;
      from = last;
    }
  }

  /** The application's last event; null if there is none. */
  async readLast(): Promise<ServerEvent | null> {
    const [event] = await this.#readLog(BACKWARDS, END, 1);
    return this.#toOwnEvent(event);
  }

  /** @throws StoreUnavailableError if the log cannot be read. */
  async probe(): Promise<void> {
    await this.#readEvents((client, options) =>
      client.readAll({ ...options, direction: BACKWARDS, fromPosition: END, maxCount: 1 }),
    );
  }

  /** The server filters out events of other systems and internal streams. */
  #readLog(
    direction: typeof FORWARDS | typeof BACKWARDS,
    fromPosition: ReadPosition,
    maxCount: number,
  ): Promise<readonly ServerEvent[]> {
    return this.#readEvents((client, options) =>
      client.readAll({ ...options, direction, fromPosition, maxCount, filter: this.#filter }),
    );
  }

  /** All events of a reader. A cancelled reader ends like one without further events. */
  #readEvents(read: (client: EventStoreDBClient, options: Options) => EventReader): Promise<readonly ServerEvent[]> {
    return this.#request(async (client, options) => {
      const events = await drain(read(client, options));
      this.#checkOpen();
      if (client !== this.#sharedClient.client) throw new SilenceError();
      return events;
    });
  }

  /** The application's events after a position, including future ones, until the signal aborts. */
  async *follow(after: LogPosition | null, signal: AbortSignal): AsyncGenerator<ServerEvent, void, undefined> {
    this.#checkOpen();
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    if (ending.aborted) return;
    const subscription = this.#sharedClient.client.subscribeToAll({
      fromPosition: after ?? FIRST,
      filter: this.#filter,
      requiresLeader: true,
    });
    // Ignores errors after the reader has ended.
    subscription.on("error", () => {});
    const stop = (): void => void subscription.unsubscribe().catch(() => {});
    ending.addEventListener("abort", stop, { once: true });
    try {
      for await (const { event } of subscription) {
        const ownEvent = this.#toOwnEvent(event);
        if (ownEvent !== null) yield ownEvent;
      }
      if (!ending.aborted) throw new StoreUnavailableError("the connection was closed");
    } catch (error) {
      if (!ending.aborted) throw this.#toUnavailableError(error);
    } finally {
      ending.removeEventListener("abort", stop);
      stop();
    }
  }

  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#sharedClient.release();
  }

  /**
   * Sends a request to the leader. Until the deadline it is repeated after a change of leader, and through a new client
   * when the node is silent.
   */
  async #request<T>(work: (client: EventStoreDBClient, options: Options) => Promise<T>): Promise<T> {
    for (let leaders = 1; ; leaders++) {
      this.#checkOpen();
      const remainingMs = (this.#deadline.getStore() ?? Date.now() + this.#deadlineMs) - Date.now();
      if (remainingMs <= 0) throw new StoreUnavailableError(`it did not respond within ${this.#deadlineMs / 1_000} s`);
      const limit = Math.min(remainingMs, SILENCE_MS);
      const { client } = this.#sharedClient;
      try {
        // The deadline of a request does not limit how long the client searches for a node.
        return await withTimeLimit(work(client, { deadline: limit, requiresLeader: true }), limit);
      } catch (error) {
        if (error instanceof LateAppendError || error instanceof AppendTooLargeError) throw error;
        // Another request may have replaced the client, which closes it and ends this request.
        if (isUnanswered(error) || client !== this.#sharedClient.client) this.#sharedClient.renew(client);
        else if (!(error instanceof NotLeaderError) || leaders === MAX_LEADER_CHANGES)
          throw this.#toUnavailableError(error);
        else await sleep(RECONNECT_MS);
      }
    }
  }

  #checkOpen(): void {
    if (this.#closing.signal.aborted) throw new StoreUnavailableError("it was closed");
  }

  #toUnavailableError(error: unknown): StoreUnavailableError {
    return error instanceof StoreUnavailableError ? error : new StoreUnavailableError(reasonOf(error), error);
  }
}

/** The reason for a failure. Some of the client's errors have no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return "type" in error ? `the server returned the error "${String(error.type)}"` : error.name;
}

/** Size of an append, as the server calculates it. */
const sizeOf = (events: readonly EventData[]): number =>
  events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + bytesOf(data) + bytesOf(metadata), 0);

const bytesOf = (content: unknown): number =>
  content instanceof Uint8Array ? content.length : Buffer.byteLength(JSON.stringify(content ?? ""));

/** No node has responded in time. */
class SilenceError extends Error {
  override readonly name = "SilenceError";
}

/** Whether there was no response. A timeout that the server itself reports is a response, without a message. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof SilenceError || (error instanceof DeadlineExceededError && error.message !== "");

/** @throws SilenceError if the work takes longer than `limit` (ms). */
async function withTimeLimit<T>(work: Promise<T>, limit: number): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new SilenceError()), limit + GRACE_MS);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The client shared by all connections of this process to a server. */
class SharedClient {
  static readonly #clients = new Map<string, SharedClient>();
  readonly #url: string;
  #client: EventStoreDBClient;
  #users = 0;

  private constructor(url: string) {
    this.#url = url;
    try {
      this.#client = EventStoreDBClient.connectionString(url);
    } catch (error) {
      throw new StartRefusedError(`store: ${(error as Error).message}`, { cause: error });
    }
  }

  static forUrl(url: string): SharedClient {
    const sharedClient = SharedClient.#clients.get(url) ?? new SharedClient(url);
    SharedClient.#clients.set(url, sharedClient);
    sharedClient.#users += 1;
    return sharedClient;
  }

  get client(): EventStoreDBClient {
    return this.#client;
  }

  /** Replaces a client whose node is silent: the new one searches for another node, or reconnects. */
  renew(silentClient: EventStoreDBClient): void {
    if (this.#client !== silentClient) return;
    this.#client = EventStoreDBClient.connectionString(this.#url);
    void silentClient.dispose();
  }

  release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    SharedClient.#clients.delete(this.#url);
    // Not awaited: it would wait for readers that have stopped.
    void this.#client.dispose();
  }
}

type EventReader = AsyncIterable<{ readonly event?: ServerEvent | undefined }> & {
  on(event: "error", listener: () => void): unknown;
};

/** All events of a reader. Leaving its loop early would keep it open in the client. */
async function drain(reader: EventReader): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  // Ignores an error after the end, and any second error.
  reader.on("error", () => {});
  for await (const { event } of reader) if (event !== undefined) events.push(event);
  return events;
}

const isAt = ({ position }: ServerEvent, readPosition: ReadPosition): boolean =>
  typeof readPosition === "object" &&
  position?.commit === readPosition.commit &&
  position.prepare === readPosition.prepare;

/** Parses "esdb://host:2113?tls=false"; with "namespace=NAME", several systems can share a server. */
function parseUrl(url: string): {
  readonly connection: string;
  readonly namespace: string | null;
  readonly deadlineMs: number;
} {
  const [address = "", query = ""] = url.split("?");
  const options = new URLSearchParams(query);
  const namespace = options.get("namespace");
  if (namespace !== null && !/^\w{1,64}$/.test(namespace)) {
    throw new StartRefusedError(`store: the namespace is "${namespace}", expected letters, digits and _`);
  }
  options.delete("namespace");
  const defaults = { keepAliveInterval: KEEP_ALIVE_MS, keepAliveTimeout: KEEP_ALIVE_MS, gossipTimeout: GOSSIP_SECONDS };
  for (const [name, value] of Object.entries(defaults)) if (!options.has(name)) options.set(name, String(value));
  const deadlineMs = Number(options.get("defaultDeadline") ?? DEADLINE_MS);
  return { connection: `${address}?${options.toString()}`, namespace, deadlineMs };
}
