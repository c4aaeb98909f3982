/** The change feed of a scenario. */
import type { Api } from "./connect.ts";
import { messagesOf } from "./event-stream.ts";
import type { components } from "./generated/api.ts";

/** A change of a scenario: its type in the past tense (`inputs_set`) and its details in `data`. */
export type Change = components["schemas"]["Change"];

/** The version of a scenario's comments, and the people who look at it. */
export type TeamMessage = components["schemas"]["TeamMessage"];

/**
 * Streams a scenario's changes, each once and in order. Ends when the server stops, or when the caller loses access
 * to the scenario. To continue after a change, pass `after: change.version`.
 *
 * With `after: 0` the stream starts with the first change; by default it starts now. Throws `ApiError`, and
 * `UnreachableError` when the connection breaks.
 *
 * With `onTeam` the caller looks at the scenario until the stream ends; it receives the current comments' version and the
 * people who look at the scenario, and again after each change of them.
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
