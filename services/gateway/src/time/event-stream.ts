/** Server-sent events: one message after the other, and a sign of life when nothing happens. */
import { Readable } from "node:stream";
import type { ScenarioChange } from "@etesian/contracts/scenarios";
import { changeJson } from "./change-json.ts";

/** Proxies give up connections that are silent for longer. */
const SILENCE_MS = 15_000;
/** How soon a page asks again when it was cut off, going on after the last event it saw. */
const RETRY_MS = 1_000;

interface StreamedEvent {
  /** What `Last-Event-ID` will say. */
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** The text of changes as they come, each under its version; ends when they do. */
export const changeStream = (changes: AsyncIterable<ScenarioChange>): Readable =>
  Readable.from(eventStream(streamed(changes)), { objectMode: false });

async function* streamed(changes: AsyncIterable<ScenarioChange>): AsyncGenerator<StreamedEvent> {
  for await (const change of changes) {
    const { version: id, type: event, ...rest } = changeJson(change);
    yield { id, event, data: { version: id, type: event, ...rest } };
  }
}

/** The text of a stream of events; ends when they do. An error ends it, too: whoever listens asks again. */
async function* eventStream(events: AsyncIterable<StreamedEvent>): AsyncGenerator<string, void, undefined> {
  yield `retry: ${RETRY_MS}\n\n`;
  const source = events[Symbol.asyncIterator]();
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
      const { id, event, data } = first.value;
      yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      next = source.next();
    }
  } finally {
    await source.return?.();
  }
}
