/** The change feed of a scenario. */
import { EventSourceParserStream } from "eventsource-parser/stream";
import type { Api } from "./connect.ts";
import { reached } from "./errors.ts";
import type { components } from "./generated/api.ts";

/** A change of a scenario: its type in the past tense (`inputs_set`) and its details in `data`. */
export type Change = components["schemas"]["Change"];

/**
 * Streams a scenario's changes, each once and in order. Ends when the server stops, or when the caller loses access
 * to the scenario. To continue after a change, pass `after: change.version`.
 *
 * With `after: 0` the stream starts with the first change; by default it starts now. Raises `ApiError`, and
 * `UnreachableError` when the connection breaks.
 */
export async function* changesOf(
  api: Api,
  id: number,
  { after, signal }: { readonly after?: number; readonly signal?: AbortSignal } = {},
): AsyncGenerator<Change, void, undefined> {
  const { data, response } = await api.GET("/api/v3/scenarios/{id}/events", {
    params: { path: { id }, header: after === undefined ? {} : { "Last-Event-ID": String(after) } },
    parseAs: "stream",
    ...(signal === undefined ? {} : { signal }),
  });
  if (!data) return;
  const messages = data.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reached(response.url, messages.read());
      if (done) return;
      yield JSON.parse(value.data) as Change;
    }
  } finally {
    await messages.cancel().catch(() => {});
  }
}
