/** Server-sent events, with heartbeats while there are none. */
import { Readable } from "node:stream";
import type { ScenarioChange } from "@etesian/contracts/scenarios";
import { type CallOrigin, connectionLimit } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { untilAccessChanges } from "../http/access.ts";
import { contextOf } from "../http/context.ts";
import { apiError } from "../http/errors.ts";
import { toId } from "../http/parameters.ts";
import type { AuthorNames } from "./author-names.ts";
import { changeJson } from "./change-json.ts";

/** Proxies close connections that are silent for longer. */
const SILENCE_MS = 15_000;
/** Delay before a disconnected page reconnects and continues after its last event. */
const RETRY_MS = 1_000;

/** A change as a message; its ID, which clients return in `Last-Event-ID`, is the version. */
export function changeText(change: ScenarioChange, names?: AuthorNames): string {
  const { version, type, ...rest } = changeJson(change, names);
  return `id: ${version}\nevent: ${type}\ndata: ${JSON.stringify({ version, type, ...rest })}\n\n`;
}

/**
 * Version after which to continue, from `Last-Event-ID`: 0 is before the first event. Without a valid header, it is the
 * current version, because a stream must not refuse a header that browsers send automatically.
 */
export function lastEventId({ headers }: FastifyRequest, currentVersion: number): number {
  const header = headers["last-event-id"];
  return header === "0" ? 0 : (toId(header) ?? currentVersion);
}

/** Share of the connections that event streams may use; the rest serves other requests. */
const STREAMS_SHARE = 1 / 2;
const BUSY_RETRY_SECONDS = 10;
/** Number of open event streams in this process. */
let openStreams = 0;

/**
 * Lifetime of a stream: no deadline; it ends when the client disconnects or loses access, or when the server stops.
 * @throws ApiError `busy` if the maximum number of streams is open.
 */
export function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  stopSignal: AbortSignal,
): CallOrigin & { readonly signal: AbortSignal } {
  if (openStreams >= connectionLimit() * STREAMS_SHARE) throw apiError("busy", "", BUSY_RETRY_SECONDS);
  openStreams += 1;
  reply.raw.once("close", () => (openStreams -= 1));
  const { deadline: _, signal: clientSignal, ...context } = contextOf(request, reply);
  const signals = [untilAccessChanges(request, reply), stopSignal];
  return { ...context, signal: AbortSignal.any(clientSignal ? [clientSignal, ...signals] : signals) };
}

/** Streams changes as messages when they arrive; ends when the source ends. */
export const changeStream = (changes: AsyncIterable<ScenarioChange>): Readable => messageStream(changeTexts(changes));

/** Streams messages when they arrive; ends when the source ends. */
export const messageStream = (messages: AsyncIterable<string>): Readable =>
  Readable.from(withHeartbeats(messages), { objectMode: false });

/**
 * Messages of several sources in order of arrival, until one of them ends or fails. The client then reconnects to all
 * of them.
 * @param open opens the sources, which end when their signal aborts
 */
export async function* untilOneEnds(
  signal: AbortSignal,
  open: (signal: AbortSignal) => readonly AsyncIterable<string>[],
): AsyncGenerator<string, void, undefined> {
  const abort = new AbortController();
  const nextOf = async (source: AsyncIterator<string, void>) => ({ source, next: await source.next() });
  const sources = open(AbortSignal.any([signal, abort.signal])).map((source) => source[Symbol.asyncIterator]());
  const pending = new Map(sources.map((source) => [source, nextOf(source)]));
  try {
    for (;;) {
      const { source, next } = await Promise.race(pending.values());
      if (next.done === true) return;
      yield next.value;
      pending.set(source, nextOf(source));
    }
  } finally {
    abort.abort();
    // A source that was sending a message ends only by `return`.
    await Promise.allSettled(sources.map(async (source) => source.return?.()));
    await Promise.allSettled(pending.values());
  }
}

async function* changeTexts(changes: AsyncIterable<ScenarioChange>): AsyncGenerator<string> {
  for await (const change of changes) yield changeText(change);
}

/** Adds heartbeats. An error ends the stream without a message, and the client reconnects. */
async function* withHeartbeats(messages: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield `retry: ${RETRY_MS}\n\n`;
  const source = messages[Symbol.asyncIterator]();
  try {
    for (let next = source.next(); ;) {
      const silence = Promise.withResolvers<null>();
      const timer = setTimeout(() => silence.resolve(null), SILENCE_MS);
      const result = await Promise.race([next, silence.promise]).catch(
        () => ({ done: true, value: undefined }) as const,
      );
      clearTimeout(timer);
      if (result === null) {
        yield ": heartbeat\n\n";
        continue;
      }
      if (result.done === true) return;
      yield result.value;
      next = source.next();
    }
  } finally {
    await source.return?.();
  }
}
