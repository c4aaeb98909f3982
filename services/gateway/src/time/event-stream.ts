/** Server-sent events: one message after the other, and a sign of life when nothing happens. */
import { Readable } from "node:stream";
import type { ScenarioChange } from "@etesian/contracts/scenarios";
import { type CallOrigin, connectionLimit } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { untilCallerChanges } from "../http/access.ts";
import { contextOf } from "../http/context.ts";
import { apiError } from "../http/errors.ts";
import { toId } from "../http/parameters.ts";
import type { AuthorNames } from "./author-names.ts";
import { changeJson } from "./change-json.ts";

/** Proxies give up connections that are silent for longer. */
const SILENCE_MS = 15_000;
/** How soon a page asks again when it was cut off, going on after the last event it saw. */
const RETRY_MS = 1_000;

/** A change as a message; its id, which `Last-Event-ID` will say, is the version. */
export function changeText(change: ScenarioChange, names?: AuthorNames): string {
  const { version, type, ...rest } = changeJson(change, names);
  return `id: ${version}\nevent: ${type}\ndata: ${JSON.stringify({ version, type, ...rest })}\n\n`;
}

/**
 * Version after which a client goes on, from its `Last-Event-ID`: 0 is before the first event. `present`, the version as it
 * is now, without the header or where it is no number: a stream of events refuses nothing that a browser sends by itself.
 */
export function lastEventId({ headers }: FastifyRequest, present: number): number {
  const written = headers["last-event-id"];
  return written === "0" ? 0 : (toId(written) ?? present);
}

/** Share of the connections that event streams may take, so that there are others for requests. */
const STREAMS_SHARE = 1 / 2;
const BUSY_RETRY_SECONDS = 10;
/** Event streams of this process that are open. */
let openStreams = 0;

/**
 * Lifetime of a stream: no deadline; it ends when the client disconnects, loses its right, or the server stops.
 * @throws ApiError `busy` where as many streams are open as may be.
 */
export function listening(
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): CallOrigin & { readonly signal: AbortSignal } {
  if (openStreams >= connectionLimit() * STREAMS_SHARE) throw apiError("busy", "", BUSY_RETRY_SECONDS);
  openStreams += 1;
  reply.raw.once("close", () => (openStreams -= 1));
  const { deadline: _, signal: gone, ...context } = contextOf(request, reply);
  const signals = [untilCallerChanges(request, reply), stopping];
  return { ...context, signal: AbortSignal.any(gone ? [gone, ...signals] : signals) };
}

/** The messages of changes as they come; ends when they do. */
export const changeStream = (changes: AsyncIterable<ScenarioChange>): Readable => messageStream(texts(changes));

/** Messages as they come; ends when they do. */
export const messageStream = (messages: AsyncIterable<string>): Readable =>
  Readable.from(alive(messages), { objectMode: false });

async function* texts(changes: AsyncIterable<ScenarioChange>): AsyncGenerator<string> {
  for await (const change of changes) yield changeText(change);
}

/** With heartbeats. An error ends the stream, too: the client reconnects. */
async function* alive(messages: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield `retry: ${RETRY_MS}\n\n`;
  const source = messages[Symbol.asyncIterator]();
  try {
    for (let next = source.next(); ;) {
      const quiet = Promise.withResolvers<null>();
      const timer = setTimeout(() => quiet.resolve(null), SILENCE_MS);
      const first = await Promise.race([next, quiet.promise]).catch(() => ({ done: true, value: undefined }) as const);
      clearTimeout(timer);
      if (first === null) {
        yield ": still here\n\n";
        continue;
      }
      if (first.done === true) return;
      yield first.value;
      next = source.next();
    }
  } finally {
    await source.return?.();
  }
}
