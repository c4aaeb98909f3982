/** The change feed of a scenario. */
import type { Api } from "./connect.ts";
import { messagesOf } from "./event-stream.ts";
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
  yield* messagesOf<Change>(
    await api.GET("/api/v3/scenarios/{id}/events", {
      params: { path: { id }, header: after === undefined ? {} : { "Last-Event-ID": String(after) } },
      parseAs: "stream",
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}
