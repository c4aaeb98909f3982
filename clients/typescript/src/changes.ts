/** The change feed of a scenario. */
import type { Api } from "./connect.ts";
import { messagesOf } from "./event-stream.ts";
import type { components } from "./generated/api.ts";

/** A change to a scenario: its type in the past tense (`inputs_set`) and its details in `data`. */
export type Change = components["schemas"]["Change"];

/** The version of a scenario's comments, and the people who have the scenario open. */
export type TeamMessage = components["schemas"]["TeamMessage"];

/**
 * Streams a scenario's changes, each once and in order. Ends when the server stops, or when the caller loses access to
 * the scenario. To continue after a change, pass `after: change.version`.
 *
 * With `after: 0` the stream starts with the first change; by default it starts now. Throws `ApiError`, and
 * `UnreachableError` when the connection breaks.
 *
 * With `onTeam` the caller counts as a viewer until the stream ends. It receives the version of the comments and the
 * list of viewers, first when the stream starts and then after each change to either.
 */
export async function* changesOf(
  api: Api,
  id: number,
  {
    after,
    signal,
    onTeam,
  }: {
    readonly after?: number;
    readonly signal?: AbortSignal;
    readonly onTeam?: (message: TeamMessage) => void;
  } = {},
): AsyncGenerator<Change, void, undefined> {
  const messages = messagesOf<Change | TeamMessage>(
    await api.GET("/api/v3/scenarios/{id}/events", {
      params: {
        path: { id },
        query: onTeam === undefined ? {} : { team: true },
        header: after === undefined ? {} : { "Last-Event-ID": String(after) },
      },
      parseAs: "stream",
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  for await (const message of messages) {
    if (message.type === "team") onTeam?.(message);
    else yield message;
  }
}
