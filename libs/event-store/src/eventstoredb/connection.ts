/**
 * Streams of EventStoreDB, in the few ways in which the store uses them. Whatever goes wrong there is a
 * `StoreUnavailableError`, but for an append that comes too late.
 */
import {
  type AllStreamRecordedEvent,
  BACKWARDS,
  END,
  type EventData,
  EventStoreDBClient,
  FORWARDS,
  NO_STREAM,
  type Position as LogPosition,
  type ReadPosition,
  type ReadRevision,
  START as FIRST,
  type RecordedEvent,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { StoreUnavailableError } from "../event-store.ts";

/** Events of a log that are read at a time. */
const CHUNK = 200;
/** How long the server may take to answer. */
const DEADLINE_MS = 10_000;

/** Streams beside those of the application begin with "~", those of the server with "$". */
export const INTERNAL = "~";
const OF_THE_APPLICATION = "^[^$~]";

/** An event as the server has it. */
export type ServerEvent = RecordedEvent | AllStreamRecordedEvent;

/** The stream had another length than the append expected. */
export class TooLateError extends Error {
  override readonly name = "TooLateError";
}

export class Connection {
  readonly #client: EventStoreDBClient;
  /** Begins the names of all streams on the server; empty where the server is for this system alone. */
  readonly #prefix: string;
  /** What the server's names of the application's streams look like. */
  readonly #ours: RegExp;
  #isClosed = false;

  constructor(url: string) {
    const { connection, namespace } = parseUrl(url);
    this.#prefix = namespace === null ? "" : `${namespace}.`;
    this.#ours = new RegExp(namespace === null ? OF_THE_APPLICATION : `^${namespace}[.]`);
    this.#client = EventStoreDBClient.connectionString(connection);
  }

  #onServer(stream: string): string {
    return stream.startsWith(INTERNAL) ? `${INTERNAL}${this.#prefix}${stream.slice(1)}` : this.#prefix + stream;
  }

  /** An event under the name that the application knows its stream by; null when it is none of its events. */
  #event(event: ServerEvent | undefined): ServerEvent | null {
    if (event === undefined || !this.#ours.test(event.streamId)) return null;
    return { ...event, streamId: event.streamId.slice(this.#prefix.length) };
  }

  /** Appends after the stream's first `length` events. @throws TooLateError when it has another number of them. */
  async append(stream: string, events: EventData[], length: number): Promise<void> {
    const expectedRevision = length === 0 ? NO_STREAM : BigInt(length - 1);
    await this.#asking(async () => {
      try {
        await this.#client.appendToStream(this.#onServer(stream), events, { expectedRevision, deadline: DEADLINE_MS });
      } catch (error) {
        throw error instanceof WrongExpectedVersionError ? new TooLateError(stream, { cause: error }) : error;
      }
    });
  }

  /** Events of a stream after its first `after` ones; none when there is no such stream. */
  forwards(stream: string, after: number, count: number): Promise<readonly ServerEvent[]> {
    return this.#read(stream, FORWARDS, BigInt(after), count);
  }

  /** The latest events of a stream, the last one first. */
  backwards(stream: string, count: number): Promise<readonly ServerEvent[]> {
    return this.#read(stream, BACKWARDS, END, count);
  }

  async #read(
    stream: string,
    direction: typeof FORWARDS | typeof BACKWARDS,
    fromRevision: ReadRevision,
    maxCount: number,
  ): Promise<readonly ServerEvent[]> {
    const options = { direction, fromRevision, maxCount, deadline: DEADLINE_MS };
    return this.#asking(async () => {
      try {
        const events = await drained(this.#client.readStream(this.#onServer(stream), options));
        return events.map((event) => ({ ...event, streamId: stream }));
      } catch (error) {
        if (error instanceof StreamNotFoundError) return [];
        throw error;
      }
    });
  }

  /** Events of the application in the order of the server's log, after a place in it; those before, when backwards. */
  async *all(after: LogPosition | null, isForwards: boolean): AsyncGenerator<ServerEvent, void, undefined> {
    const direction = isForwards ? FORWARDS : BACKWARDS;
    for (let from: ReadPosition = after ?? (isForwards ? FIRST : END); ;) {
      const options = { direction, fromPosition: from, maxCount: CHUNK, deadline: DEADLINE_MS } as const;
      const events = await this.#asking(() => drained(this.#client.readAll(options)));
      for (const event of events) {
        // The server may begin with the one at the place itself.
        const ours = isAt(event, from) ? null : this.#event(event);
        if (ours !== null) yield ours;
      }
      const last = events.at(-1)?.position;
      if (events.length < CHUNK || last === undefined) return;
      from = last;
    }
  }

  /** The same, and those to come, until the signal aborts. */
  async *follow(after: LogPosition | null, signal: AbortSignal): AsyncGenerator<ServerEvent, void, undefined> {
    this.#check();
    if (signal.aborted) return;
    const filter = streamNameFilter({ regex: this.#ours.source });
    const subscription = this.#client.subscribeToAll({ fromPosition: after ?? FIRST, filter });
    const stop = (): void => void subscription.unsubscribe();
    signal.addEventListener("abort", stop, { once: true });
    try {
      for await (const { event } of subscription) {
        const ours = this.#event(event);
        if (ours !== null) yield ours;
      }
    } catch (error) {
      if (!signal.aborted) throw this.#unavailable(error);
    } finally {
      signal.removeEventListener("abort", stop);
      await subscription.unsubscribe();
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // It would wait for readers that have left.
    void this.#client.dispose();
  }

  async #asking<T>(work: () => Promise<T>): Promise<T> {
    this.#check();
    try {
      return await work();
    } catch (error) {
      throw error instanceof TooLateError ? error : this.#unavailable(error);
    }
  }

  #check(): void {
    if (this.#isClosed) throw new StoreUnavailableError("it was closed");
  }

  #unavailable(error: unknown): StoreUnavailableError {
    return new StoreUnavailableError(error instanceof Error ? error.message : String(error), error);
  }
}

/** All that a reader gets: the client forgets none that is left before its end. */
async function drained(
  read: AsyncIterable<{ readonly event?: ServerEvent | undefined }>,
): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const { event } of read) if (event !== undefined) events.push(event);
  return events;
}

const isAt = ({ position }: ServerEvent, place: ReadPosition): boolean =>
  typeof place === "object" && position?.commit === place.commit && position.prepare === place.prepare;

/** "esdb://host:2113?tls=false"; with "namespace=NAME" several systems share a server. */
function parseUrl(url: string): { readonly connection: string; readonly namespace: string | null } {
  const [address = "", query = ""] = url.split("?");
  const options = new URLSearchParams(query);
  const namespace = options.get("namespace");
  if (namespace !== null && !/^\w{1,64}$/.test(namespace)) {
    throw new RangeError(`store: the namespace is "${namespace}", expected letters, digits and _`);
  }
  options.delete("namespace");
  return { connection: options.size === 0 ? address : `${address}?${options.toString()}`, namespace };
}
