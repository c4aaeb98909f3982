/** The progress of sweeps. */
import type { Api } from "./connect.ts";
import { messagesOf } from "./event-stream.ts";
import type { components } from "./generated/api.ts";

export type SweepProgress = components["schemas"]["SweepProgress"];

/**
 * Streams the progress of a sweep, at most once a second. Ends with the sweep, when the server stops, or when the
 * caller may no longer read its base scenario. Throws `ApiError`, and `UnreachableError` when the connection breaks.
 */
export async function* sweepProgress(
  api: Api,
  id: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<SweepProgress, void, undefined> {
  yield* messagesOf<SweepProgress>(
    await api.GET("/api/v3/sweeps/{id}/events", {
      params: { path: { id } },
      parseAs: "stream",
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}
